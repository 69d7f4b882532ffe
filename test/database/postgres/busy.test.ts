// A PostgreSQL that answers slowly: who finds all connections in use waits for a turn, and what is small
// never waits behind lists.
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { type MonitoredServer, startMonitoredServer } from '../../support/server';
import { newAsset } from '../../support/assets';
import { repeatDuring, until } from '../../support/until';

/** Fewer than one organization's slots, and more than four for each connection that lists may use. */
const CALLERS = 32;

/** More than the two that a wait once had at most, and less than the five that it has (decision 15). */
const HELD_MILLISECONDS = 3000;

let test_: MonitoredServer;
let owner: Client;
beforeAll(async () => {
  test_ = await startMonitoredServer();
  owner = new Client({ connectionString: test_.databaseUrl });
  await owner.connect();
  // Asks again and again, since to wait for a lock has a limit of its own.
  await owner.query(
    `create function is_free() returns boolean language plpgsql as $$ begin while not pg_try_advisory_xact_lock_shared(1) loop perform pg_sleep(0.02); end loop; return true; end $$`,
  );
  await owner.query('create policy slow on control_centers as restrictive for select using (is_free())');
});
afterAll(async () => {
  await owner.end();
  await test_.close();
});

it('200 for each of 32 callers who wait for three seconds because lists take as long; the server is ready meanwhile, and lookups and changes are answered before the lists that wait', async () => {
  await owner.query('select pg_advisory_lock(1)');
  const lists = Array.from(
    { length: CALLERS },
    async () => (await test_.client('GET', '/control-centers')).status,
  );
  const held = setTimeout(HELD_MILLISECONDS);
  await until(() => test_.inventory.database.connectionUse().waiting >= CALLERS - 7);
  const small = [
    test_.client('GET', '/cyber-assets/ca_cedar_rtu'),
    test_.client('POST', '/cyber-assets', { body: newAsset() }),
    fetch(`${test_.operations.url}/health/ready`),
  ];
  expect((await Promise.all(small)).map(({ status }) => status)).toEqual([200, 201, 200]);
  expect(test_.inventory.database.connectionUse().waiting).toBe(CALLERS - 7);
  await held;
  await owner.query('select pg_advisory_unlock(1)');
  expect(await Promise.all(lists)).toEqual(lists.map(() => 200));
});

it('large lists count among the seven connections that lists may have, two at a time, and who waits five seconds for a turn among them is told so', async () => {
  const { database } = test_.inventory;
  const scope = { organization: test_.cedar.organization.id };
  let end!: () => void;
  const held = new Promise<void>((resolve) => (end = resolve));
  const large = [1, 2, 3].map(() => database.snapshot(scope, () => held));
  const refused = expect(large[2]).rejects.toMatchObject({ code: 'unavailable' });
  const small = Array.from({ length: 8 }, () =>
    database.read(scope, { sql: 'select pg_sleep(0.3)', bind: () => [] }, {}),
  );
  let most = 0;
  const { length } = await repeatDuring(Promise.all(small), async () => {
    most = Math.max(most, database.connectionUse().busy);
    await new Promise(setImmediate);
  });
  expect([most, length]).toEqual([7, 8]);
  await refused;
  end();
  await Promise.all(large.slice(0, 2));
});
