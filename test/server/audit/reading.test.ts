// Reading the activity log: pages, filters and verification.
import { parse } from 'csv-parse/sync';
import { type Actor, byUser } from '../../../src/server/audit/entry';
import { FORMATS, formatRows } from '../../../src/server/audit/formats';
import { type ActivityFilter, NEWEST, readRows } from '../../../src/server/audit/read';
import { verifyChain } from '../../../src/server/audit/verify-chain';
import { type TestInventory, openTestInventory } from '../../support/inventory';
import { addUser } from '../../support/users';

let test: TestInventory;
let ADMIN: Actor;
beforeAll(async () => {
  test = await openTestInventory();
  ADMIN = byUser((await addUser(test.inventory, id(), 'compliance.manager@cedar.example')).id, {
    requestId: 'req-1',
  });
  const content = {
    cyber_assets: Array.from({ length: 60 }, (_, index) => ({
      id: `ca_${index}`,
      name: `many ${index}`,
      cyber_system_id: 'cs_cedar_ems',
      asset_type: 'software',
    })),
  };
  await test.inventory.importer.run(test.cedar.organization, content);
  await test.inventory.keys.create(
    id(),
    { label: 'Historian', createdBy: 'admin', expiresAt: new Date(Date.now() + 60_000), environment: 'live' },
    ADMIN,
  );
});
afterAll(() => test.close());

const id = () => test.cedar.organization.id;
const newest = async (filter: Parameters<TestInventory['inventory']['activity']['newest']>[1] = {}) =>
  test.inventory.activity.newest(id(), filter);
const sequences = async (filter: Parameters<typeof newest>[0]) =>
  (await newest(filter)).map(({ sequence }) => sequence);
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, index) => from - index);
const LAST = 10 + 1 + 60 + 1; // the setup, the admin, the assets, the key

async function csv(filter: ActivityFilter): Promise<Record<string, string>[]> {
  let text = '';
  for await (const piece of formatRows(FORMATS.csv, readRows(test.inventory.activity.pages(id(), filter))))
    text += piece;
  return parse(text, { columns: true });
}

it('reads pages from the newest entry to the first', async () => {
  expect(await sequences({})).toEqual(down(LAST, LAST - NEWEST + 1));
  expect(await sequences({ before: LAST - NEWEST + 1 })).toEqual(down(LAST - NEWEST, 1));
  expect(await sequences({ before: 1 })).toEqual([]);
});

it('filters by actor, resource type and resource, in pages and exports', async () => {
  const asset = { resourceType: 'cyber-asset', resourceId: 'ca_7' };
  expect(await newest({ actorId: ADMIN.actorId })).toEqual([
    expect.objectContaining({ sequence: LAST, operation: 'created', resource_type: 'api-key' }),
  ]);
  expect(await sequences({ resourceType: 'api-key' })).toEqual([LAST, 10]);
  expect(await newest(asset)).toEqual([expect.objectContaining({ resource_id: 'ca_7' })]);
  expect(await sequences({ actorId: ADMIN.actorId, ...asset })).toEqual([]);
  expect((await csv({ resourceType: 'api-key' })).map(({ sequence }) => sequence)).toEqual([
    '10',
    String(LAST),
  ]);
  expect(await csv({ actorId: ADMIN.actorId })).toEqual([
    expect.objectContaining({ actorId: ADMIN.actorId, description: 'Created the API key "Historian".' }),
  ]);
});

it('filters by time, with an inclusive start and an exclusive end', async () => {
  const last = (await newest())[0]!.occurred_at;
  const ofLast = (await newest())
    .filter(({ occurred_at }) => occurred_at === last)
    .map(({ sequence }) => sequence);
  expect(await sequences({ since: last })).toEqual(ofLast);
  expect(await sequences({ until: last })).not.toContain(LAST);
  expect(await csv({ since: last, until: last })).toEqual([]);
  expect(await sequences({ since: '2999-01-01' })).toEqual([]);
});

it('never returns entries of another organization', async () => {
  expect(
    await test.inventory.activity.newest(test.other.organization.id, { actorId: ADMIN.actorId }),
  ).toEqual([]);
  expect(await test.inventory.activity.newest(test.other.organization.id, { resourceId: 'ca_7' })).toEqual(
    [],
  );
});

it('a reader is sufficient to verify a chain', async () => {
  expect(await verifyChain(test.inventory.activity, id())).toMatchObject({
    entries: LAST,
    fault: undefined,
  });
});
