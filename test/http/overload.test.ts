// More requests than can be answered: those over the limit are told at once to come back, whoever they are, and all is well when the crowd is gone.
import { once } from 'node:events';
import { connect } from 'node:net';
import { openMetrics } from '../../src/compose';
import { LIMITS, createMeter } from '../../src/http/overload';
import type { Metrics } from '../../src/monitoring/metrics';
import { valueOf } from '../support/metrics';
import { rawRequest } from '../support/raw';
import { type TestServer, startTestServer } from '../support/server';

const LEAST = 4;
let test: TestServer;
let metrics: Metrics;
beforeAll(async () => {
  metrics = await openMetrics();
  test = await startTestServer({ metrics, trustProxy: ['loopback'], overload: { burst: LEAST, least: LEAST, standingWait: 0 } }); // no wait is short enough for more
});
afterAll(() => test.close());

const HTTPS: [string, string] = ['X-Forwarded-Proto', 'https'];
const get = (key: string | null = test.cedar.key, fields: [string, string][] = [HTTPS]) =>
  rawRequest(test.url, 'GET', '/facilities', { headers: key === null ? fields : [['X-API-Key', key], ...fields] });

/** Keeps every list from being read until it is let go, as a database that has slowed down does. */
function holdDatabase(): { letGo: () => void; reads: () => number } {
  const { database } = test.inventory;
  const read = database.readRecent;
  let letGo = (): void => {};
  let reads = 0;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  database.readRecent = (async (...call: Parameters<typeof read>) => {
    reads++;
    await held;
    return read.apply(database, call);
  }) as typeof read;
  return {
    reads: () => reads,
    letGo() {
      database.readRecent = read;
      letGo();
    },
  };
}

/** Twice as many calls as may wait: resolves when half of them are refused, and the others wait for the database: one that comes there later would be counted by the next test. */
async function crowd(database: { reads: () => number }): Promise<{ calls: Promise<number | undefined>[]; leave: AbortController }> {
  const leave = new AbortController();
  let refused = 0;
  let full = (): void => {};
  const filled = new Promise<void>((resolve) => (full = resolve));
  const calls = Array.from({ length: 2 * LEAST }, async () => {
    const { status } = await fetch(`${test.url}/facilities`, { headers: { 'X-API-Key': test.cedar.key, 'X-Forwarded-Proto': 'https' }, signal: leave.signal }).catch(() => ({ status: undefined }));
    if (status === 503 && ++refused === LEAST) full();
    return status;
  });
  await filled;
  while (database.reads() < LEAST) await new Promise(setImmediate);
  return { calls, leave };
}

it('503 with Retry-After at once for what comes over the limit, and the others are served', async () => {
  const database = holdDatabase();
  const { calls } = await crowd(database);
  for (const key of [test.cedar.key, 'bad', null]) {
    const { status, headers, text } = await get(key); // answers while the database does not
    expect([status, JSON.parse(text).error, headers['retry-after'], headers['x-content-type-options'], headers['cache-control']]).toEqual([503, 'unavailable', '2', 'nosniff', 'no-store']);
    expect(headers['x-request-id']).toMatch(/\S/);
    expect(headers['connection']).not.toBe('close');
  }
  database.letGo();
  const statuses = await Promise.all(calls);
  expect([statuses.filter((status) => status === 200), statuses.filter((status) => status === 503)].map(({ length }) => length)).toEqual([LEAST, LEAST]);
  expect((await get()).status).toBe(200);
  expect((await get(null)).status).toBe(401);
});

