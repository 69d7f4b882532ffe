// Matches rows of the source to assets: by key, then by name. Ambiguous rows become faults.
import type { RowFault } from '../../../generated/files';
import { nameKey } from '../../base/text';
import { groupBy } from '../../base/values';
import { SyncError } from '../errors';
import type { Asset, InScope } from '../inventory/inventory';
import { type Place, toPlace } from '../source/row';
import type { Desired, Translated } from '../source/translate';

export type AssetIndex = ReturnType<typeof indexAssets>;

export const indexAssets = (assets: readonly Asset[]) => ({
  byId: new Map(assets.map((asset) => [asset.id, asset])),
  byName: new Map(assets.map((asset) => [nameKey(asset.name), asset])),
});

export interface Owned {
  key: string;
  asset: Asset;
}

/**
 * Returns the assets in scope that the source owns, and the known ids with their keys: `gone` with those that are certainly
 * no longer in the source, `owners` with the others. `known`: maps source keys to asset ids.
 */
export function findOwnership(
  source: Translated,
  known: ReadonlyMap<string, string>,
  { byId }: AssetIndex,
  inScope: InScope,
) {
  const keys = new Set([...source.desired, ...source.faults].map(({ key }) => key));
  /** Returns whether a row has the key, faulty rows included. */
  const hasRow = (key: string): boolean => keys.has(key);
  // A row without a key may be the row of any asset.
  const isCertain = !keys.has(undefined);
  const owned = [...known].flatMap(([key, id]): Owned[] => {
    const asset = byId.get(id);
    return asset && inScope(asset.cyber_system_id) ? [{ key, asset }] : [];
  });
  const [gone, owners] = [new Map<string, string>(), new Map<string, string>()];
  for (const [key, id] of known) (isCertain && !hasRow(key) ? gone : owners).set(id, key);
  return { owned, hasRow, gone, owners };
}

const repeated = <Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> =>
  new Map([...groupBy(items, keyOf)].filter(([, group]) => group.length > 1));

/** Separates rows that share a key or a name. `faulty`: other faulty rows, whose keys count too. */
export function splitDuplicates(desired: readonly Desired[], faulty: readonly RowFault[]) {
  const keyed = faulty.flatMap(({ key, ...row }) => (key === undefined ? [] : [{ key, ...toPlace(row) }]));
  const sameKeys = repeated<Place & { key: string }>([...desired, ...keyed], ({ key }) => key);
  const sameNames = repeated(desired, ({ fields }) => nameKey(fields.name));
  // Rows are compared by identity, because all rows of a JSON file may be on one line.
  const formatOthers = (group: readonly Place[], row: Desired): string =>
    group
      .filter((other) => other !== row)
      .map((other) => (other.row === undefined ? `on line ${other.line}` : `in row ${other.row}`))
      .slice(0, 5)
      .join(', ');

  const unique: Desired[] = [];
  const faults: RowFault[] = [];
  for (const row of desired) {
    const { key, fields } = row;
    const sameKey = sameKeys.get(key);
    const same = sameKey ?? (sameNames.size > 0 ? sameNames.get(nameKey(fields.name)) : undefined);
    if (same) {
      const [kind, value] = sameKey ? ['key', key] : ['name', fields.name];
      const message = `${kind} ${JSON.stringify(value)} is also ${formatOthers(same, row)}`;
      faults.push({ ...toPlace(row), key, message });
    } else unique.push(row);
  }
  return { unique, faults };
}

export interface Identified {
  row: Desired;
  /** Undefined for an asset to create. */
  asset?: Asset;
  /** The source did not own the asset yet, or owned it under another key. */
  adopted: boolean;
  /** The id that the state has for the key when that asset no longer exists. */
  lost?: string;
}

export interface IdentifyOptions {
  adopt: 'exact' | 'ignore-case';
  /** Decisions of the operator: source keys and asset ids. */
  pairs: ReadonlyMap<string, string>;
}

/** @throws SyncError. */
function checkPairs(
  pairs: IdentifyOptions['pairs'],
  rows: readonly Desired[],
  owners: ReadonlyMap<string, string>,
  { byId }: AssetIndex,
): void {
  const keys = new Set(rows.map(({ key }) => key));
  for (const [key, id] of pairs) {
    const owner = owners.get(id);
    if (!keys.has(key))
      throw new SyncError(`--pair: the source has no valid row with the key ${JSON.stringify(key)}.`);
    if (!byId.has(id)) throw new SyncError(`--pair: the organization has no cyber asset ${id}.`);
    if (owner !== undefined && owner !== key)
      throw new SyncError(`--pair: ${id} already belongs to the key ${JSON.stringify(owner)}.`);
  }
  if (new Set(pairs.values()).size < pairs.size)
    throw new SyncError('--pair: two keys have the same asset id.');
}

function spellingConflict(row: Desired, namesake: Asset): RowFault {
  const { key, fields } = row;
  const { name } = fields;
  const difference =
    namesake.name.normalize() === name.normalize()
      ? `looks like the name of ${namesake.id}, but consists of other Unicode characters`
      : `is spelled ${JSON.stringify(namesake.name)} in the inventory (${namesake.id})`;
  const pair = JSON.stringify(`${key}=${namesake.id}`);
  const advice = `if they are the same asset, pass --pair ${pair}, or set "adopt: ignore-case" in the map`;
  return { ...toPlace(row), key, message: `name ${JSON.stringify(name)} ${difference}; ${advice}` };
}

/**
 * `owners`: maps asset ids to keys, without the keys that are gone: a device that was removed from the CMDB and added again
 * has a new key. `onRow` is called for each row. @throws SyncError for an invalid pair.
 */
export function identify(
  rows: readonly Desired[],
  known: ReadonlyMap<string, string>,
  owners: ReadonlyMap<string, string>,
  index: AssetIndex,
  { adopt, pairs }: IdentifyOptions,
  onRow: () => void = () => undefined,
): { identified: Identified[]; conflicts: RowFault[] } {
  checkPairs(pairs, rows, owners, index);
  const claimed = new Set([...owners.keys(), ...pairs.values()]);
  const identified: Identified[] = [];
  const conflicts: RowFault[] = [];
  for (const row of rows) {
    onRow();
    const { key, fields } = row;
    const id = pairs.get(key) ?? known.get(key);
    const asset = id === undefined ? undefined : index.byId.get(id);
    if (asset) {
      identified.push({ row, asset, adopted: known.get(key) !== id });
      continue;
    }
    const namesake = index.byName.get(nameKey(fields.name));
    const lost = id === undefined ? {} : { lost: id };
    if (!namesake || claimed.has(namesake.id)) identified.push({ row, adopted: false, ...lost });
    else if (namesake.name === fields.name || adopt === 'ignore-case')
      identified.push({ row, asset: namesake, adopted: true, ...lost });
    else conflicts.push(spellingConflict(row, namesake));
  }
  return { identified, conflicts };
}
