// Tests clients that do not read their responses: they hold a bounded number of bytes for a bounded time.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { type TLSSocket, connect } from 'node:tls';
import { type Metrics, createMetrics } from '../../../src/server/monitoring/metrics';
import { valueOf } from '../../support/metrics';
import { startSandbox } from '../../support/sandbox';
import { type TestServer, startTestServer } from '../../support/server';
import { FIRST } from '../../support/tls';
import { until } from '../../support/until';
import { type StuckReader, stuckReader, unreadBytes } from './stuck-readers';

const MEBIBYTE = 1024 * 1024;
const ASSETS = 13_000;
/** The list has more than 6 MB, of which the system's buffers take less than half. */
const NAME = 'x'.repeat(240);
/** Two lists of an organization; three of all. */
const LIMITS = { idle: 60_000, organization: 14 * MEBIBYTE, total: 20 * MEBIBYTE };
const IDLE = 3000;
const PAUSE = 30;

let test: TestServer;
/** The same inventory, with a short idle limit. */
let impatient: TestServer;
let metrics: Metrics;
beforeAll(async () => {
  metrics = createMetrics(undefined);
  test = await startTestServer({ metrics, unread: LIMITS, validateResponses: false });
  const unread = { ...LIMITS, idle: IDLE };
  impatient = await startTestServer({ metrics, unread, validateResponses: false }, test);
  for (const { organization, mark } of [test.cedar, test.other])
    await test.inventory.importer.run(organization, {
      cyber_assets: Array.from({ length: ASSETS }, (_, index) => ({
        name: `${NAME}${index}`,
        cyber_system_id: `cs_${mark}_relays`,
        asset_type: 'hardware',
      })),
    });
});
afterAll(async () => {
  await impatient.server.close();
  await test.close();
});

const countOf = async (outcome: string): Promise<number> =>
  valueOf(await metrics.registry.metrics(), 'http_unread_responses_total', { outcome })!;
const total = async (): Promise<number> =>
  (await countOf('idle')) + (await countOf('closed')) + (await countOf('rejected'));

/** Changes an asset, so that the next list shares its body with no other. */
const change = ({ key, mark }: TestServer['cedar'], { url }: TestServer = test) =>
  fetch(`${url}/cyber-assets/ca_${mark}_rtu`, {
    method: 'PATCH',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: `${mark}-${performance.now()}` }),
  });

/** Requests a list of its own, and reads nothing. */
async function stuckList(tenant: TestServer['cedar'], server: TestServer = test): Promise<StuckReader> {
  await change(tenant, server);
  const head = ['GET /cyber-assets HTTP/1.1', `X-API-Key: ${tenant.key}`];
  const reader = stuckReader(server.url, head);
  await reader.answered();
  return reader;
}

const list = ({ key }: TestServer['cedar'], { url }: TestServer = test) =>
  fetch(`${url}/cyber-assets`, { headers: { 'X-API-Key': key, 'Accept-Encoding': 'identity' } });

it('clients of one organization that do not read hold at most its limit, and others get their lists', async () => {
  const before = await total();
  for (let client = 0; client < 5; client++) {
    await stuckList(test.cedar);
    expect(unreadBytes()).toBeLessThanOrEqual(LIMITS.organization);
  }
  expect(unreadBytes()).toBeGreaterThan(6 * MEBIBYTE); // the test holds bytes indeed
  expect(await total()).toBeGreaterThan(before);
  expect(await (await list(test.other)).json()).toHaveLength(ASSETS + 2);
});

it('the list that has no room returns 503 with Retry-After, and small responses are not concerned', async () => {
  for (let client = 0; client < 2; client++) await stuckList(test.cedar);
  await change(test.cedar);
  const rejected = await list(test.cedar);
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '2']);
  expect(await rejected.json()).toEqual({
    error: 'unavailable',
    message:
      'Your organization has too many responses that its clients have not read. Read them. Try again in 2 seconds.',
  });
  const { status } = await test.client('PATCH', '/cyber-assets/ca_cedar_app', { body: { name: 'small' } });
  expect(status).toBe(200);
});

it('the organization with the most unread bytes makes room when all together have too many', async () => {
  await stuckList(test.cedar);
  await stuckList(test.cedar);
  const reader = await stuckList(test.other);
  expect(unreadBytes()).toBeLessThanOrEqual(LIMITS.total);
  const second = await stuckList(test.other);
  expect(unreadBytes()).toBeLessThanOrEqual(LIMITS.total);
  expect([reader.isClosed(), second.isClosed()]).toEqual([false, false]);
});

