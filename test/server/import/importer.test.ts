// Tests imports into an organization with records.
import { randomUUID } from 'node:crypto';
import { type ImportContent, ImportError } from '../../../src/server/import/content';
import { createCollection } from '../../../src/server/records/collection';
import { createCyberAssetStore } from '../../../src/server/records/asset-store';
import { openTestInventory, type TestInventory } from '../../support/inventory';

let context: TestInventory;
let assets: ReturnType<typeof createCyberAssetStore>;
beforeEach(async () => {
  context = await openTestInventory();
  assets = createCyberAssetStore(context.inventory.database);
});
afterEach(() => context.close());

const run = (content: ImportContent, options = {}) =>
  context.inventory.importer.run(context.cedar.organization, content, options);
const listed = async (tenant = context.cedar) => {
  const { body } = await assets.list(tenant.organization);
  return JSON.parse((body as Buffer).toString()) as Record<string, string>[];
};
const version = () => assets.version(context.cedar.organization);

async function errorsOf(content: ImportContent): Promise<string[]> {
  const error = await run(content).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ImportError);
  return (error as ImportError).errors.map(({ file, line, message }) => `${file}:${line} ${message}`);
}

const asset = (fields: object) => ({ cyber_system_id: 'cs_cedar_relays', asset_type: 'hardware', ...fields });
const RTU = asset({ id: 'ca_cedar_rtu', name: 'cedar-RTU01' });

it('imports a list as the API returns it, and changes nothing', async () => {
  const before = await version();
  const report = await run({ cyber_assets: await listed() });
  expect(report.collections.cyber_assets).toEqual({ created: 0, updated: 0, unchanged: 2 });
  expect(await version()).toBe(before);
});

it('finds a row without an id by its name, in any case', async () => {
  const report = await run({ cyber_assets: [asset({ name: 'CEDAR-rtu01' })] });
  expect(report.collections.cyber_assets).toEqual({ created: 0, updated: 1, unchanged: 0 });
  expect(await listed()).toContainEqual(expect.objectContaining({ id: 'ca_cedar_rtu', name: 'CEDAR-rtu01' }));
});

it('assigns a new id to a new name, and finds the record by name the next time', async () => {
  const content = { facilities: [{ name: 'New Yard' }], cyber_assets: [asset({ name: 'NEW-RTU01' })] };
  expect((await run(content)).collections).toMatchObject({
    facilities: { created: 1 },
    cyber_assets: { created: 1 },
  });
  expect((await run(content)).collections).toMatchObject({
    facilities: { created: 0, unchanged: 1 },
    cyber_assets: { created: 0, unchanged: 1 },
  });
  expect((await listed()).find(({ name }) => name === 'NEW-RTU01')?.['id']).toMatch(/^ca_[0-9a-z]{26}$/);
});

it('keeps created_at, updates updated_at and changes the version of the collection', async () => {
  const before = (await listed()).find(({ id }) => id === 'ca_cedar_rtu');
  const versionBefore = await version();
  await run({
    cyber_assets: [{ ...before, asset_type: 'software', updated_at: '2001-01-01T00:00:00.000Z' }],
  });
  const after = (await listed()).find(({ id }) => id === before!['id'])!;
  expect(after['created_at']).toBe(before!['created_at']);
  expect(after['updated_at']! > before!['updated_at']!).toBe(true);
  expect(await version()).not.toBe(versionBefore);
});

it('changes the version of the assets when the impact rating of a system changes', async () => {
  const before = await version();
  await run({
    cyber_systems: [
      {
        id: 'cs_cedar_relays',
        name: 'cedar Protection',
        impact_rating: 'low',
        facility_id: 'fac_cedar_millbrook',
      },
    ],
  });
  expect(await version()).not.toBe(before);
  expect(await listed()).toContainEqual(
    expect.objectContaining({ id: 'ca_cedar_rtu', impact_rating: 'low' }),
  );
});

it('moves a system from a facility to a control center', async () => {
  const report = await run({
    cyber_systems: [
      {
        id: 'cs_cedar_relays',
        name: 'cedar Protection',
        impact_rating: 'medium',
        control_center_id: 'cc_cedar_primary',
      },
    ],
  });
  expect(report.collections.cyber_systems.updated).toBe(1);
  const systems = createCollection<unknown>(context.inventory.database, {
    name: 'cyber_systems',
    json: () =>
      context.inventory.database.dialect.jsonObject({
        id: 'r.id',
        facility_id: 'r.facility_id',
        control_center_id: 'r.control_center_id',
      }),
  });
  const moved: unknown = JSON.parse(
    (await systems.get(context.cedar.organization, 'cs_cedar_relays'))!.toString(),
  );
  expect(moved).toEqual({ id: 'cs_cedar_relays', facility_id: null, control_center_id: 'cc_cedar_primary' });
});

