// The model of cyber assets: the released operations, and the lists by system and by site.
import { revokeItems } from './access-controls';
import { type Commands, readRecord, tagged } from './command';
import { type Dice, type Fault, bodyWith, references, target } from './dice';
import { systemsOf } from './facilities';
import { ratingChange, viewAsset } from './systems';
import { type Row, type World, given } from './world';

const TYPES = ['hardware', 'software'];
const FAULTS: Fault[] = [
  ['name', { name: '' }],
  ['name', { name: 'x'.repeat(256) }],
  ['asset_type', { asset_type: 'Hardware' }],
  ['cyber_system_id', { cyber_system_id: null }],
];

/** A name of a small set, so that names collide: in upper and lower case, composed and decomposed. */
export function assetName(dice: Dice): string {
  const name = `${dice.pick(['Relé', '=SUM;-1,@'])} ${dice.int(40)}`;
  return dice.pick([name, name.toUpperCase(), name.normalize('NFD')]);
}
export const folded = (name: string) => name.normalize('NFC').toLowerCase();
export const assetNamed = (world: World, name: string) =>
  world.rows.cyber_asset.find((row) => folded(row.name) === folded(name));
export const assetsOf = (world: World, systems: Row[]) =>
  world.rows.cyber_asset.filter((row) => systems.some(({ id }) => id === row.cyber_system_id));

/** Adds an asset, and records it. `id` is new. */
export function addAsset(world: World, id: string, fields: object): Row {
  const [time, { slug }] = [world.now(), world.organization];
  const row = world.add('cyber_asset', {
    id,
    ...fields,
    created_at: time,
    updated_at: time,
    organization_slug: slug,
  });
  const inherited = ratingChange(null, viewAsset(world, row).impact_rating);
  world.record('created', 'cyber_asset', id, { inherited });
  return row;
}

const guardOf = (world: World, row: Row | undefined) =>
  row && tagged(`/cyber-assets/${row.id}`, () => viewAsset(world, row));
const isTaken = (world: World, name: string | undefined, own?: Row) => {
  const other = name === undefined ? undefined : assetNamed(world, name);
  return other !== undefined && other !== own;
};

/** Plans a list of the assets of one parent. */
const listOf =
  (kind: 'facility' | 'control_center' | 'cyber_system', param: string): Commands[string] =>
  (world, dice) => {
    const { id, row } = target(world, dice, kind);
    const systems = kind === 'cyber_system' ? [row!] : systemsOf(world, id);
    return {
      params: { [param]: id },
      isMissing: !row,
      succeed: () => assetsOf(world, systems).map((asset) => viewAsset(world, asset)),
    };
  };

export const assets: Commands = {
  getCyberAssets: (world) => ({
    succeed: () => world.rows.cyber_asset.map((row) => viewAsset(world, row)),
  }),
  getCyberAsset: readRecord('cyber_asset', viewAsset),
  getCyberAssetsBySystem: listOf('cyber_system', 'cyberSystemId'),
  getCyberAssetsByFacility: listOf('facility', 'facilityId'),
  getCyberAssetsByControlCenter: listOf('control_center', 'controlCenterId'),

  createCyberAsset: (world, dice) => {
    const { to, unknown } = references(world, dice);
    const body = {
      name: assetName(dice),
      cyber_system_id: to('cyber_system', 'cyber_system_id'),
      asset_type: dice.pick(TYPES),
    };
    return {
      ...bodyWith(dice, body, [...FAULTS, ['asset_type', { asset_type: undefined }]]),
      unknown,
      isConflict: isTaken(world, body.name),
      status: 201,
      shows: ({ id }) => guardOf(world, world.find('cyber_asset', id))!,
      succeed: ({ id }) => viewAsset(world, addAsset(world, id, body)),
    };
  },
  updateCyberAsset: (world, dice) => {
    const { id, row } = target(world, dice, 'cyber_asset');
    const { to, unknown } = references(world, dice);
    const body = given({
      name: dice.maybe(assetName(dice), 40),
      cyber_system_id: dice.chance(40) ? to('cyber_system', 'cyber_system_id') : undefined,
      asset_type: dice.maybe(dice.pick(TYPES)),
    });
    return {
      params: { id },
      ...bodyWith(dice, body, FAULTS),
      isMissing: !row,
      unknown,
      guard: guardOf(world, row),
      isConflict: isTaken(world, body.name, row),
      shows: () => guardOf(world, row)!,
      succeed() {
        const isSame = Object.entries(body).every(([field, value]) => row![field] === value);
        if (isSame) return viewAsset(world, row!);
        const before = viewAsset(world, row!);
        Object.assign(row!, body);
        world.touch(row!, 'updated_at');
        const isMoved = before.cyber_system_id !== row!.cyber_system_id;
        const after = viewAsset(world, row!);
        const inherited = ratingChange(before.impact_rating, after.impact_rating);
        world.record(isMoved ? 'moved' : 'updated', 'cyber_asset', id, { inherited });
        return after;
      },
    };
  },
  deleteCyberAsset: (world, dice) => {
    const { id, row } = target(world, dice, 'cyber_asset');
    return {
      params: { id },
      isMissing: !row,
      guard: guardOf(world, row),
      succeed() {
        const inherited = ratingChange(viewAsset(world, row!).impact_rating, null);
        world.remove('cyber_asset', row!);
        world.record('deleted', 'cyber_asset', id, { inherited });
        revokeItems(world, 'resourceId', id);
      },
    };
  },
};
