// Planned operations on facilities, control centers, systems and assets.
import { csvLine } from '../../csv';
import type { Behavior, Behaviors } from './behavior';
import type { Fields } from './model';
import { importCyberAssets } from './import';
import type { World } from './world';

type Site = 'facility' | 'control_center';

/** Returns the assets of all systems of a site, each with its system. */
async function assetsAt(world: World, site: Site, id: unknown): Promise<{ asset: Fields; system: Fields }[]> {
  const systems = new Map(
    (await world.list('CyberSystem'))
      .filter((system) => system[`${site}_id`] === id)
      .map((system) => [system['id'], system]),
  );
  return (await world.list('CyberAsset')).flatMap((asset) => {
    const system = systems.get(asset['cyber_system_id']);
    return system ? [{ asset, system }] : [];
  });
}

const listAt = (site: Site): Behavior => ({
  async run(world, { target }) {
    return { body: (await assetsAt(world, site, target['id'])).map(({ asset }) => asset) };
  },
});

/** `Millbrook 345 kV Substation` as a part of a file name. */
const slugOf = (name: unknown): string =>
  String(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

const columnsOf = (site: Site): string[] =>
  ['id', 'name', 'asset_type', 'cyber_system_id', 'cyber_system_name', 'impact_rating'].concat([
    `${site}_id`,
    `${site}_name`,
    'created_at',
    'updated_at',
  ]);

const exportAt = (site: Site, isLow: boolean): Behavior => ({
  async run(world, { target: { id, name } }) {
    const columns = columnsOf(site);
    const rows = (await assetsAt(world, site, id))
      .filter(({ asset }) => (asset['impact_rating'] === 'low') === isLow)
      .map(({ asset, system }): Fields => {
        const names = { cyber_system_name: system['name'], [`${site}_id`]: id, [`${site}_name`]: name };
        return { ...asset, ...names };
      });
    const cells = rows.map((row) => columns.map((column) => String(row[column])));
    const fileName = `${slugOf(name)}-cyber-assets${isLow ? '-low' : ''}.csv`;
    return { body: [columns, ...cells].map(csvLine).join(''), fileName };
  },
});

export const inventory = {
  createFacility: {},
  updateFacility: {},
  deleteFacility: {},
  createCyberSystem: {},
  updateCyberSystem: {
    rules(_world, change) {
      const { before, after, body } = change;
      if (body['facility_id'] !== undefined) delete after['control_center_id'];
      if (body['control_center_id'] !== undefined) delete after['facility_id'];
      const isMoved = ['facility_id', 'control_center_id'].some((name) => before[name] !== after[name]);
      if (isMoved) change.note = { operation: 'moved' };
    },
  },
  deleteCyberSystem: {},
  getCyberSystemsByFacility: {},
  getCyberSystemsByControlCenter: {},
  getCyberAssetsBySystem: {},
  getCyberAssetsByFacility: listAt('facility'),
  getCyberAssetsByControlCenter: listAt('control_center'),
  getCyberAssetsImportTemplate: { run: () => Promise.resolve({ body: csvLine(['name', 'asset_type']) }) },
  importCyberAssets: { run: importCyberAssets },
  exportCyberAssetsCsv: exportAt('facility', false),
  exportLowCyberAssetsCsv: exportAt('facility', true),
  exportControlCenterCyberAssetsCsv: exportAt('control_center', false),
  exportControlCenterLowCyberAssetsCsv: exportAt('control_center', true),
} satisfies Behaviors;
