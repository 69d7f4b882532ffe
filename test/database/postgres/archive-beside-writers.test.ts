// An archiving drops partitions while two servers change what refers to the same tables: no deadlock, no 503.
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { openInventory, verifyLog } from '../../../src/app/inventory';
import { archiveLogs } from '../../../src/server/audit/archive';
import { newAsset } from '../../support/assets';
import { temporaryFolder } from '../../support/folder';
import { inventoryOf } from '../../support/inventory';
import { serverOf, startTestServer, type TestServer } from '../../support/server';
import { repeatDuring, until } from '../../support/until';

const folders = temporaryFolder();
const MONTHS = ['2025-06', '2025-07', '2025-08', '2025-09'];

let one: TestServer;
let two: Awaited<ReturnType<typeof serverOf>>;
let owner: Client;
beforeAll(async () => {
  one = await startTestServer();
  owner = new Client({ connectionString: one.databaseUrl });
  await owner.connect();
  two = await serverOf(one.databaseUrl, one.cedar.key);
});
afterAll(async () => {
  await owner.end();
  await two.close();
  await one.close();
});

/** Runs `work` beside eight writers, and returns the statuses of their requests. */
async function besideWriters(work: () => Promise<unknown>): Promise<Set<number>> {
  const statuses = new Set<number>();
  const working = work();
  const write = ({ client }: Pick<TestServer, 'client'>) =>
    repeatDuring(working, async () =>
      statuses.add((await client('POST', '/cyber-assets', { body: newAsset() })).status),
    );
  await Promise.all([one, two, one, two, one, two, one, two].map(write));
  const { rows } = await owner.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ deadlocks: 0 }]);
  return statuses;
}

const partitions = async (): Promise<string[]> =>
  (
    await owner.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'activity'::regclass`,
    )
  ).rows.map(({ name }) => name);

it('archives months, and organizations come and go, while every request of two servers succeeds', async () => {
  let today = '';
  const inventory = await openInventory(one.databaseUrl, 'test', { now: () => new Date(today) });
  for (const month of MONTHS) {
    await owner.query(
      `create table activity_${month.replace('-', '_')} partition of activity for values from ('${month}') to ('${month}-99')`,
    );
    today = `${month}-15T00:00:00.000Z`;
    const organization = (await inventory.organizations.create(`in-${month}`, month))!;
    await inventory.importer.run(organization, inventoryOf('past'));
  }
  today = new Date().toISOString();
  const archived: string[] = [];
  const statuses = await besideWriters(async () => {
    const creating = (async () => {
      for (let number = 0; number < 10; number++)
        await inventory.organizations.create(`new-${number}`, 'New');
    })();
    const folder = mkdtempSync(join(folders, 'of-'));
    for await (const { month } of archiveLogs(inventory, '2026-01', folder)) archived.push(month);
    await creating;
  });
  expect([...statuses]).toEqual([201]);
  expect(archived).toEqual(MONTHS);
  expect((await partitions()).filter((name) => name.startsWith('activity_2025'))).toEqual([]);
  expect((await verifyLog(inventory, one.cedar.organization.id, 'operator')).faults).toEqual([]);
  await inventory.close();
});

it('makes missing partitions while every request of two servers succeeds', async () => {
  const last = (await partitions())
    .filter((name) => name !== 'activity_default')
    .sort()
    .at(-1)!;
  await owner.query(`drop table ${last}`);
  const statuses = await besideWriters(async () => {
    await until(async () => {
      await (await openInventory(one.databaseUrl)).close();
      return (await partitions()).includes(last);
    });
  });
  expect([...statuses]).toEqual([201]);
});

it('starts without moving 10,000 entries or more of the default partition', async () => {
  const { id } = one.cedar.organization;
  await owner.query(
    `insert into activity (organization_id, sequence, id, occurred_at, actor_type, actor_id, operation, resource_type,
        resource_id, description, changes, previous_hash, hash)
      select $1, 1000000 + n, 'act_' || n, '2024-01-01T00:00:00.000Z', 'operator', 'root', 'updated', 'cyber-asset',
        'ca', '', '[]', '', '' from generate_series(1, 10000) as n`,
    [id],
  );
  const inDefault = async () => (await owner.query('select from activity_default')).rowCount;
  await (await openInventory(one.databaseUrl)).close();
  expect(await inDefault()).toBe(10_000);
});
