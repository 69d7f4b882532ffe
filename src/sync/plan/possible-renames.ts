// Finds new rows that may be existing assets under another name. The operator decides about them.
import type { PossibleRename } from '../../../generated/files';
import { groupBy } from '../../base/values';
import type { Asset } from '../inventory/inventory';
import type { Identified } from './identify';

type Grouped = Pick<Asset, 'name' | 'cyber_system_id' | 'asset_type'>;

/** Assets are compared within their system and type. */
const groupOf = ({ cyber_system_id, asset_type }: Grouped): string => `${cyber_system_id} ${asset_type}`;

/** Compares letters and digits only: MLB345-RTU-01 equals mlb345_rtu01. */
const comparisonKey = (asset: Grouped, name: string): string =>
  `${groupOf(asset)} ${name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')}`;

/** Returns the host of a domain name, undefined for other names. */
const hostOf = (name: string): string | undefined =>
  name.includes('.') ? name.slice(0, name.indexOf('.')) : undefined;

/**
 * `free`: assets without a row and a key. `gone`: assets whose key is no longer in the source. A new device
 * may have replaced one of these, so only their names count.
 */
export function possibleRenames(
  creates: readonly Identified[],
  free: readonly Asset[],
  gone: readonly Asset[],
): PossibleRename[] {
  const candidates = [...gone, ...free];
  const byName = new Map(candidates.map((asset) => [comparisonKey(asset, asset.name), asset]));
  const byHost = new Map(
    candidates.flatMap((asset) => {
      const host = hostOf(asset.name);
      return host === undefined ? [] : [[comparisonKey(asset, host), asset] as const];
    }),
  );
  const freeIn = groupBy(free, groupOf);
  const newIn = groupBy(creates, ({ row }) => groupOf(row.fields));

  function findSimilar(fields: Grouped): Asset | undefined {
    const host = hostOf(fields.name);
    const key = comparisonKey(fields, fields.name);
    return (
      byName.get(key) ??
      byHost.get(key) ??
      (host === undefined ? undefined : byName.get(comparisonKey(fields, host)))
    );
  }

  return creates.flatMap(({ row: { key, line, fields }, lost }) => {
    if (lost !== undefined) return []; // the state knows the key
    const free = freeIn.get(groupOf(fields)) ?? [];
    // The only new row of a system may be the only asset there that has no row.
    const only = free.length === 1 && newIn.get(groupOf(fields))!.length === 1 ? free[0] : undefined;
    const asset = findSimilar(fields) ?? only;
    return asset ? [{ key, line, name: fields.name, id: asset.id, current: asset.name }] : [];
  });
}