it('lets two assets swap names, and a new asset take a released name', async () => {
  const app = {
    id: 'ca_cedar_app',
    name: 'cedar-RTU01',
    cyber_system_id: 'cs_cedar_ems',
    asset_type: 'software',
  };
  await run({ cyber_assets: [{ ...RTU, name: 'cedar-EMS-APP01' }, app] });
  expect((await listed()).map(({ id, name }) => [id, name])).toEqual([
    ['ca_cedar_app', 'cedar-RTU01'],
    ['ca_cedar_rtu', 'cedar-EMS-APP01'],
  ]);
  const report = await run({
    cyber_assets: [{ ...RTU, name: 'cedar-RTU09' }, asset({ name: 'CEDAR-EMS-APP01' })],
  });
  expect(report.collections.cyber_assets).toEqual({ created: 1, updated: 1, unchanged: 0 });
});

it('rejects a name that another asset of the organization keeps', async () => {
  expect(await errorsOf({ cyber_assets: [asset({ id: 'ca_new', name: 'Cedar-RTU01' })] })).toEqual([
    'cyber_assets:1 name is taken by ca_cedar_rtu of the organization',
  ]);
});

it('rejects a name without an id that matches more than one record', async () => {
  await run({
    facilities: [
      { id: 'fac_a', name: 'Yard' },
      { id: 'fac_b', name: 'Yard' },
    ],
  });
  expect(await errorsOf({ facilities: [{ name: 'Yard' }] })).toEqual([
    'facilities:1 name matches 2 records of the organization; give the id of one facility',
  ]);
  expect(await errorsOf({ facilities: [{ name: 'Dock' }, { id: 'fac_c', name: 'Dock' }] })).toEqual([
    'facilities:1 name is also on line 2; give each row an id',
  ]);
});

it('rejects a system with two locations, none, or one of another organization', async () => {
  const system = { name: 'X', impact_rating: 'low' };
  expect(
    await errorsOf({
      cyber_systems: [
        { ...system, id: 'cs_1', facility_id: 'fac_cedar_sun', control_center_id: 'cc_cedar_primary' },
        { ...system, id: 'cs_2' },
        { ...system, id: 'cs_3', facility_id: 'fac_other_sun' },
      ],
    }),
  ).toEqual([
    'cyber_systems:1 must have exactly one of facility_id, facility_name, control_center_id or control_center_name',
    'cyber_systems:2 must have exactly one of facility_id, facility_name, control_center_id or control_center_name',
    'cyber_systems:3 facility_id matches no facility in the file or the organization',
  ]);
});

it('does not change another organization with the same ids', async () => {
  const before = await listed(context.other);
  await run({
    facilities: [{ id: 'fac_other_sun', name: 'Mine' }],
    cyber_assets: [asset({ id: 'ca_other_rtu', name: 'other-RTU01' })],
  });
  expect(await listed(context.other)).toEqual(before);
});

it('writes nothing in a dry run, and returns the same report', async () => {
  const [before, versionBefore] = [await listed(), await version()];
  const content = { cyber_assets: [{ ...RTU, asset_type: 'software' }, asset({ name: randomUUID() })] };
  const dry = await run(content, { dryRun: true });
  expect([await listed(), await version()]).toEqual([before, versionBefore]);
  expect((await run(content)).collections).toEqual(dry.collections);
});

it('reports its progress up to the last row', async () => {
  const seen: [number, number][] = [];
  const many = Array.from({ length: 450 }, (_, index) => asset({ name: `N-${index}` }));
  await run(
    { cyber_assets: [...many, { ...RTU, asset_type: 'software' }] },
    { onProgress: (done: number, total: number) => seen.push([done, total]) },
  );
  expect(seen[0]).toEqual([1, 451]);
  expect(seen.at(-1)).toEqual([451, 451]);
  expect(await listed()).toHaveLength(452);
});

const MILLBROOK = 'cedar Millbrook 345 kV Substation';
const BY_NAME = {
  facilities: [{ name: 'North Yard' }, { name: 'South Yard' }],
  control_centers: [{ name: 'Backup' }],
  cyber_systems: [
    { name: 'Relays', impact_rating: 'low', facility_name: 'North Yard' },
    { name: 'Relays', impact_rating: 'medium', facility_name: 'South Yard' },
    { name: 'Archive', impact_rating: 'high', control_center_name: 'Backup' },
    { name: 'Meters', impact_rating: 'low', facility_name: MILLBROOK },
  ],
  cyber_assets: [
    { name: 'N-1', asset_type: 'hardware', cyber_system_name: 'Relays', facility_name: 'North Yard' },
    { name: 'S-1', asset_type: 'hardware', cyber_system_name: 'Relays', facility_name: 'South Yard' },
    { name: 'B-1', asset_type: 'software', cyber_system_name: 'Archive' },
    { name: 'M-1', asset_type: 'software', cyber_system_name: 'Meters', facility_name: MILLBROOK },
  ],
};

