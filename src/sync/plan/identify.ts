// What a source owns by its state, and which of it the source has no more.
// Rows that say the same of two assets: which of them is right, nobody can tell, so that none of them is taken.
// Which asset each row means: the one that its key is known for, or the one with its name, or a new one. Never a guess.
import type { Asset, InScope } from '../inventory';
import type { Desired, RowFault, Translated } from '../translate';
import { nameKey } from '../../resources/cyber-assets/rules';
import { groupBy } from '../../group-by';
import { SyncError } from '../errors';

export interface Owned {
  key: string;
  asset: Asset;
}

export interface Ownership {
  /** Of the assets that are there, those in scope. */
  owned: Owned[];
  /** Whether any row, also a bad one, has the key. */
  hasRow: (key: string) => boolean;
  /** Asset id → its key, of keys that surely no row has. */
  gone: ReadonlyMap<string, string>;
}

/** `known`: source key → asset id. */
export function ownershipOf(
  source: Translated,
  known: ReadonlyMap<string, string>,
  { byId }: AssetIndex,
  inScope: InScope,
): Ownership {
  const keys = new Set([...source.desired, ...source.faults].map(({ key }) => key));
  const hasRow = (key: string): boolean => keys.has(key);
  // A row without a key could be that of any asset.
  const isSure = !keys.has(undefined);
  return {
    owned: [...known].flatMap(([key, id]) => {
      const asset = byId.get(id);
      return asset && inScope(asset.cyber_system_id) ? [{ key, asset }] : [];
    }),
    hasRow,
    gone: new Map([...known].filter(([key]) => isSure && !hasRow(key)).map(([key, id]) => [id, key])),
  };
}

/** `faulty`: rows that cannot be taken anyway; a row with the key of one of them is in doubt too. */
export function splitDuplicates(
  desired: readonly Desired[],
  faulty: readonly RowFault[],
): { good: Desired[]; faults: RowFault[] } {
  const keyed = [
    ...desired,
    ...faulty.flatMap(({ key, line }) => (key === undefined ? [] : [{ key, line }])),
  ];
  const byKey = groupBy(keyed, ({ key }) => key);
  const byName = groupBy(desired, ({ fields }) => nameKey(fields.name));
  // By row and not by line: a JSON answer often is one line.
  const others = (group: readonly { line: number }[], row: Desired): string =>
    group
      .filter((other) => other !== row)
      .map(({ line }) => line)
      .slice(0, 5)
      .join(', ');

  const good: Desired[] = [];
  const faults: RowFault[] = [];
  for (const row of desired) {
    const { key, line, fields } = row;
    const [sameKey, sameName] = [byKey.get(key)!, byName.get(nameKey(fields.name))!];
    if (sameKey.length > 1)
      faults.push({
        line,
        key,
        message: `the key ${JSON.stringify(key)} is that of line ${others(sameKey, row)} too`,
      });
    else if (sameName.length > 1)
      faults.push({
        line,
        key,
        message: `name ${JSON.stringify(fields.name)} is that of line ${others(sameName, row)} too`,
      });
    else good.push(row);
  }
  return { good, faults };
}

export interface Identified {
  row: Desired;
  /** Undefined for one that is to be created. */
  asset?: Asset;
  /** The source did not own it yet, or under another key. */
  adopted: boolean;
  /** The id that the key was known for, of an asset that is not there any more. */
  lost?: string;
}

export interface IdentifyOptions {
  adopt: 'exact' | 'ignore-case';
  /** What a person has decided: source key → asset id. */
  pairs: ReadonlyMap<string, string>;
}

export interface Known {
  /** Source key → asset id. */
  ids: ReadonlyMap<string, string>;
  /** Keys that the source has no more. */
  gone: ReadonlySet<string>;
}

export interface AssetIndex {
  byId: ReadonlyMap<string, Asset>;
  byName: ReadonlyMap<string, Asset>;
}

export const indexAssets = (assets: readonly Asset[]): AssetIndex => ({
  byId: new Map(assets.map((asset) => [asset.id, asset])),
  byName: new Map(assets.map((asset) => [nameKey(asset.name), asset])),
});

function checkPairs(
  pairs: IdentifyOptions['pairs'],
  rows: readonly Desired[],
  { ids, gone }: Known,
  { byId }: AssetIndex,
): void {
  const keys = new Set(rows.map(({ key }) => key));
  const owned = new Map([...ids].filter(([key]) => !gone.has(key)).map(([key, id]) => [id, key]));
  for (const [key, id] of pairs) {
    const owner = owned.get(id);
    if (!keys.has(key))
      throw new SyncError(`--pair: the source has no good row with the key ${JSON.stringify(key)}.`);
    if (!byId.has(id)) throw new SyncError(`--pair: the organization has no cyber asset ${id}.`);
    if (owner !== undefined && owner !== key)
      throw new SyncError(`--pair: ${id} is the asset of the key ${JSON.stringify(owner)} already.`);
  }
  if (new Set(pairs.values()).size < pairs.size)
    throw new SyncError('--pair: one asset is given to two keys.');
}

function spellingConflict({ key, line, fields: { name } }: Desired, namesake: Asset): RowFault {
  const isComposedOtherwise = namesake.name.normalize() === name.normalize();
  const difference = isComposedOtherwise
    ? `looks like that of ${namesake.id} in the inventory, and is composed of other Unicode characters`
    : `is written ${JSON.stringify(namesake.name)} in the inventory (${namesake.id})`;
  return {
    line,
    key,
    message: `name ${JSON.stringify(name)} ${difference}; if they are one asset, say --pair ${JSON.stringify(`${key}=${namesake.id}`)}, or "adopt: ignore-case" in the map`,
  };
}

/** @throws SyncError for a pair that cannot be. */
export function identify(
  rows: readonly Desired[],
  known: Known,
  holders: AssetIndex,
  { adopt, pairs }: IdentifyOptions,
): { identified: Identified[]; conflicts: RowFault[] } {
  checkPairs(pairs, rows, known, holders);
  // A CI that was taken out of the CMDB and put in again has a new key, and is the same device: a key that is gone claims nothing.
  const claimed = new Set([
    ...[...known.ids].filter(([key]) => !known.gone.has(key)).map(([, id]) => id),
    ...pairs.values(),
  ]);
  const identified: Identified[] = [];
  const conflicts: RowFault[] = [];
  for (const row of rows) {
    const { key, fields } = row;
    const id = pairs.get(key) ?? known.ids.get(key);
    const asset = id === undefined ? undefined : holders.byId.get(id);
    if (asset) {
      identified.push({ row, asset, adopted: known.ids.get(key) !== id });
      continue;
    }
    const namesake = holders.byName.get(nameKey(fields.name));
    const lost = id === undefined ? {} : { lost: id };
    if (!namesake || claimed.has(namesake.id)) identified.push({ row, adopted: false, ...lost });
    else if (namesake.name === fields.name || adopt === 'ignore-case')
      identified.push({ row, asset: namesake, adopted: true, ...lost });
    else conflicts.push(spellingConflict(row, namesake));
  }
  return { identified, conflicts };
}
