// Tests overload: each organization keeps its share of slots, and the server rejects further requests.
import { once } from 'node:events';
import { connect } from 'node:net';
import { createMetrics, type Metrics } from '../../../src/server/monitoring/metrics';
import { ADMISSION_LIMITS } from '../../../src/server/http/admission';
import { type HeldDatabase, holdDatabase } from './held-database';
import { valueOf } from '../../support/metrics';
import { rawRequest } from '../../support/raw';
import { type TestServer, startTestServer } from '../../support/server';
import { until } from '../../support/until';

/** One organization can hold four slots. */
const SLOTS = 8;
const SHARE = SLOTS / 2;
let test: TestServer;
let metrics: Metrics;
beforeAll(async () => {
  metrics = createMetrics(undefined);
  test = await startTestServer({
    metrics,
    trustProxy: ['loopback'],
    admission: { slots: SLOTS, maxWait: 50 },
  });
  // The server learns the organization of a key with its first request.
  expect([await get(), await get(test.other.key)].map(({ status }) => status)).toEqual([200, 200]);
});
afterAll(() => test.close());

const HTTPS: [string, string] = ['X-Forwarded-Proto', 'https'];
const get = (key: string | null = test.cedar.key, fields: [string, string][] = [HTTPS]) =>
  rawRequest(test.url, 'GET', '/facilities', {
    headers: key === null ? fields : [['X-API-Key', key], ...fields],
  });

/**
 * Sends twice as many requests as the share of cedar. Resolves when the accepted requests wait for the
 * database.
 */
async function overload(
  database: HeldDatabase,
): Promise<{ responses: Promise<number | undefined>[]; leave: AbortController }> {
  const disconnect = new AbortController();
  const headers = { 'X-API-Key': test.cedar.key, 'X-Forwarded-Proto': 'https' };
  const send = async (): Promise<number | undefined> => {
    const response = await fetch(`${test.url}/facilities`, { headers, signal: disconnect.signal }).catch(
      () => undefined,
    );
    return response?.status;
  };
  const responses = Array.from({ length: 2 * SHARE }, send);
  await database.waitsFor(SHARE);
  return { responses, leave: disconnect };
}

const countOf = (statuses: (number | undefined)[], status: number): number =>
  statuses.filter((each) => each === status).length;

describe('one organization sends more than its share', () => {
  it('gets 503 with Retry-After after a short wait, and 200 for the accepted requests', async () => {
    const database = holdDatabase(test.inventory.database);
    const { responses } = await overload(database);
    const { status, headers, text } = await get();
    expect([
      status,
      JSON.parse(text).error,
      headers['retry-after'],
      headers['x-content-type-options'],
      headers['cache-control'],
    ]).toEqual([503, 'unavailable', '2', 'nosniff', 'no-store']);
    expect(headers['connection']).not.toBe('close');
    database.release();
    const statuses = await Promise.all(responses);
    expect([countOf(statuses, 200), countOf(statuses, 503)]).toEqual([SHARE, SHARE]);
    expect((await get()).status).toBe(200);
  });

  it('leaves half of the slots to other organizations and to requests without a valid key', async () => {
    const database = holdDatabase(test.inventory.database);
    const { responses } = await overload(database);
    const other = get(test.other.key);
    await database.waitsFor(SHARE + 1);
    expect([(await get('bad')).status, (await get(null)).status]).toEqual([401, 401]);
    database.release();
    expect((await other).status).toBe(200);
    await Promise.all(responses);
  });

  it('does not use its share for requests with a key that was revoked', async () => {
    const { inventory, cedar } = test;
    const expiresAt = new Date(Date.now() + 3_600_000);
    const key = await inventory.keys.create(cedar.organization.id, {
      label: 'revoked',
      createdBy: 'test',
      expiresAt,
      environment: 'live',
    });
    const [listing] = (await inventory.keys.list(cedar.organization.id)).filter(
      ({ label }) => label === 'revoked',
    );
    expect((await get(key)).status).toBe(200);
    await inventory.keys.revoke(listing!.id);
    expect((await get(key)).status).toBe(401);
    const database = holdDatabase(inventory.database);
    const { responses } = await overload(database);
    expect((await get(key)).status).toBe(401);
    database.release();
    await Promise.all(responses);
  });

  it('gets its next request served as soon as one of its slots is free', async () => {
    const patientServer = await startTestServer({ admission: { slots: 2, maxWait: 60_000 } });
    expect((await patientServer.client('GET', '/facilities')).status).toBe(200);
    const database = holdDatabase(patientServer.inventory.database);
    const responses = Array.from({ length: 5 }, () => patientServer.client('GET', '/facilities'));
    await database.waitsFor(1);
    database.release();
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await patientServer.close();
  });

  it('keeps the slots of requests whose clients have disconnected until the work ends', async () => {
    const database = holdDatabase(test.inventory.database);
    const { responses, leave: disconnect } = await overload(database);
    disconnect.abort();
    await Promise.all(responses);
    expect((await get()).status).toBe(503);
    database.release();
    await until(async () => (await get()).status === 200);
    expect(database.reads()).toBe(SHARE);
  });

  it('leaves slots to other callers with a key that the server has not seen before', async () => {
    const server = await startTestServer({ admission: { slots: SLOTS, maxWait: 50 } });
    const database = holdDatabase(server.inventory.database);
    const responses = Array.from({ length: 4 * SHARE }, () => server.client('GET', '/facilities'));
    await database.waitsFor(SHARE);
    await Promise.any(responses); // a request that waited too long
    const reads = database.reads();
    database.release();
    await Promise.all(responses);
    await server.close();
    expect(reads).toBeLessThan(SLOTS);
  });
});

