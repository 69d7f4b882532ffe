// Planned operations on facilities, control centers, systems and assets.
import type { StatefulOperationId } from '../../../generated/operations';
import { csvLine } from '../../csv';
import { type AssetRow, UnreadableAssets, readAssetRows } from '../../import/asset-rows';
import { nameKey } from '../../resources/cyber-assets/rules';
import type { Behavior, Outcome } from './behavior';
import type { RecordOf } from './collections';
import { invalid } from './rules';
import type { World } from './world';

type Site = 'facility' | 'control_center';

/** Returns the assets of all systems of a site, each with its system. */
async function assetsAt(world: World, site: Site, id: string) {
  const systems = (await world.list('CyberSystem')).filter((system) => system[`${site}_id`] === id);
  const byId = new Map(systems.map((system) => [system.id, system]));
  return (await world.list('CyberAsset')).flatMap((asset) => {
    const system = byId.get(asset.cyber_system_id);
    return system ? [{ asset, system }] : [];
  });
}

type AtSite<Id extends StatefulOperationId> = Behavior<Id, RecordOf<'Facility'>>;

const listAt = <Id extends StatefulOperationId>(site: Site): AtSite<Id> => ({
  run: async (world, { target }) => ({
    body: (await assetsAt(world, site, target.id)).map(({ asset }) => asset),
  }),
});

/** `Millbrook 345 kV Substation` as a part of a file name. */
const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const exportAt = <Id extends StatefulOperationId>(site: Site, isLow: boolean): AtSite<Id> => ({
  async run(world, { target }): Promise<Outcome> {
    const places = { [`${site}_id`]: target.id, [`${site}_name`]: target.name };
    const rows = (await assetsAt(world, site, target.id))
      .filter(({ asset }) => (asset.impact_rating === 'low') === isLow)
      .map(({ asset, system }) => {
        const { id, name, asset_type, cyber_system_id, impact_rating, created_at, updated_at } = asset;
        const own = { id, name, asset_type, cyber_system_id, cyber_system_name: system.name, impact_rating };
        return Object.values({ ...own, ...places, created_at, updated_at });
      });
    const columns = ['id', 'name', 'asset_type', 'cyber_system_id', 'cyber_system_name', 'impact_rating'];
    const header = [...columns, ...Object.keys(places), 'created_at', 'updated_at'];
    const fileName = `${slugOf(target.name)}-cyber-assets${isLow ? '-low' : ''}.csv`;
    return { body: [header, ...rows].map(csvLine).join(''), fileName };
  },
});

/** Imports one row. Returns what became of it. */
async function importRow(
  world: World,
  system: RecordOf<'CyberSystem'>,
  assets: Map<string, RecordOf<'CyberAsset'>>,
  { name, asset_type, fault }: AssetRow,
): Promise<'created' | 'updated' | 'unchanged' | NonNullable<AssetRow['fault']>> {
  if (fault) return fault;
  const key = nameKey(name);
  const existing = assets.get(key);
  if (!existing) {
    const { id: cyber_system_id, impact_rating, organization_slug } = system;
    const [created_at, updated_at] = [world.now.toISOString(), world.now.toISOString()];
    const asset = {
      name,
      cyber_system_id,
      asset_type,
      impact_rating,
      created_at,
      updated_at,
      organization_slug,
    };
    assets.set(key, (await world.create('CyberAsset', asset)) as RecordOf<'CyberAsset'>);
    return 'created';
  }
  if (existing.cyber_system_id !== system.id)
    return { field: 'name', message: 'is taken by an asset of another cyber system' };
  if (existing.asset_type === asset_type) return 'unchanged';
  const changed = await world.change('CyberAsset', existing, { ...existing, asset_type });
  assets.set(key, changed as RecordOf<'CyberAsset'>);
  return 'updated';
}

function rowsIn(content: Uint8Array, systemId: string): AssetRow[] {
  try {
    return readAssetRows(content, systemId);
  } catch (error) {
    throw error instanceof UnreadableAssets ? invalid('file', error.message) : error;
  }
}

const importCyberAssets: Behavior<'importCyberAssets', RecordOf<'CyberSystem'>> = {
  async run(world, { target: system, files: [file] }) {
    const rows = rowsIn(file!.content!, system.id);
    const assets = new Map((await world.list('CyberAsset')).map((asset) => [nameKey(asset.name), asset]));
    const counts = { created: 0, updated: 0, unchanged: 0 };
    const errors: object[] = [];
    for (const row of rows) {
      const result = await importRow(world, system, assets, row);
      if (typeof result === 'string') counts[result]++;
      else errors.push({ line: row.line, ...result });
    }
    const [fault] = rows.flatMap((row) => row.fault ?? []);
    if (errors.length === rows.length)
      throw invalid('file', fault ? `has no valid row: ${fault.field} ${fault.message}` : 'has no valid row');
    return { body: { ...counts, refused: errors.length, errors } };
  },
};

const updateCyberSystem: Behavior<'updateCyberSystem', RecordOf<'CyberSystem'>> = {
  rules(_world, change) {
    const { before, after, body } = change;
    if (body.facility_id !== undefined) delete after.control_center_id;
    if (body.control_center_id !== undefined) delete after.facility_id;
    const isSame =
      before.facility_id === after.facility_id && before.control_center_id === after.control_center_id;
    if (!isSame) change.note = { operation: 'moved' };
  },
};

export const inventory = {
  createFacility: {},
  updateFacility: {},
  deleteFacility: {},
  createCyberSystem: {},
  updateCyberSystem,
  deleteCyberSystem: {},
  getCyberSystemsByFacility: {},
  getCyberSystemsByControlCenter: {},
  getCyberAssetsBySystem: {},
  getCyberAssetsByFacility: listAt<'getCyberAssetsByFacility'>('facility'),
  getCyberAssetsByControlCenter: listAt<'getCyberAssetsByControlCenter'>('control_center'),
  getCyberAssetsImportTemplate: { run: () => ({ body: csvLine(['name', 'asset_type']) }) },
  importCyberAssets,
  exportCyberAssetsCsv: exportAt<'exportCyberAssetsCsv'>('facility', false),
  exportLowCyberAssetsCsv: exportAt<'exportLowCyberAssetsCsv'>('facility', true),
  exportControlCenterCyberAssetsCsv: exportAt<'exportControlCenterCyberAssetsCsv'>('control_center', false),
  exportControlCenterLowCyberAssetsCsv: exportAt<'exportControlCenterLowCyberAssetsCsv'>(
    'control_center',
    true,
  ),
};
