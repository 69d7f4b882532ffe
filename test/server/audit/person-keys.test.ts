// The key with which a user made a change, in the log and in its hash chain.
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { type Inventory, openInventory, verifyLog } from '../../../src/app/inventory';
import type { Caller } from '../../../src/contract/handler';
import type { ActivityRow } from '../../../src/server/audit/chain';
import { byCaller } from '../../../src/server/audit/entry';
import { FORMATS } from '../../../src/server/audit/formats';
import { dropTriggers } from '../../support/activity';
import { type Tenant, type TestInventory, createTenant, openTestInventory } from '../../support/inventory';
import { databaseAt } from '../../support/old-schema';

const PERSON = {
  keyId: 'key_1',
  userId: 'usr_1',
  requestId: 'request',
  address: '192.0.2.9',
  userAgent: 'test',
};
interface Logged {
  inventory: Inventory;
  cedar: Pick<Tenant, 'organization'>;
}

let test: TestInventory;
beforeAll(async () => void (test = await openTestInventory()));
afterAll(() => test.close());

const cedar = () => test.cedar.organization.id;
const rows = () => test.inventory.database.knex<ActivityRow>('activity').where('organization_id', cedar());
const newest = (limit: number) => test.inventory.activity.newest(cedar(), { limit });
const faultsOf = async () => (await verifyLog(test.inventory, cedar(), 'operator')).faults;

/** Appends an entry of each caller in one transaction. Returns the last one. */
async function append(
  {
    inventory,
    cedar: {
      organization: { id: organization },
    },
  }: Logged,
  ...callers: Caller[]
): Promise<ActivityRow> {
  const { database, log, activity: reader } = inventory;
  const activity = {
    operation: 'exported' as const,
    resourceType: 'organization' as const,
    resourceId: organization,
    description: 'Exported the activity as json.',
    changes: [],
  };
  const events = callers.map((caller) => ({ organization, actor: byCaller(caller), activity }));
  await database.write({ organization, by: 'operator' }, (transaction) =>
    log.append(transaction, organization, events),
  );
  return (await reader.newest(organization, { limit: 1 }))[0]!;
}

/** Returns the hash of decision 14. `added`: the values after the user agent. */
function hashOf(row: ActivityRow, ...added: string[]): string {
  const content = [
    ...[row.previous_hash, cedar(), row.sequence, row.id, row.occurred_at, row.actor_type, row.actor_id],
    ...[row.operation, row.resource_type, row.resource_id, row.description, row.changes, row.request_id],
    ...[row.source_address, row.user_agent, ...added],
  ];
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

it('an entry of a user has the id of the key, in its hash, in JSON and in CSV', async () => {
  const row = await append(test, PERSON);
  expect(row).toMatchObject({ actor_type: 'user', actor_id: 'usr_1', key_id: 'key_1' });
  expect(row.hash).toBe(hashOf(row, 'key_1'));
  const entry = { actorType: 'user', actorId: 'usr_1', keyId: 'key_1' };
  expect(JSON.parse(FORMATS.json.write(row))).toMatchObject(entry);
  const { begin, write } = FORMATS.csv;
  expect(parse(begin + write(row), { columns: true })).toMatchObject([entry]);
});

it('an entry of a key without a user has no second id, and the hash from before the column', async () => {
  const row = await append(test, { ...PERSON, userId: undefined });
  expect(row).toMatchObject({ actor_type: 'api_key', actor_id: 'key_1', key_id: null });
  expect(row.hash).toBe(hashOf(row));
});

it('entries of one transaction have keys or none', async () => {
  await append(test, { ...PERSON, userId: undefined }, PERSON, {
    ...PERSON,
    keyId: 'key_2',
    address: undefined,
  });
  expect((await newest(3)).map(({ key_id }) => key_id)).toEqual(['key_2', 'key_1', null]);
  expect(await faultsOf()).toEqual([]);
});

it('verification reports a key that was altered, removed or added', async () => {
  const { sequence } = await append(test, PERSON);
  const restore = await dropTriggers(test.inventory.database.knex);
  const set = (of: number, key_id: string | null) => rows().where({ sequence: of }).update({ key_id });
  for (const key of ['key_other', null]) {
    await set(sequence, key);
    expect(await faultsOf()).toMatchObject([{ kind: 'altered', sequence }]);
  }
  await set(sequence, 'key_1');
  await set(1, 'key_1');
  expect(await faultsOf()).toMatchObject([{ kind: 'altered', sequence: 1 }]);
  await set(1, null);
  expect(await faultsOf()).toEqual([]);
  await restore();
});

it('the migration keeps the hashes of older entries, and the chain goes on with keys', async () => {
  const database = await databaseAt('0013-organization-deletions');
  const before = await openInventory(database.url, undefined, undefined, { schema: 'use' });
  const { organization } = await createTenant(before, 'cedar');
  const older = await before.activity.newest(organization.id);
  await before.close();
  const inventory = await openInventory(database.url);
  expect(inventory.database.migrated).toEqual([
    '0014-activity-keys',
    '0015-activity-search',
    '0016-records',
    '0017-members',
  ]);
  expect(await inventory.database.schemaFaults()).toEqual([]);
  await append({ inventory, cedar: { organization } }, PERSON);
  const [newest, ...rest] = await inventory.activity.newest(organization.id);
  expect(newest).toMatchObject({ key_id: 'key_1', previous_hash: older[0]!.hash });
  expect(rest).toEqual(older.map((row) => ({ ...row, key_id: null })));
  expect((await verifyLog(inventory, organization.id, 'operator')).faults).toEqual([]);
  await inventory.close();
  await database.remove();
});