it('a list that several clients share counts once', async () => {
  const rejected = await countOf('rejected');
  const answers = await Promise.all(Array.from({ length: 6 }, () => list(test.cedar)));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  expect(await countOf('rejected')).toBe(rejected);
});

it('over TLS, which encrypts it for each client, a list that several clients share counts for each', async () => {
  const secure = await startTestServer({ unread: LIMITS, validateResponses: false, tls: FIRST }, test);
  const secureList = () =>
    new Promise<TLSSocket>((resolve) => {
      const socket = connect({ port: Number(new URL(secure.url).port), rejectUnauthorized: false });
      socket.on('error', () => undefined).once('readable', () => resolve(socket));
      socket.write(`GET /cyber-assets HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${test.cedar.key}\r\n\r\n`);
    });
  const sockets = [];
  for (let client = 0; client < 4; client++) sockets.push(await secureList());
  const statuses = sockets.map((socket) => String(socket.read()).slice(0, 'HTTP/1.1 200'.length));
  expect(statuses).toEqual([
    ...Array<string>(2).fill('HTTP/1.1 200'),
    ...Array<string>(2).fill('HTTP/1.1 503'),
  ]);
  sockets.forEach((socket) => socket.destroy());
  await secure.server.close();
});

it('pages of the sandbox, which need no key, have the same limit', async () => {
  const sandbox = await startSandbox(undefined, { unread: { ...LIMITS, organization: MEBIBYTE } });
  const readers = Array.from({ length: 3 }, () =>
    stuckReader(sandbox.url, ['GET /docs/openapi.json HTTP/1.1'], 12),
  );
  await Promise.all(readers.map((reader) => reader.answered()));
  await until(() => {
    expect(unreadBytes()).toBeLessThanOrEqual(MEBIBYTE);
    return readers.some((reader) => reader.isClosed());
  });
  readers.forEach(({ socket }) => socket.destroy());
  await sandbox.close();
});

// The log has the first line at once, and further ones a minute later.
it('a client that reads nothing is disconnected after the idle limit, and the log says so', async () => {
  const [idle, lines] = [await countOf('idle'), impatient.logs.length];
  const since = performance.now();
  const reader = await stuckList(test.cedar, impatient);
  await until(() => reader.isClosed());
  expect(performance.now() - since).toBeGreaterThanOrEqual(IDLE);
  expect(await countOf('idle')).toBe(idle + 1);
  const logged = () =>
    impatient.logs
      .slice(lines)
      .filter(({ msg, idle: closed }) => msg === 'clients do not read their responses' && closed);
  await until(() => logged().length > 0);
  expect(logged()).toEqual([expect.objectContaining({ level: 'warn', idle: 1 })]);
});

it('stalled responses are closed for the next list of the organization, before the idle limit', async () => {
  const closed = await countOf('closed');
  const stuck = [await stuckList(test.cedar, impatient), await stuckList(test.cedar, impatient)];
  await change(test.cedar, impatient);
  const response = await until(async () => {
    const answer = await list(test.cedar, impatient);
    return answer.status === 503 ? void (await answer.text()) : answer;
  });
  expect(await response.json()).toHaveLength(ASSETS + 2);
  expect(stuck.map((reader) => reader.isClosed())).toEqual([true, false]);
  expect(await countOf('closed')).toBe(closed + 1);
});

it('a client that reads slowly gets its whole list, however long that takes', async () => {
  const since = performance.now();
  const slow = stuckReader(impatient.url, [
    'GET /cyber-assets HTTP/1.1',
    `X-API-Key: ${test.cedar.key}`,
    'Connection: close',
  ]);
  await slow.answered();
  let bytes = 0;
  await until(async () => {
    await delay(PAUSE);
    const part = slow.socket.read(48 * 1024) as Buffer | null;
    if (part) bytes += part.length;
    else if (slow.socket.readableEnded) return true;
    else if (slow.isClosed()) {
      slow.socket.on('data', (rest: Buffer) => (bytes += rest.length));
      return once(slow.socket, 'close');
    }
    return false;
  });
  expect(bytes).toBeGreaterThan(6 * MEBIBYTE);
  expect(performance.now() - since).toBeGreaterThan(IDLE);
});
