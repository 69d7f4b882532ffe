// Decides what becomes of each row of a file of cyber assets. Pure.
import { nameKey } from '../resources/cyber-assets/asset-rules';
import type { AssetRow } from './asset-rows';

interface Asset {
  name: string;
  cyber_system_id: string;
  asset_type: string;
}

export type PlannedRow<Existing> = { row: AssetRow } & (
  | { kind: 'created' | 'unchanged' }
  | { kind: 'updated'; existing: Existing }
  | { kind: 'refused'; fault: NonNullable<AssetRow['fault']> }
);

/**
 * Returns the rows with what becomes of them. `existing`: all assets of the organization. A row that repeats
 * the name of an earlier row must have its type.
 */
export function planAssetRows<Existing extends Asset>(
  rows: AssetRow[],
  systemId: string,
  existing: Existing[],
): PlannedRow<Existing>[] {
  const assets = new Map<string, Existing | AssetRow>(existing.map((asset) => [nameKey(asset.name), asset]));
  return rows.map((row): PlannedRow<Existing> => {
    if (row.fault) return { row, kind: 'refused', fault: row.fault };
    const asset = assets.get(nameKey(row.name));
    if (!asset) {
      assets.set(nameKey(row.name), row);
      return { row, kind: 'created' };
    }
    if ('line' in asset) {
      const message = `repeats the name of line ${asset.line}`;
      return asset.asset_type === row.asset_type
        ? { row, kind: 'unchanged' }
        : { row, kind: 'refused', fault: { field: 'name', message } };
    }
    if (asset.cyber_system_id !== systemId) {
      const message = 'is taken by an asset of another cyber system';
      return { row, kind: 'refused', fault: { field: 'name', message } };
    }
    assets.set(nameKey(row.name), row); // a later row with the name repeats this one
    if (asset.asset_type === row.asset_type) return { row, kind: 'unchanged' };
    return { row, kind: 'updated', existing: asset };
  });
}
