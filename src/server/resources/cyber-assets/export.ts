// Exports cyber assets as CSV, for an auditor or a spreadsheet. Pure.
import type { components } from '../../../../generated/types';
import { csvLine } from '../../../base/csv/write';

type Schemas = components['schemas'];

interface ExportedAsset {
  asset: Schemas['CyberAsset'];
  system: Pick<Schemas['CyberSystem'], 'name'>;
}

/** `Millbrook 345 kV Substation` as a part of a file name. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Returns the file and its name. `isLow`: whether it lists low-impact assets. */
export function exportAssets(
  assets: ExportedAsset[],
  site: 'facility' | 'control_center',
  { id: siteId, name: siteName }: Pick<Schemas['Facility'], 'id' | 'name'>,
  isLow: boolean,
): { body: string; fileName: string } {
  const columns = ['id', 'name', 'asset_type', 'cyber_system_id', 'cyber_system_name', 'impact_rating'];
  const header = [...columns, `${site}_id`, `${site}_name`, 'created_at', 'updated_at'];
  const rows = assets.map(({ asset, system }) => {
    const { id, name, asset_type, cyber_system_id, impact_rating, created_at, updated_at } = asset;
    const own = [id, name, asset_type, cyber_system_id, system.name, impact_rating];
    return [...own, siteId, siteName, created_at, updated_at];
  });
  const fileName = `${slugOf(siteName)}-cyber-assets${isLow ? '-low' : ''}.csv`;
  return { body: [header, ...rows].map(csvLine).join(''), fileName };
}
