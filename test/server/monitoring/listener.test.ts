// Tests the operations listener: access, health checks and metrics.
import { existsSync, readFileSync } from 'node:fs';
import { ServerResponse } from 'node:http';
import { createConnection } from 'node:net';
import pino from 'pino';
import { listenForOperations } from '../../../src/server/monitoring/listener';
import { newAsset } from '../../support/assets';
import { BAD_KEYS } from '../../bad-input/bad-keys';
import { accessLine, type MonitoredServer, startMonitoredServer } from '../../support/server';
import { valueOf } from '../../support/metrics';
import { answersIn, rawConversation } from '../../support/raw';
import { until } from '../../support/until';

let test: MonitoredServer;
beforeAll(async () => void (test = await startMonitoredServer()));
afterAll(() => test.close());
afterAll(() => jest.restoreAllMocks());

const get = (path: string, method = 'GET') => fetch(test.operations.url + path, { method });
const metrics = async () => (await get('/metrics')).text();
async function states(): Promise<Record<string, number | undefined>> {
  const text = await metrics();
  const names = ['server_ready', 'database_up', 'database_writable'];
  return Object.fromEntries(names.map((name) => [name, valueOf(text, name)]));
}
const ready = async () => {
  const response = await get('/health/ready');
  return { status: response.status, body: await response.json() };
};

/** Advances the clock, because the server caches a health check for half a second. */
function later(): void {
  ahead += 1000;
  jest.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
}
const now = performance.now.bind(performance);
let ahead = 0;

describe('the operations listener', () => {
  it.each(['/health/live', '/health/ready', '/metrics'])(
    'returns 200 for GET and HEAD %s without a key',
    async (path) => {
      const [response, head] = [await get(path), await get(path, 'HEAD')];
      expect([response.status, head.status, await head.text()]).toEqual([200, 200, '']);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-type')).toMatch(
        path === '/metrics' ? /^text\/plain; version=0\.0\.4/ : /^application\/json/,
      );
    },
  );

  it.each([
    ['GET', '/', 404, 'not_found'],
    ['GET', '/facilities', 404, 'not_found'],
    ['GET', '/health/ready/', 404, 'not_found'],
    ['POST', '/metrics', 405, 'method_not_allowed'],
  ])('for %s %s returns %i with the common error body', async (method, path, status, error) => {
    const response = await get(path, method);
    expect([response.status, await response.json()]).toEqual([
      status,
      { error, message: expect.any(String) },
    ]);
  });

  it('responds with HTTP/1.1 to an Upgrade request and closes the connection', async () => {
    const bytes = ['Connection: Upgrade\r\nUpgrade: h2c', 'Connection: close'].map(
      (fields) => `GET /health/live HTTP/1.1\r\nHost: localhost\r\n${fields}\r\n\r\n`,
    );
    const answers = answersIn(await rawConversation(test.operations.url!, bytes.join('')));
    expect(answers.map(({ status, text }) => [status, text])).toEqual([[200, '{"status":"live"}']]);
    expect(answers[0]!.head).toMatch(/^Connection: close$/im);
  });

  const statusFor = async (url: string, host: string, version = '1.1') => {
    const field = host === '' ? '' : `Host: ${host}\r\n`;
    const bytes = `GET /health/live HTTP/${version}\r\n${field}Connection: close\r\n\r\n`;
    return answersIn(await rawConversation(url, bytes))[0]!;
  };

  const OWN_HOSTS = ['localhost', 'LOCALHOST:9464', '127.0.0.1', '127.0.0.1:1', '127.8.8.8', '[::1]:9464'];
  it.each(OWN_HOSTS)('returns 200 on loopback for Host: %s', async (host) => {
    expect((await statusFor(test.operations.url!, host)).status).toBe(200);
  });

  it('returns 200 on loopback for HTTP/1.0 without Host', async () => {
    expect((await statusFor(test.operations.url!, '', '1.0')).status).toBe(200);
  });

  const OTHER_HOSTS = [
    'evil.example:9464',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '10.0.0.7',
    '[::2]',
  ];
  it.each(['evil.example', 'a@localhost', ...OTHER_HOSTS])(
    'returns 421 on loopback for Host: %s (DNS rebinding)',
    async (host) => {
      const { status, text, head } = await statusFor(test.operations.url!, host);
      expect([status, JSON.parse(text)]).toEqual([
        421,
        { error: 'misdirected_request', message: expect.any(String) },
      ]);
      expect(head).toMatch(/^X-Content-Type-Options: nosniff$/im);
    },
  );

  it('returns 200 for any Host on an address other than loopback', async () => {
    const other = await listenForOperations({
      host: '0.0.0.0',
      port: 0,
      isAlive: () => true,
      readiness: () => Promise.reject(new Error('unused')),
      metrics: () => Promise.resolve(''),
      logger: pino({ level: 'silent' }),
    });
    const url = other.url.replace('0.0.0.0', '127.0.0.1');
    const { status } = await statusFor(url, 'inventory.example').finally(() => other.close());
    expect(status).toBe(200);
  });

  it('returns 500 with a constant body when writing the response fails', async () => {
    const write = jest.spyOn(ServerResponse.prototype, 'writeHead').mockImplementationOnce(() => {
      throw new TypeError('secret');
    });
    const response = await get('/health/live');
    write.mockRestore();
    expect([response.status, await response.json()]).toMatchObject([500, { error: 'internal_error' }]);
  });

  it('serves no API paths, and the API listener serves no operations paths', async () => {
    expect((await test.client('GET', '/health/live')).status).toBe(404);
    expect(
      (await fetch(`${test.operations.url}/facilities`, { headers: { 'X-API-Key': test.cedar.key } })).status,
    ).toBe(404);
  });
});

