// The model of cyber systems, whose rating every asset of theirs has.
import { revokeItems } from './access-controls';
import type { Change } from './changes';
import { type Commands, readRecord } from './command';
import { type Dice, bodyWith, references, target } from './dice';
import { FAULTY_NAMES, guardOf, listAll } from './facilities';
import { type Row, type World, given } from './world';

const RATINGS = ['high', 'medium', 'low'];
const SITES = { facility_id: 'facility', control_center_id: 'control_center' } as const;

/** Returns an asset as the API shows it, with the rating of its system. */
export function viewAsset(world: World, asset: Row): Row {
  const { impact_rating } = world.find('cyber_system', asset.cyber_system_id)!;
  return { ...asset, impact_rating };
}

/** Returns the change of an inherited rating as the log shows it. */
export const ratingChange = (before: unknown, after: unknown): Change[] =>
  before === after ? [] : [{ field: 'impact_rating', before, after }];

/** Records the new rating of each asset of a system in its history. */
function recordRating(world: World, system: Row, before: string): void {
  if (system.impact_rating === before) return;
  for (const asset of world.rows.cyber_asset.filter((row) => row.cyber_system_id === system.id))
    world.record('updated', 'cyber_asset', asset.id, {
      inherited: ratingChange(before, system.impact_rating),
    });
}

const siteFields = (world: World, dice: Dice) => {
  const refs = references(world, dice);
  const field = dice.pick(['facility_id', 'facility_id', 'control_center_id'] as const);
  return { site: { [field]: refs.to(SITES[field], field) }, unknown: refs.unknown };
};

export const systems: Commands = {
  getCyberSystems: listAll('cyber_system'),
  getCyberSystem: readRecord('cyber_system'),
  createCyberSystem: (world, dice) => {
    const { site, unknown } = siteFields(world, dice);
    const body = { name: dice.text('System'), impact_rating: dice.pick(RATINGS), ...site };
    return {
      ...bodyWith(dice, body, [
        ...FAULTY_NAMES,
        ['impact_rating', { impact_rating: 'none' }],
        ['', { facility_id: 'fac_x', control_center_id: 'cc_x' }],
        ['', { facility_id: undefined, control_center_id: undefined }],
      ]),
      unknown,
      status: 201,
      shows: ({ id }) => guardOf('/cyber-systems', world.find('cyber_system', id))!,
      succeed({ id }) {
        const row = world.add('cyber_system', { id, ...body, organization_slug: world.organization.slug });
        world.record('created', 'cyber_system', id);
        return row;
      },
    };
  },
  updateCyberSystem: (world, dice) => {
    const { id, row } = target(world, dice, 'cyber_system');
    const { site, unknown } = dice.chance(40) ? siteFields(world, dice) : { site: {}, unknown: [] };
    const own = given({
      name: dice.maybe(dice.text('System')),
      impact_rating: dice.maybe(dice.pick(RATINGS)),
    });
    return {
      params: { id },
      ...bodyWith(dice, { ...own, ...site }, [
        ...FAULTY_NAMES,
        ['', { facility_id: 'a', control_center_id: 'b' }],
      ]),
      isMissing: !row,
      unknown,
      guard: guardOf('/cyber-systems', row),
      shows: () => guardOf('/cyber-systems', row)!,
      succeed() {
        const before = { ...row! };
        if (Object.keys(site).length > 0) {
          delete row!.facility_id;
          delete row!.control_center_id;
        }
        Object.assign(row!, own, site);
        const isMoved = ['facility_id', 'control_center_id'].some((field) => row![field] !== before[field]);
        recordRating(world, row!, before.impact_rating);
        if (Object.keys({ ...own, ...site }).length > 0)
          world.record(isMoved ? 'moved' : 'updated', 'cyber_system', id);
        return row;
      },
    };
  },
  deleteCyberSystem: (world, dice) => {
    const { id, row } = target(world, dice, 'cyber_system');
    return {
      params: { id },
      isMissing: !row,
      guard: guardOf('/cyber-systems', row),
      isConflict: world.rows.cyber_asset.some((asset) => asset.cyber_system_id === id),
      succeed() {
        world.remove('cyber_system', row!);
        world.record('deleted', 'cyber_system', id);
        revokeItems(world, 'resourceId', id);
      },
    };
  },
};