describe('a rejection', () => {
  it("carries the caller's request id, and HSTS where the request came over HTTPS", async () => {
    const database = holdDatabase(test.inventory.database);
    const { responses } = await overload(database);
    const rejected = await get(test.cedar.key, [HTTPS, ['X-Request-Id', 'order-7']]);
    const badId = await get(test.cedar.key, [HTTPS, ['X-Request-Id', test.cedar.key]]);
    const plain = await get(test.cedar.key, []);
    database.release();
    await Promise.all(responses);
    const HSTS = 'max-age=31536000; includeSubDomains';
    expect(
      [rejected, badId, plain].map(({ status, headers }) => [status, headers['strict-transport-security']]),
    ).toEqual([
      [503, HSTS],
      [503, HSTS],
      [503, undefined],
    ]);
    expect(rejected.headers['x-request-id']).toBe('order-7');
    expect(badId.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('is counted in the metrics, without a duration', async () => {
    const database = holdDatabase(test.inventory.database);
    const read = async () => {
      const text = await metrics.registry.metrics();
      const rejected = valueOf(text, 'http_requests_total', { operation_id: 'none', status: '503' }) ?? 0;
      return [rejected, valueOf(text, 'http_request_duration_seconds_count', { operation_id: 'none' }) ?? 0];
    };
    const [rejected, timed] = await read();
    const { responses } = await overload(database);
    await Promise.race(responses);
    await until(async () => (await read())[0]! >= rejected! + SHARE);
    expect(await read()).toEqual([rejected! + SHARE, timed]);
    database.release();
    await Promise.all(responses);
  });
});

describe('pipelined requests', () => {
  const pipelined = (fields = '') =>
    `GET /facilities HTTP/1.1\r\nHost: a\r\nX-API-Key: ${test.cedar.key}\r\nX-Forwarded-Proto: https\r\n${fields}\r\n`;
  const open = (text: string) => {
    const socket = connect(Number(new URL(test.url).port), '127.0.0.1', () => socket.write(text));
    return socket;
  };

  it('take one slot for each connection, and do not start after the client has disconnected', async () => {
    const database = holdDatabase(test.inventory.database);
    const socket = open(pipelined().repeat(2 * SLOTS));
    await database.waitsFor(1);
    const aborted = () => test.logs.filter((line) => line['aborted'] === true).length;
    const before = aborted();
    socket.destroy();
    await until(() => aborted() !== before);
    database.release();
    expect((await get()).status).toBe(200);
    expect([aborted(), database.reads()]).toEqual([before + 1, 1]);
  });

  it('do not start, and take no slot, behind a response that closes the connection', async () => {
    const closing =
      'POST /facilities HTTP/1.1\r\nHost: a\r\nX-Forwarded-Proto: https\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n';
    for (let round = 0; round < 2 * SLOTS; round++) await once(open(closing + pipelined()).resume(), 'close');
    expect((await get()).status).toBe(200);
  });
});

it('a server with the default limits serves 200 simultaneous requests of one key', async () => {
  const server = await startTestServer({ admission: { ...ADMISSION_LIMITS, maxWait: 60_000 } }); // for slow machines
  const replies = await Promise.all(Array.from({ length: 200 }, () => server.client('GET', '/facilities')));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  await server.close();
});
