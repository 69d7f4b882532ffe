// Planned operations on facilities, control centers, systems and assets.
import { csvLine } from '../../base/csv/write';
import { invalid } from '../../base/errors';
import { planAssetRows, readAssetRows, exportAssets } from './asset-file';
import { nextSlice } from '../../base/scheduling/time-slices';
import { splitRows } from '../../database/rows';
import { UnreadableCsv } from '../../base/csv/read';
import { ratingInWords } from '../records/asset-store';
import type { Behaviors } from './behavior';
import type { RecordOf } from '../records/views';
import type { World } from '../records/world';

type Site = 'facility' | 'control_center';

/** Returns the assets of all systems of a site, each with its system. */
async function assetsAt(world: World, site: Site, id: string) {
  const systems = await world.search('CyberSystem', `${site}_id`, id);
  const found = systems.map(async (system) => {
    const assets = await world.search('CyberAsset', 'cyber_system_id', system.id);
    return assets.map((asset) => ({ asset, system }));
  });
  return (await Promise.all(found)).flat().sort((one, other) => (one.asset.id < other.asset.id ? -1 : 1));
}

type AtSite = { target: RecordOf<'Facility'> };

const listAt = (site: Site) => ({
  run: async (world: World, { target }: AtSite) => ({
    body: (await assetsAt(world, site, target.id)).map(({ asset }) => asset),
  }),
});

const exportAt = (site: Site, isLow: boolean) => ({
  async run(world: World, { target }: AtSite) {
    const all = await assetsAt(world, site, target.id);
    const wanted = all.filter(({ asset }) => (asset.impact_rating === 'low') === isLow);
    return exportAssets(wanted, site, target, isLow);
  },
});

/** @throws ApiError `validation_error` for a file that is no CSV of cyber assets. */
const ofFile = async <Result>(read: Promise<Result>): Promise<Result> =>
  read.catch((error: unknown) => {
    throw error instanceof UnreadableCsv ? invalid('file', error.message) : error;
  });

const systems = {
  createCyberSystem: {},
  updateCyberSystem: {
    async rules(world, change) {
      const { before, after, body } = change;
      if (body.facility_id !== undefined) delete after.control_center_id;
      if (body.control_center_id !== undefined) delete after.facility_id;
      const getPlace = (system: RecordOf<'CyberSystem'>) => system.facility_id ?? system.control_center_id;
      if (getPlace(before) !== getPlace(after)) change.note = { operation: 'moved' };
      if (before.impact_rating === after.impact_rating) return;
      for (const asset of await world.search('CyberAsset', 'cyber_system_id', before.id)) {
        const description = `${ratingInWords(asset.name, before, after)}.`;
        const rated = { ...asset, impact_rating: after.impact_rating };
        world.log('CyberAsset', asset, rated, { operation: 'updated', description });
      }
    },
  },
  deleteCyberSystem: {},
  getCyberAssetsBySystem: {},
  deleteCyberAsset: {
    rules: (_world, change) => void (change.note = { description: `Deleted ${change.before.name}.` }),
  },
  importCyberAssets: {
    async run(world, { target, files: [file] }) {
      const { id: cyber_system_id, impact_rating, organization_slug } = target;
      const rows = await ofFile(readAssetRows(file!.content, target.id));
      const named: RecordOf<'CyberAsset'>[] = [];
      for (const part of splitRows(rows)) {
        const found = part.map(({ name }) => world.search('CyberAsset', 'name', name));
        named.push(...(await Promise.all(found)).flat());
      }
      const plan = await ofFile(planAssetRows(rows, named));
      const errors = plan.flatMap(({ line, fault }) => (fault ? [{ line, ...fault }] : []));
      if (rows.every(({ fault }) => fault)) {
        const [first] = errors;
        const example = first ? `: line ${first.line} ${first.field} ${first.message}` : '';
        throw invalid('file', `has no valid row${example}`);
      }
      const [created_at, updated_at] = [world.now.toISOString(), world.now.toISOString()];
      const place = { cyber_system_id, impact_rating, created_at, updated_at, organization_slug };
      const created = plan.filter(({ fault }) => !fault);
      for (const { name, asset_type } of created) {
        await nextSlice();
        await world.create('CyberAsset', { name, asset_type, ...place });
      }
      return { body: { created: created.length, refused: errors.length, errors } };
    },
  },
} satisfies Behaviors<'CyberSystem'>;

const sites = {
  createFacility: {},
  updateFacility: {},
  deleteFacility: {
    /** Training assignments keep the last name of a deleted facility. */
    async rules(world, { before: { id } }) {
      for (const assignment of await world.list('TrainingAssignment'))
        if (assignment.facilities.some((facility) => facility.id === id))
          await world.keep('TrainingAssignment', assignment);
    },
  },
  getCyberSystemsByFacility: {},
  getCyberSystemsByControlCenter: {},
  getCyberAssetsByFacility: listAt('facility'),
  getCyberAssetsByControlCenter: listAt('control_center'),
  getCyberAssetsImportTemplate: { run: () => ({ body: csvLine(['name', 'asset_type']) }) },
  exportCyberAssetsCsv: exportAt('facility', false),
  exportLowCyberAssetsCsv: exportAt('facility', true),
  exportControlCenterCyberAssetsCsv: exportAt('control_center', false),
  exportControlCenterLowCyberAssetsCsv: exportAt('control_center', true),
} satisfies Behaviors<'Facility'>;

export const inventory = { ...systems, ...sites };
