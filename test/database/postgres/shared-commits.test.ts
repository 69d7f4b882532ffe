// Organizations share commits, but neither rows nor failures nor waits.
import { Client } from 'pg';
import type { BatchedChange, BatchedQuery } from '../../../src/database/database';
import { newAsset } from '../../support/assets';
import { type Tenant, createTenant } from '../../support/inventory';
import { type TestServer, serverOf, startTestServer } from '../../support/server';
import { until } from '../../support/until';

const MARKS = Array.from({ length: 20 }, (_, index) => `org${String(index).padStart(2, '0')}`);

let one: TestServer;
let two: Awaited<ReturnType<typeof serverOf>>;
let tenants: Tenant[];
let owner: Client;
beforeAll(async () => {
  one = await startTestServer();
  two = await serverOf(one.databaseUrl, one.cedar.key);
  tenants = [];
  for (const mark of MARKS) tenants.push(await createTenant(one.inventory, mark));
  owner = new Client({ connectionString: one.databaseUrl });
  await owner.connect();
});
afterEach(() => owner.query('rollback')); // releases the lock of a failed test
afterAll(async () => {
  await owner.end();
  await two.close();
  await one.close();
});

const post = (client: TestServer['client'], { key, mark }: Tenant) =>
  client('POST', '/cyber-assets', { key, body: newAsset({ cyber_system_id: `cs_${mark}_relays` }) });

const scopeOf = ({ organization }: Tenant) => ({ organization: organization.id });

/** Runs a query without a condition once for each member. */
function queryOf<Row>(sql: string): BatchedQuery<null, Row[]> {
  return {
    run: async (all, keys) => {
      const rows = await all<undefined, Row>({ sql, bind: () => [] }, undefined);
      return keys.map(() => rows);
    },
  };
}
const transactionId = queryOf<{ id: string }>('select pg_current_xact_id()::text as id');
const visible = queryOf<{ owner: string }>('select distinct organization_id as owner from cyber_assets');

/** Inserts an asset of the tenant that it is given, whatever the scope. */
const insertAsset: BatchedChange<Tenant> = {
  statements: (owners) =>
    owners.map(({ organization, mark }) => ({
      sql: `insert into cyber_assets (organization_id, id, name, name_key, cyber_system_id, asset_type, created_at, updated_at)
        values ($1, 'ca_added', 'added', 'added', $2, 'hardware', '', '')`,
      values: [organization.id, `cs_${mark}_relays`],
    })),
};
const changeAll: BatchedChange<string> = {
  statements: (times) =>
    times.map((time) => ({ sql: 'update cyber_assets set updated_at = $1', values: [time] })),
};

const assets = async () =>
  (
    await owner.query<{ owner: string; id: string; updated_at: string }>(
      'select organization_id as owner, id, updated_at from cyber_assets order by organization_id, id',
    )
  ).rows;

const change = <Item>(tenant: Tenant, batched: BatchedChange<Item>, item: Item) =>
  one.inventory.database.transaction(scopeOf(tenant), async (transaction) => {
    const [rows, [transactionRow]] = await Promise.all([
      transaction.query(visible, null),
      transaction.query(transactionId, null),
    ]);
    transaction.change(batched, item);
    return { owners: rows.map((row) => row.owner), id: transactionRow!.id };
  });

const nothing: BatchedChange<null> = { statements: () => [] };

it('commits the changes of 20 organizations in one transaction', async () => {
  const results = await Promise.all(tenants.map((tenant) => change(tenant, nothing, null)));
  expect(new Set(results.map(({ id }) => id)).size).toBe(1);
});

it('shows each member the rows of its own organization alone', async () => {
  const results = await Promise.all(tenants.map((tenant) => change(tenant, nothing, null)));
  expect(results.map(({ owners }) => owners)).toEqual(tenants.map(({ organization }) => [organization.id]));
});