describe('/health/ready', () => {
  const OK = { database: 'ok', migrations: 'ok', writes: 'ok', listening: 'ok', stopping: 'ok' };

  it('returns 200 with the result of each check', async () => {
    expect(await ready()).toEqual({ status: 200, body: { status: 'ready', checks: OK } });
  });

  it('returns 503 while database reads fail, and 200 afterwards', async () => {
    later();
    const read = jest
      .spyOn(test.inventory.database, 'find')
      .mockRejectedValue(new Error('secret of the database'));
    expect(await ready()).toEqual({
      status: 503,
      body: { status: 'not ready', checks: { ...OK, database: 'unavailable', migrations: 'unknown' } },
    });
    expect(await states()).toEqual({ server_ready: 0, database_up: 0, database_writable: 1 });
    read.mockRestore();
    later();
    expect((await ready()).status).toBe(200);
    expect(await states()).toEqual({ server_ready: 1, database_up: 1, database_writable: 1 });
  });

  it('is slow after half a second without a response, returns 503 after 3 seconds, and sends one query', async () => {
    later();
    let respond: (names: undefined) => void = () => {};
    const read = jest
      .spyOn(test.inventory.database, 'find')
      .mockReturnValue(new Promise((resolve) => (respond = resolve)));
    expect(await Promise.all([ready(), ready()])).toEqual(
      Array(2).fill({ status: 200, body: { status: 'ready', checks: { ...OK, database: 'slow' } } }),
    );
    await until(async () => (await ready()).status === 503);
    expect(await ready()).toEqual({
      status: 503,
      body: {
        status: 'not ready',
        checks: { ...OK, database: 'no response within 3000 ms', migrations: 'unknown' },
      },
    });
    expect(read.mock.calls.length).toBe(1);
    read.mockRestore();
    respond(undefined);
    await until(async () => (await ready()).body.checks.database === 'ok');
  });

  it('returns 503 when the database rejects writes, while /health/ready/reads returns 200', async () => {
    later();
    const check = jest.spyOn(test.inventory.database.writes, 'isWritable').mockReturnValue(false);
    const [all, reads] = [await ready(), await get('/health/ready/reads')];
    expect(await states()).toEqual({ server_ready: 0, database_up: 1, database_writable: 0 });
    check.mockRestore();
    expect(all).toEqual({
      status: 503,
      body: { status: 'not ready', checks: { ...OK, writes: 'unavailable' } },
    });
    expect([reads.status, await reads.json()]).toEqual([
      200,
      { status: 'ready', checks: { ...OK, writes: 'unavailable' } },
    ]);
    expect((await ready()).status).toBe(200);
  });

  it('returns 503 for /health/ready/reads when database reads fail', async () => {
    later();
    const read = jest.spyOn(test.inventory.database, 'find').mockRejectedValue(new Error('of the test'));
    const reads = await get('/health/ready/reads');
    read.mockRestore();
    later();
    expect(reads.status).toBe(503);
  });

  it('returns 200 while lists use all connections for lists', async () => {
    later();
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const lists = Array.from({ length: 3 }, () => test.inventory.database.snapshot('operator', () => held));
    const result = await ready();
    release();
    await Promise.all(lists);
    expect(result).toEqual({ status: 200, body: { status: 'ready', checks: OK } });
  });

  it('returns 503 when the database lacks a migration', async () => {
    const { knex } = test.inventory.database;
    const applied = { name: '0003-idempotency' };
    const row = await knex('migrations').where(applied).first();
    await knex('migrations').where(applied).delete();
    later();
    expect(await ready()).toMatchObject({
      status: 503,
      body: { checks: { ...OK, migrations: 'missing 0003-idempotency' } },
    });
    await knex('migrations').insert(row);
    later();
    expect((await ready()).status).toBe(200);
  });
});