it('imports records without ids that refer to each other by name, and changes nothing the second time', async () => {
  const { collections } = await run(BY_NAME);
  expect(Object.values(collections).map(({ created }) => created)).toEqual([2, 1, 4, 4]);
  const ratings = (await listed()).flatMap(({ name, impact_rating }) =>
    /^[A-Z]-1$/.test(name!) ? [[name, impact_rating]] : [],
  );
  expect(ratings).toEqual([
    ['N-1', 'low'],
    ['S-1', 'medium'],
    ['B-1', 'high'],
    ['M-1', 'low'],
  ]);
  const again = await run(BY_NAME);
  expect(Object.values(again.collections).map(({ unchanged }) => unchanged)).toEqual([2, 1, 4, 4]);
});

it('creates a system of a name that another site has, and leaves the other system where it is', async () => {
  const system = { name: 'cedar Protection', impact_rating: 'low', control_center_id: 'cc_cedar_primary' };
  const { collections } = await run({ cyber_systems: [system] });
  expect(collections.cyber_systems).toEqual({ created: 1, updated: 0, unchanged: 0 });
});

it('rejects a name that no record has or several have, with the candidates', async () => {
  await run({
    facilities: [
      { id: 'fac_a', name: 'Yard' },
      { id: 'fac_b', name: 'Yard' },
      { id: 'fac_c', name: 'Dock' },
    ],
    cyber_systems: [
      { id: 'cs_b', name: 'Relays', impact_rating: 'low', facility_id: 'fac_b' },
      { id: 'cs_c', name: 'Relays', impact_rating: 'low', facility_name: 'Dock' },
    ],
  });
  const relay = { asset_type: 'hardware', cyber_system_name: 'Relays' };
  const system = { impact_rating: 'low' };
  const errors = await errorsOf({
    cyber_systems: [
      { ...system, name: 'A', facility_name: 'Yard' },
      { ...system, name: 'B', facility_name: 'dock' },
      { ...system, name: 'C', facility_name: 'Dock', facility_id: 'fac_c' },
    ],
    cyber_assets: [
      { ...relay, name: 'R-1' },
      { ...relay, name: 'R-2', control_center_name: 'cedar Primary' },
      { name: 'R-3', asset_type: 'hardware' },
    ],
  });
  expect(errors).toEqual([
    'cyber_systems:1 facility_name "Yard" matches 2 records: Yard (fac_a), Yard (fac_b); use facility_id',
    'cyber_systems:2 facility_name "dock" matches no facility in the file or the organization',
    'cyber_systems:3 must have exactly one of facility_id, facility_name, control_center_id or control_center_name',
    'cyber_assets:1 cyber_system_name "Relays" matches 2 records: Relays of Yard (cs_b), Relays of Dock (cs_c); add facility_name or control_center_name, or use cyber_system_id',
    'cyber_assets:2 cyber_system_name "Relays" is not at that site; found: Relays of Yard (cs_b), Relays of Dock (cs_c)',
    'cyber_assets:3 must have exactly one of cyber_system_id or cyber_system_name',
  ]);
});

it('plans again when another request changes the organization meanwhile', async () => {
  const { database } = context.inventory;
  const content = { cyber_assets: [asset({ name: 'RACE-RTU01', asset_type: 'software' })] };
  const snapshot = database.snapshot.bind(database);
  jest.spyOn(database, 'snapshot').mockImplementationOnce(async (scope, work) => {
    const planned = await snapshot(scope, work);
    await run({ cyber_assets: [asset({ name: 'RACE-RTU01' })] });
    return planned;
  });
  const report = await run(content);
  expect(report.collections.cyber_assets).toEqual({ created: 0, updated: 1, unchanged: 0 });
  expect((await listed()).filter(({ name }) => name === 'RACE-RTU01')).toEqual([
    expect.objectContaining({ asset_type: 'software' }),
  ]);
});

it('locks nothing for a file that changes nothing, or for a dry run', async () => {
  const write = jest.spyOn(context.inventory.database, 'write');
  await run({ cyber_assets: await listed() });
  await run({ cyber_assets: [asset({ name: 'NEW-RTU01' })] }, { dryRun: true });
  expect(write).not.toHaveBeenCalled();
});