it('a refusal carries the id of its caller, unless it is no good, and HSTS when it came over HTTPS', async () => {
  const database = holdDatabase();
  const { calls } = await crowd(database);
  const refused = await get(null, [HTTPS, ['X-Request-Id', 'order-7']]);
  const badId = await get(null, [HTTPS, ['X-Request-Id', test.cedar.key]]);
  const inTheClear = await get(null, []);
  database.letGo();
  await Promise.all(calls);
  expect([refused, badId, inTheClear].map(({ status, headers }) => [status, headers['strict-transport-security']])).toEqual([
    [503, 'max-age=31536000; includeSubDomains'],
    [503, 'max-age=31536000; includeSubDomains'],
    [503, undefined],
  ]);
  expect(refused.headers['x-request-id']).toBe('order-7');
  expect(badId.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

it('a refusal is counted, and is no duration: latency must not look best under overload', async () => {
  const database = holdDatabase();
  const count = async () => {
    const text = await metrics.registry.metrics();
    return [valueOf(text, 'http_requests_total', { operation_id: 'none', status: '503' }) ?? 0, valueOf(text, 'http_request_duration_seconds_count', { operation_id: 'none' }) ?? 0];
  };
  const [refused, timed] = await count();
  const { calls } = await crowd(database);
  expect(await count()).toEqual([refused! + LEAST, timed]);
  database.letGo();
  await Promise.all(calls);
});

it('a client that goes away gives its place back', async () => {
  const database = holdDatabase();
  const { calls, leave } = await crowd(database);
  leave.abort();
  await Promise.all(calls);
  while ((await get(null)).status !== 401) await new Promise(setImmediate);
  database.letGo();
  expect((await get()).status).toBe(200);
});

it('a connection with requests behind each other takes one place, and begins none of the others when it is gone', async () => {
  const database = holdDatabase();
  const { port } = new URL(test.url);
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(`GET /facilities HTTP/1.1\r\nHost: a\r\nX-API-Key: ${test.cedar.key}\r\nX-Forwarded-Proto: https\r\n\r\n`.repeat(2 * LEAST)));
  while (database.reads() === 0) await new Promise(setImmediate);
  expect((await get(null)).status).toBe(401);
  const aborted = () => test.logs.filter((line) => line['aborted'] === true).length;
  const before = aborted();
  socket.destroy();
  while (aborted() === before) await new Promise(setImmediate);
  expect(aborted()).toBe(before + 1);
  database.letGo();
  expect((await get()).status).toBe(200);
  expect(database.reads()).toBe(1);
});

it('requests behind an answer that ends the connection are not begun, and take no place', async () => {
  const { port } = new URL(test.url);
  const closing = 'POST /facilities HTTP/1.1\r\nHost: a\r\nX-Forwarded-Proto: https\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n';
  const behind = `GET /facilities HTTP/1.1\r\nHost: a\r\nX-API-Key: ${test.cedar.key}\r\nX-Forwarded-Proto: https\r\n\r\n`;
  for (let turn = 0; turn < 2 * LEAST; turn++) {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(closing + behind));
    await once(socket.resume(), 'close');
  }
  expect((await get()).status).toBe(200);
});

it('more requests on one connection than may wait are refused, and the others are answered, in order', async () => {
  const { port } = new URL(test.url);
  const one = (fields = '') => `GET /facilities HTTP/1.1\r\nHost: a\r\nX-API-Key: ${test.cedar.key}\r\nX-Forwarded-Proto: https\r\n${fields}\r\n`;
  let answers = '';
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(one().repeat(99) + one('Connection: close\r\n')));
  socket.on('data', (chunk: Buffer) => (answers += chunk.toString()));
  await once(socket, 'close');
  const statuses = [...answers.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  expect([statuses.slice(0, 65), statuses.slice(65)]).toEqual([Array(65).fill(200), Array(35).fill(503)]);
});

it('the time in which a client sends its body is no wait: the limit stays', async () => {
  const HOUR = 3_600_000;
  const now = performance.now.bind(performance);
  let ahead = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  const patient = await startTestServer({ overload: { burst: 2 * LEAST, least: 1, standingWait: HOUR / 2 } });
  const body = '{"name":"slow","cyber_system_id":"cs_cedar_relays","asset_type":"hardware"}';
  const head = ['POST /cyber-assets HTTP/1.1', 'Host: a', `X-API-Key: ${patient.cedar.key}`, 'Content-Type: application/json', `Content-Length: ${body.length}`, 'Expect: 100-continue'];
  const socket = connect(Number(new URL(patient.url).port), '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n`));
  const said = async () => String((await once(socket, 'data'))[0]);
  expect(await said()).toMatch(/^HTTP\/1.1 100 /);
  ahead = HOUR;
  socket.write(body);
  expect(await said()).toMatch(/^HTTP\/1.1 201 /);
  socket.destroy();
  const replies = await Promise.all(Array.from({ length: LEAST }, () => patient.client('GET', '/facilities')));
  expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  clock.mockRestore();
  await patient.close();
});

it('a server as it comes refuses nothing of 200 calls at once', async () => {
  const honest = await startTestServer({ overload: { ...LIMITS, standingWait: 60_000 } }); // however slow the machine
  const replies = await Promise.all(Array.from({ length: 200 }, () => honest.client('GET', '/facilities')));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  await honest.close();
});

describe('how many may wait', () => {
  const meter = () => createMeter({ burst: 256, least: 32, standingWait: 250 }, 0);

  /** Windows of a tenth of a second, each with so many answers that waited so long. */
  function after(windows: { answers: number; wait: number; refused?: boolean }[]): number {
    const { answered, refused, limit } = meter();
    windows.forEach(({ answers, wait, ...window }, index) => {
      if (window.refused) refused();
      for (let answer = 1; answer <= answers; answer++) answered(wait, index * 100 + (answer / answers) * 100);
    });
    return limit();
  }

  it.each([
    ['a burst at first', [], 256],
    ['a burst as long as answers are quick', [{ answers: 20, wait: 5 }], 256],
    ['more when more are answered', [{ answers: 400, wait: 200 }], 1000],
    ['as many as are answered in the wait that is allowed, once even the quickest is slow', [{ answers: 40, wait: 400 }], 100],
    ['never fewer than a few', [{ answers: 1, wait: 3000 }], 32],
    ['a step more when it is quick again and others are still refused', [{ answers: 40, wait: 400 }, { answers: 40, wait: 100, refused: true }], 111],
    ['a burst again when nobody is refused', [{ answers: 40, wait: 400 }, { answers: 40, wait: 100 }], 256],
  ])('%s', (_what, windows, limit) => {
    expect(after(windows)).toBe(limit);
  });

  it('one slow answer among quick ones changes nothing', () => {
    const { answered, limit } = meter();
    for (const wait of [4, 5000, 6]) answered(wait, 120);
    expect(limit()).toBe(256);
  });
});