describe('/metrics', () => {
  it('counts requests by operation and status, and their duration by operation', async () => {
    const before = await metrics();
    for (const path of [
      '/facilities/fac_cedar_sun',
      '/facilities/fac_cedar_sun',
      '/facilities/fac_missing',
      '/tasks',
      '/nowhere',
    ]) {
      await accessLine(test, (await test.client('GET', path)).headers.get('x-request-id')!);
    }
    const after = await metrics();
    const more = (name: string, labels: Record<string, string>) =>
      valueOf(after, name, labels)! - (valueOf(before, name, labels) ?? 0);
    expect(more('http_requests_total', { operation_id: 'getFacility', status: '200' })).toBe(2);
    expect(more('http_requests_total', { operation_id: 'getFacility', status: '404' })).toBe(1);
    expect(more('http_requests_total', { operation_id: 'getTasks', status: '501' })).toBe(1);
    expect(more('http_requests_total', { operation_id: 'none', status: '404' })).toBe(1);
    expect(more('http_request_duration_seconds_count', { operation_id: 'getFacility' })).toBe(3);
    expect(more('http_request_duration_seconds_bucket', { operation_id: 'getFacility', le: '+Inf' })).toBe(3);
  });

  it('counts rejected requests by error code, and starts each count at 0', async () => {
    const rejected = async (reason: string) =>
      valueOf(await metrics(), 'http_requests_rejected_total', { reason });
    const before = (await rejected('not_found'))!;
    for (const path of ['/facilities/fac_missing', '/facilities'])
      await accessLine(test, (await test.client('GET', path)).headers.get('x-request-id')!);
    expect([await rejected('not_found'), await rejected('overloaded')]).toEqual([before + 1, 0]);
  });

  it('counts a request as aborted when the client disconnects', async () => {
    const { hostname, port } = new URL(test.url);
    const head =
      `POST /cyber-assets HTTP/1.1\r\nHost: x\r\nX-API-Key: ${test.cedar.key}\r\nX-Request-Id: gone\r\n` +
      'Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
    const socket = createConnection(Number(port), hostname, () => socket.write(head, () => socket.end()));
    await accessLine(test, 'gone');
    expect(valueOf(await metrics(), 'http_requests_total', { status: 'aborted' })).toBe(1);
  });

  it('counts the changes that fail because of the database, and not those that a rule rejects', async () => {
    const failures = async () => {
      const text = await metrics();
      return ['busy', 'unavailable'].map((reason) =>
        valueOf(text, 'database_write_failures_total', { reason }),
      );
    };
    const { database } = test.inventory;
    const fail = (error: unknown) =>
      expect(database.write('operator', () => Promise.reject(error as Error))).rejects.toThrow();
    const [busy, unavailable] = (await failures()) as [number, number];
    await fail(new Error('a rule'));
    await fail(Object.assign(new Error('locked'), { code: 'SQLITE_BUSY' }));
    await fail(Object.assign(new Error('full'), { code: 'SQLITE_FULL' }));
    expect(await failures()).toEqual([busy + 1, unavailable + 1]);
    await database.write('operator', () => Promise.resolve()); // the database works again
  });

  it('reports database connections, the event loop and the process', async () => {
    let text = '';
    await until(async () => {
      text = await metrics();
      return valueOf(text, 'database_connections', { state: 'busy' }) === 0; // after earlier tests
    });
    expect([
      valueOf(text, 'database_connections', { state: 'busy' }),
      valueOf(text, 'database_connections', { state: 'idle' }),
      valueOf(text, 'database_waiting'),
    ]).toEqual([0, 5, 0]);
    for (const name of [
      'nodejs_eventloop_lag_p99_seconds',
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
    ])
      expect([name, valueOf(text, name)]).toEqual([name, expect.any(Number)]);
  });

  it('reports a running transaction and a transaction that waits for it', async () => {
    const { database } = test.inventory;
    let release: () => void = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const writes = [
      database.write('operator', () => held),
      database.write('operator', () => Promise.resolve()),
    ];
    const text = await metrics();
    release();
    await Promise.all(writes);
    expect([
      valueOf(text, 'database_connections', { state: 'busy' }),
      valueOf(text, 'database_waiting'),
    ]).toEqual([1, 1]);
  });

  it('creates no series for unknown paths, ids, methods and keys', async () => {
    const sendUnknown = async (mark: string) => {
      const replies = [
        await test.client('GET', `/${mark}`),
        await test.client('GET', `/facilities/${mark}`),
        await test.client('GET', '/facilities', { key: mark }),
        await fetch(`${test.url}/facilities`, { method: mark, headers: { 'X-API-Key': test.cedar.key } }),
      ];
      for (const { headers } of replies) await accessLine(test, headers.get('x-request-id')!);
    };
    const series = async () =>
      (await metrics()).split('\n').filter((line) => line.startsWith('http_') || line.startsWith('api_'))
        .length;
    await sendUnknown('PUT');
    const before = await series();
    for (const mark of ['PATCH', 'DELETE', 'PROPFIND', 'REPORT']) await sendUnknown(mark);
    expect(await series()).toBe(before);
  });
});

