// PostgreSQL away, back again, or in the way: callers are told to try again, and are served when it is back,
// by the same server.
import { Client } from 'pg';
import { openInventory } from '../../../src/app/inventory';
import { newAsset } from '../../support/assets';
import { cli } from '../../support/cli';
import type { Reply } from '../../support/client';
import { createTenant } from '../../support/inventory';
import { type OwnPostgres, ownPostgres } from './own-postgres';
import { outageLines, serverOf, startTestServer, type TestServer } from '../../support/server';
import { FIRST, RENEWED } from '../../support/tls';
import { tlsInFront } from './tls-in-front';
import { until } from '../../support/until';

const CALLS: [string, string, unknown?][] = [
  ['GET', '/facilities'],
  ['GET', '/cyber-assets/ca_cedar_rtu'],
  ['GET', '/nowhere'],
  ['POST', '/cyber-assets', newAsset()],
  ['DELETE', '/cyber-assets/ca_cedar_app'],
];

function expectUnavailable({ status, headers, body }: Reply): void {
  expect([status, body.error]).toEqual([503, 'unavailable']);
  expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  expect(headers.get('www-authenticate')).toBeNull();
}

describe('a PostgreSQL that is stopped and started', () => {
  let postgres: OwnPostgres;
  let server: Awaited<ReturnType<typeof serverOf>>;
  beforeAll(async () => {
    postgres = await ownPostgres();
    const inventory = await openInventory(postgres.url);
    const { key } = await createTenant(inventory, 'cedar');
    await inventory.close();
    server = await serverOf(postgres.url, key);
  });
  afterAll(async () => {
    await server.close();
    await postgres.remove();
  });

  const callAll = () =>
    Promise.all(
      CALLS.map(([method, path, body]) => server.client(method, path, body === undefined ? {} : { body })),
    );

  it('503 with Retry-After for everything meanwhile, and never 401; 200 from the same server afterwards', async () => {
    expect((await server.client('GET', '/facilities')).status).toBe(200);
    await postgres.stop();
    const meanwhile = [...(await callAll()), ...(await callAll())];
    const start = await cli(['serve'], {
      DATABASE_URL: postgres.url.replace('127.0.0.1', 'localhost'),
      PORT: '0',
    });
    await postgres.start();
    const afterwards = await callAll();
    for (const reply of meanwhile) expectUnavailable(reply);
    expect(await outageLines(server)).toMatchObject([
      { level: 'error', msg: 'the database does not respond', reason: expect.any(String) },
      { level: 'info', msg: 'the database works again' },
    ]);
    expect(afterwards.map(({ status }) => status)).toEqual([200, 200, 404, 201, 204]);
    expect(start).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Cannot use the database: [^\n]*ECONNREFUSED[^\n]*\n$/),
    });
    expect(start.stderr).not.toContain('postgres:postgres');
  });
});

describe('a PostgreSQL in which another session is in the way', () => {
  let test_: TestServer;
  let other: Client;
  beforeAll(async () => {
    test_ = await startTestServer();
    other = new Client({ connectionString: test_.databaseUrl });
    await other.connect();
  });
  afterAll(async () => {
    await other.end();
    await test_.close();
  });

  const assets = async (): Promise<string> => (await test_.client('GET', '/cyber-assets')).text;
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`;

  it('503 for a write of a row that is locked, which changes nothing; 200 for reads meanwhile, and for the write afterwards', async () => {
    const before = await assets();
    const write = () =>
      test_.client('PATCH', '/cyber-assets/ca_cedar_rtu', { body: { asset_type: 'software' } });
    await other.query(`begin; update cyber_assets set asset_type = asset_type where id = 'ca_cedar_rtu'`);
    const [refused, read] = await Promise.all([write(), assets()]);
    await other.query('rollback');
    expectUnavailable(refused);
    expect([read, await assets()]).toEqual([before, before]);
    expect((await write()).status).toBe(200);
  });

  it('503 for a request whose session an administrator ends, and 201 for the next one', async () => {
    const body = newAsset();
    await other.query(`begin; lock table cyber_assets in share mode`);
    const [refused] = await Promise.all([
      test_.client('POST', '/cyber-assets', { body }),
      (async () => {
        await until(async () => (await other.query(waiting)).rowCount !== 0);
        await other.query(`select pg_terminate_backend(pid) from (${waiting}) as w`);
        await other.query('rollback');
      })(),
    ]);
    expectUnavailable(refused);
    expect((await test_.client('POST', '/cyber-assets', { body })).status).toBe(201);
  });

  it('200 after all sessions have been ended between two requests', async () => {
    expect((await test_.client('GET', '/facilities')).status).toBe(200);
    const own = `datname = current_database() and pid <> pg_backend_pid() and application_name = 'compliance-inventory'`;
    await other.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${own}`);
    await until(async () => (await other.query(`select from pg_stat_activity where ${own}`)).rowCount === 0);
    expect((await test_.client('GET', '/facilities')).status).toBe(200);
  });

  it('503 for a read of a table that is locked', async () => {
    await other.query(`begin; lock table facilities in access exclusive mode`);
    const refused = await test_.client('GET', '/facilities');
    await other.query('rollback');
    expectUnavailable(refused);
    expect((await test_.client('GET', '/facilities')).status).toBe(200);
  });
});

describe('a PostgreSQL whose certificate is no longer trusted', () => {
  it('503 for requests and one line for commands; 200 from the same server when it is trusted again', async () => {
    const test_ = await startTestServer();
    const front = await tlsInFront(test_.databaseUrl, FIRST);
    const server = await serverOf(front.url, test_.cedar.key);
    expect((await server.client('GET', '/facilities')).status).toBe(200);
    front.use(RENEWED);
    const refused = [
      await server.client('GET', '/facilities'),
      await server.client('GET', '/facilities'),
      await server.client('POST', '/cyber-assets', { body: newAsset() }),
    ];
    const command = await cli(['migrate'], { DATABASE_URL: front.url });
    front.use(FIRST);
    const again = await server.client('GET', '/facilities');
    await server.close();
    await front.close();
    await test_.close();
    refused.forEach(expectUnavailable);
    expect(command).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^Cannot use the database: self-signed certificate[^\n]*\n$/),
    }); // newer versions of Node add advice
    expect(again.status).toBe(200);
  });
});