it('changes only the rows of the own organization, whatever the statement says', async () => {
  const [first, second, third] = tenants as [Tenant, Tenant, Tenant];
  const before = await assets();
  const results = await Promise.all([
    change(first, nothing, null),
    change(second, changeAll, 'now'),
    change(third, nothing, null),
  ]);
  expect(new Set(results.map(({ id }) => id)).size).toBe(1);
  expect(await assets()).toEqual(
    before.map((row) => (row.owner === second.organization.id ? { ...row, updated_at: 'now' } : row)),
  );
});

it('rejects a row of another organization of the same commit, and commits the changes of the others', async () => {
  const [first, second, third, fourth] = tenants as [Tenant, Tenant, Tenant, Tenant];
  const results = await Promise.allSettled([
    change(first, insertAsset, first),
    change(second, insertAsset, third),
    change(third, nothing, null),
    change(fourth, insertAsset, fourth),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(results[1]).toMatchObject({ reason: { code: '42501' } });
  const added = (await assets()).filter(({ id }) => id === 'ca_added');
  expect(added.map((row) => row.owner).sort()).toEqual(
    [first, fourth].map(({ organization }) => organization.id).sort(),
  );
});

it('shows each member its own rows again after the failure of another member was rolled back', async () => {
  const fail = change(tenants[5]!, insertAsset, tenants[6]!).catch(() => undefined);
  const results = await Promise.all(tenants.map((tenant) => change(tenant, nothing, null)));
  await fail;
  expect(results.map(({ owners }) => owners)).toEqual(tenants.map(({ organization }) => [organization.id]));
});

it('returns 409 to the member whose name is taken, and 201 to the members of other organizations', async () => {
  const [first, second, third] = tenants as [Tenant, Tenant, Tenant];
  const body = newAsset({ cyber_system_id: `cs_${second.mark}_relays`, name: 'taken' });
  const create = () => one.client('POST', '/cyber-assets', { key: second.key, body });
  expect((await create()).status).toBe(201);
  const replies = await Promise.all([post(one.client, first), create(), post(one.client, third)]);
  expect(replies.map(({ status }) => status)).toEqual([201, 409, 201]);
});

it('completes the changes of other organizations while one is locked, and its own change after the lock', async () => {
  const [locked, ...others] = tenants as [Tenant, ...Tenant[]];
  await owner.query('begin');
  await owner.query('select from organizations where id = $1 for no key update', [locked.organization.id]);
  let isComplete = false;
  const waiting = post(one.client, locked).finally(() => (isComplete = true));
  const replies = await Promise.all(others.map((tenant) => post(one.client, tenant)));
  expect(replies.map(({ status }) => status)).toEqual(others.map(() => 201));
  expect(isComplete).toBe(false);
  await owner.query('commit');
  expect((await waiting).status).toBe(201);
});

it('returns 201 for each of 400 creates in 20 organizations through two servers, in opposite orders', async () => {
  for (let round = 0; round < 10; round++) {
    const replies = await Promise.all([
      ...tenants.map((tenant) => post(one.client, tenant)),
      ...[...tenants].reverse().map((tenant) => post(two.client, tenant)),
    ]);
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 201));
  }
});

it('stores the usage of the keys of 20 organizations over one connection', async () => {
  const { keys, database } = one.inventory;
  const ids: string[] = [];
  for (const { organization } of tenants) ids.push((await keys.list(organization.id))[0]!.id);
  const use = {
    at: '2026-11-24T00:00:00.000Z',
    counts: [{ day: '2026-11-24', operationId: 'getFacilities', requests: 2 }],
  };
  let isStored = false;
  const stored = Promise.all(
    tenants.map(({ organization }, index) => keys.recordUse(organization.id, ids[index]!, use)),
  ).finally(() => (isStored = true));
  let busy = 0;
  await until(() => {
    busy = Math.max(busy, database.connectionUse().busy);
    return isStored;
  });
  await stored;
  expect(busy).toBe(1);
  const { rows } = await owner.query(
    `select sum(requests)::int as requests from key_requests where day = '2026-11-24' and key_id = any($1)`,
    [ids],
  );
  expect(rows).toEqual([{ requests: 40 }]);
});
