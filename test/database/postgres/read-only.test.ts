// PostgreSQL becomes read-only and writable again, as in a failover: health reports it, and the pool replaces
// old connections.
import { Client } from 'pg';
import { newAsset } from '../../support/assets';
import { type MonitoredServer, startMonitoredServer } from '../../support/server';
import { until } from '../../support/until';

let server: MonitoredServer;
let other: Client;
beforeAll(async () => {
  server = await startMonitoredServer();
  other = new Client({ connectionString: server.databaseUrl });
  await other.connect();
  await other.query('set session characteristics as transaction read write'); // also when it is to change the database's default
});
afterAll(async () => {
  await other.end();
  await server.close();
});

const OWN = `datname = current_database() and pid <> pg_backend_pid() and application_name = 'compliance-inventory'`;
const post = async (): Promise<number> =>
  (await server.client('POST', '/cyber-assets', { body: newAsset() })).status;
const get = async (): Promise<number> => (await server.client('GET', '/facilities')).status;
const health = async (path: string) => {
  const response = await fetch(`${server.operations.url}${path}`);
  return { status: response.status, body: (await response.json()) as { checks: Record<string, string> } };
};

/** Affects new sessions only; existing sessions keep their setting. */
const setReadOnly = (value: 'on' | 'off') =>
  other.query(
    `do $$ begin execute format('alter database %I set default_transaction_read_only = ${value}', current_database()); end $$`,
  );

it('changes return 503, reads 200, and health reports both; when PostgreSQL takes changes again, connections that saw it read-only are replaced', async () => {
  await setReadOnly('on');
  await other.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${OWN}`);
  await until(async () => (await other.query(`select from pg_stat_activity where ${OWN}`)).rowCount === 0);
  expect(await Promise.all([get(), get(), get(), get()])).toEqual([200, 200, 200, 200]);
  expect(await Promise.all([post(), post()])).toEqual([503, 503]);
  expect(await health('/health/ready')).toMatchObject({
    status: 503,
    body: { status: 'not ready', checks: { database: 'ok', writes: 'unavailable' } },
  });
  expect(await health('/health/ready/reads')).toMatchObject({
    status: 200,
    body: { status: 'ready', checks: { database: 'ok', writes: 'unavailable' } },
  });
  expect(await get()).toBe(200);

  await setReadOnly('off');
  const statuses: number[] = [];
  for (let count = 0; count < 10 && !statuses.includes(201); count++) statuses.push(await post()); // each 503 closes one connection
  expect(statuses.at(-1)).toBe(201);
  expect((await health('/health/ready')).status).toBe(200);
});
