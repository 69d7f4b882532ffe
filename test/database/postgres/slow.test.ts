// Slow is not down: a database that responds late, or gives no further connections, still serves requests.
import { once } from 'node:events';
import { type AddressInfo, type Socket, connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { startOperations } from '../../../src/app/operations';
import { openInventory } from '../../../src/app/inventory';
import { startServer } from '../../../src/app/server';
import { createDatabaseWatch } from '../../../src/server/monitoring/database-watch';
import { createMetrics } from '../../../src/server/monitoring/metrics';
import { newAsset } from '../../support/assets';
import { createClient } from '../../support/client';
import { createTenant, openTestInventory, type TestInventory } from '../../support/inventory';
import { valueOf } from '../../support/metrics';
import { type LogLine, collectLog } from '../../support/server';
import { until } from '../../support/until';
import { type OwnPostgres, ownPostgres } from './own-postgres';

jest.setTimeout(60_000);

/** Leads to a database. Each direction takes `late` milliseconds; `silent` passes nothing on. */
async function startDelayingProxy(databaseUrl: string) {
  const behind = new URL(databaseUrl);
  const line = { late: 0, silent: false };
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(behind.port), behind.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      let last = Promise.resolve();
      from
        .on('data', (bytes: Buffer) => {
          const { late } = line;
          const until_ = late === 0 ? Promise.resolve() : delay(late);
          last = last.then(() => until_).then(() => void (line.silent || to.destroyed || to.write(bytes)));
        })
        .on('error', () => to.destroy())
        .once('close', () => to.destroy());
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    line,
    url: Object.assign(new URL(databaseUrl), { port: String(port) }).href,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

async function startMonitored(url: string, key: string) {
  const inventory = await openInventory(url);
  const { logger, logs } = collectLog();
  const watch = createDatabaseWatch(inventory.database, logger);
  const server = await startServer(inventory, {
    config: { port: 0, host: '127.0.0.1', rateLimit: 0, validateResponses: true, corsOrigins: [] },
    environment: 'live',
    logger,
    watch,
  });
  const { registry } = createMetrics(inventory.database);
  const operations = await startOperations(inventory.database, {
    config: { host: '127.0.0.1', port: 0 },
    metrics: () => registry.metrics(),
    registry,
    isListening: server.isListening,
    logger,
    watch,
  });
  const get = (path: string) => fetch(operations.url + path);
  return {
    client: createClient(server, key),
    lines: (): LogLine[] => logs.filter(({ msg }) => String(msg).startsWith('the database')),
    ready: async () => {
      const response = await get('/health/ready');
      const { checks } = (await response.json()) as { checks: { database: string } };
      return [response.status, checks.database];
    },
    async gauges() {
      const text = await (await get('/metrics')).text();
      return ['server_ready', 'database_up', 'database_slow'].map((name) => valueOf(text, name));
    },
    async close() {
      await operations.close();
      await server.close();
      await inventory.close();
    },
  };
}

describe('a database behind a slow network', () => {
  let test: TestInventory;
  let proxy: Awaited<ReturnType<typeof startDelayingProxy>>;
  let server: Awaited<ReturnType<typeof startMonitored>>;
  beforeAll(async () => {
    test = await openTestInventory();
    proxy = await startDelayingProxy(test.databaseUrl);
    server = await startMonitored(proxy.url, test.cedar.key);
  });
  afterAll(async () => {
    proxy.line.silent = false;
    await server.close();
    await proxy.close();
    await test.close();
  });

  const work = async (): Promise<number[]> => {
    const replies = await Promise.all([
      ...Array.from({ length: 6 }, () => server.client('GET', '/cyber-assets')),
      ...Array.from({ length: 6 }, () => server.client('POST', '/cyber-assets', { body: newAsset() })),
    ]);
    return [...new Set(replies.map(({ status }) => status))].sort();
  };

  it('with 300 ms in each direction: requests succeed, the server stays ready, one line says slow', async () => {
    expect(await work()).toEqual([200, 201]);
    proxy.line.late = 300;
    expect(await work()).toEqual([200, 201]);
    for (let times = 0; times < 4; times++) {
      expect(await server.ready()).toEqual([200, 'slow']);
      expect(await server.gauges()).toEqual([1, 1, 1]);
      expect(await work()).toEqual([200, 201]);
    }
    proxy.line.late = 0;
    await until(async () => (await server.ready())[1] === 'ok');
    expect(await server.gauges()).toEqual([1, 1, 0]);
    expect(server.lines()).toMatchObject([
      { level: 'warn', msg: 'the database responds slowly' },
      { level: 'info', msg: 'the database works again' },
    ]);
  });

  it('without a response: not ready after 3 seconds, and the line that the alert names', async () => {
    const before = server.lines().length;
    proxy.line.silent = true;
    await until(async () => (await server.ready())[0] === 503);
    expect(await server.gauges()).toEqual([0, 0, 0]);
    expect(server.lines().slice(before)).toMatchObject([
      { level: 'warn', msg: 'the database responds slowly' },
      { level: 'error', msg: 'the database does not respond', reason: expect.any(String) },
    ]);
  });
});

describe('a PostgreSQL whose connections others hold', () => {
  let postgres: OwnPostgres;
  beforeAll(async () => void (postgres = await ownPostgres()));
  afterAll(() => postgres.remove());

  it('requests wait for the connections of the server, and its state stays ok', async () => {
    const admin = new Client({ connectionString: postgres.url });
    await admin.connect();
    await admin.query(`alter database ${admin.database} connection limit 8`);
    await admin.end();
    const inventory = await openInventory(postgres.url);
    const { key } = await createTenant(inventory, 'cedar');
    await inventory.close();

    const server = await startMonitored(postgres.url, key);
    expect((await server.client('GET', '/facilities')).status).toBe(200);
    const others: Client[] = [];
    for (let count = 0; count < 50; count++) {
      const other = new Client({ connectionString: postgres.url });
      other.on('error', () => undefined);
      try {
        await other.connect();
      } catch {
        break;
      }
      others.push(other);
    }
    expect(others.length).toBeGreaterThan(5);
    const statuses = new Set<number>();
    for (let round = 0; round < 5; round++) {
      const replies = await Promise.all([
        ...Array.from({ length: 12 }, () => server.client('GET', '/cyber-assets')),
        ...Array.from({ length: 12 }, () => server.client('POST', '/cyber-assets', { body: newAsset() })),
      ]);
      for (const { status } of replies) statuses.add(status);
      expect(await server.ready()).toEqual([200, 'ok']);
    }
    expect([...statuses].sort()).toEqual([200, 201]);
    expect(server.lines()).toEqual([]);
    await Promise.all(others.map((other) => other.end()));
    await server.close();
  });
});