it.each(BAD_KEYS.filter(([what]) => what !== 'no key'))(
  'counts %s as rejected and does not write it to metrics or logs',
  async (_what, make) => {
    const key = (await make(test)) ?? '';
    const before = valueOf(await metrics(), 'api_keys_refused_total') ?? 0;
    const { headers } = await test.client('GET', '/facilities', { key });
    await accessLine(test, headers.get('x-request-id')!);
    const text = await metrics();
    expect(valueOf(text, 'api_keys_refused_total')).toBe(before + 1);
    if (key !== '') expect(text + JSON.stringify(test.logs)).not.toContain(key);
  },
);

it('does not write a valid key to metrics, logs or the database file', async () => {
  const { key } = test.cedar;
  const replies = [
    await test.client('POST', '/cyber-assets', { body: newAsset(), headers: { 'Idempotency-Key': 'once' } }),
    await test.client('POST', '/cyber-assets', { body: {} }),
    await test.client('GET', `/${key}`),
    await test.client('GET', `/facilities?${key}`),
    await test.client('GET', '/facilities', { headers: { 'X-Request-Id': key } }),
  ];
  for (const { headers } of replies) await accessLine(test, headers.get('x-request-id')!);
  const file = test.databaseUrl.slice('sqlite:'.length);
  const bytes = [file, `${file}-wal`].filter(existsSync).map((each) => readFileSync(each, 'latin1'));
  expect(bytes.join('')).toContain('cedar-power'); // proves that the files belong to this database
  expect(
    [...bytes, await metrics(), JSON.stringify(test.logs)].filter((text) =>
      text.includes(key.slice('cik_live_'.length + 4)),
    ),
  ).toEqual([]);
});
