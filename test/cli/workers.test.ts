// Tests WORKERS: several processes that act as one server.
import { once } from 'node:events';
import { appendFileSync, cpSync, rmSync, symlinkSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { ROOT, cli, stop } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { valueOf } from '../support/metrics';
import { type RawOptions, rawRequest } from '../support/raw';
import { type Beside, type LogLine, type Serving, answered, openBeside, serve } from '../support/serving';
import { takenPort } from './taken-port';
import { until } from '../support/until';

const LIMIT = 40;
const folder = temporaryFolder();
const environment = {
  DATABASE_URL: `sqlite:${join(folder, 'inventory.sqlite')}`,
  WORKERS: '2',
  RATE_LIMIT: String(LIMIT),
};

let direct: Beside;
let server: Serving;
beforeAll(async () => {
  direct = await openBeside(environment.DATABASE_URL);
  server = await serve(environment);
});
afterAll(() => direct.inventory.close());

let requests = 0;

/** Sends a request and returns the worker that responded. */
async function send(
  key: string,
  {
    method = 'GET',
    path = '/facilities',
    headers = [],
    ...options
  }: RawOptions & { method?: string; path?: string } = {},
) {
  const requestId = `request-${++requests}`;
  const reply = await rawRequest(server.url, method, path, {
    ...options,
    headers: [['X-API-Key', key], ['X-Request-Id', requestId], ...headers],
  });
  const { worker } = await server.logged((line) => line['requestId'] === requestId && 'milliseconds' in line);
  return { ...reply, worker };
}

/** Opens a keep-alive connection to each worker. */
async function connectionToEach(key: string): Promise<Agent[]> {
  const agents = new Map<unknown, Agent>();
  await until(async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { worker } = await send(key, { agent });
    if (agents.has(worker)) agent.destroy();
    else agents.set(worker, agent);
    return agents.size === 2;
  });
  return [...agents.values()];
}

const metrics = async () => (await fetch(`${server.operations}/metrics`)).text();
const serving = (line: LogLine): boolean => line['msg'] === 'a worker serves';
const unresponsive = (line: LogLine): boolean => line['msg'] === 'a worker is unresponsive and is killed';
const distinct = (values: unknown[]): number => new Set(values).size;

test('the server logs one startup and one line per worker', () => {
  expect(server.logs.filter(({ msg }) => msg === 'listening')).toMatchObject([{ workers: 2 }]);
  expect(server.logs.filter(serving).map(({ worker }) => worker)).toEqual([1, 2]);
});

test('the rate limit of a key applies to all workers together', async () => {
  const key = await direct.newKey();
  const replies = await Promise.all(Array.from({ length: LIMIT + 20 }, () => send(key)));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(LIMIT);
  expect(
    replies.filter(({ status, headers }) => status === 429 && Number(headers['retry-after']) > 0),
  ).toHaveLength(20);
  expect(distinct(replies.map(({ worker }) => worker))).toBe(2);
});

test('each worker rejects a revoked key on its next request, even on open connections', async () => {
  const key = await direct.newKey('revoked');
  const agents = await connectionToEach(key);
  const { keys, organizations } = direct.inventory;
  const { id } = (await keys.list((await organizations.find('cedar-power'))!.id)).find(
    ({ label }) => label === 'revoked',
  )!;
  await keys.revoke(id);
  const replies = await Promise.all(agents.map((agent) => send(key, { agent })));
  agents.forEach((agent) => agent.destroy());
  expect(replies.map(({ status, reusedSocket }) => [status, reusedSocket])).toEqual([
    [401, true],
    [401, true],
  ]);
});

test('concurrent requests to all workers with one Idempotency-Key create one record', async () => {
  const body = JSON.stringify({ name: 'once', cyber_system_id: 'cs_cedar_ems', asset_type: 'hardware' });
  const key = await direct.newKey();
  const headers: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['Idempotency-Key', 'once'],
  ];
  const agents = await connectionToEach(key);
  const replies = await Promise.all(
    [...agents, ...agents, ...agents, ...agents].map((agent) =>
      send(key, { method: 'POST', path: '/cyber-assets', body, headers, agent }),
    ),
  );
  agents.forEach((agent) => agent.destroy());
  const made = replies.filter(({ status }) => status === 201);
  expect(distinct(made.map(({ worker }) => worker))).toBe(2);
  expect(made.filter((reply) => reply.headers['idempotency-replayed'] === undefined)).toHaveLength(1);
  expect(distinct(made.map(({ text }) => text))).toBe(1);
  expect(replies.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
});

test('/metrics sums the metrics of all workers', async () => {
  const key = await direct.newKey();
  const count = async () =>
    valueOf(await metrics(), 'http_requests_total', { operation_id: 'getFacilities', status: '304' }) ?? 0;
  const before = await count();
  const agents = await connectionToEach(key);
  for (const agent of agents) await send(key, { agent, headers: [['If-None-Match', '*']] });
  agents.forEach((agent) => agent.destroy());
  expect(await count()).toBe(before + 2);
  const text = await metrics();
  expect([valueOf(text, 'workers_serving'), valueOf(text, 'workers_replaced_total')]).toEqual([2, 0]);
});

test('workers respond while the primary is blocked', async () => {
  const key = await direct.newKey();
  const [agent, other] = await connectionToEach(key);
  server.child.kill('SIGSTOP');
  const { status } = await send(key, { agent: agent! });
  server.child.kill('SIGCONT');
  [agent, other].forEach((each) => each!.destroy());
  expect(status).toBe(200);
});

test('while all workers hang, the server is not ready after 2 s and not alive after 5 s', async () => {
  const [live, ready] = ['live', 'ready'].map((which) => `${server.operations}/health/${which}`) as [
    string,
    string,
  ];
  const signal = (name: NodeJS.Signals) =>
    server.logs.filter(serving).forEach(({ pid }) => process.kill(pid as number, name));
  signal('SIGSTOP');
  const since = performance.now();
  expect(await (await answered(ready, 503)).json()).toMatchObject({
    checks: { database: 'ok', listening: 'not listening' },
  });
  expect(valueOf(await (await fetch(`${server.operations}/metrics`)).text(), 'workers_serving')).toBe(0);
  expect((await fetch(live)).status).toBe(200);
  await answered(live, 503);
  expect(performance.now() - since).toBeLessThan(8000);
  signal('SIGCONT');
  await Promise.all([answered(ready, 200), answered(live, 200)]);
  expect(server.logs.filter(unresponsive)).toEqual([]); // shorter than the heartbeat timeout
}, 20_000);

test('the primary replaces a killed worker and keeps its metrics', async () => {
  const before = valueOf(await metrics(), 'http_requests_total')!;
  const { pid, worker } = server.logs.find(serving)!;
  process.kill(pid as number, 'SIGKILL');
  expect(await server.logged(({ msg }) => msg === 'a worker has died')).toMatchObject({
    worker,
    signal: 'SIGKILL',
  });
  expect(await server.logged((line) => serving(line) && Number(line['worker']) > 2)).toMatchObject({
    pid: expect.any(Number),
  });
  const text = await metrics();
  expect([valueOf(text, 'workers_serving'), valueOf(text, 'workers_replaced_total')]).toEqual([2, 1]);
  expect(valueOf(text, 'http_requests_total')).toBeGreaterThanOrEqual(before);
});

test('the primary replaces a hanging worker within 15 s, and no new connection waits for it', async () => {
  const key = await direct.newKey();
  const [, worker, newest] = server.logs.filter(serving) as [LogLine, LogLine, LogLine];
  process.kill(worker['pid'] as number, 'SIGSTOP');
  const since = performance.now();
  const replies = await Promise.all(Array.from({ length: 10 }, () => send(key)));
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect(await server.logged(unresponsive)).toMatchObject({
    level: 'error',
    worker: worker['worker'],
    pid: worker['pid'],
  });
  await server.logged((line) => serving(line) && Number(line['worker']) > Number(newest['worker']));
  expect(performance.now() - since).toBeLessThan(15_000);
  const text = await metrics();
  expect([valueOf(text, 'workers_serving'), valueOf(text, 'workers_unresponsive_total')]).toEqual([2, 1]);
}, 25_000);

test('SIGHUP stops all workers once, even when a closed terminal signals each of them', async () => {
  const closed = once(server.child, 'close');
  for (const { pid } of server.logs.filter(serving).slice(-2)) process.kill(pid as number, 'SIGHUP');
  server.child.kill('SIGHUP');
  expect(await closed).toEqual([0, null]);
  expect(
    server.logs.filter(({ msg }) => msg === 'stopping' || msg === 'stopped').map(({ msg }) => msg),
  ).toEqual(['stopping', 'stopped']);
  const alive = server.logs.filter(serving).filter(({ pid }) => {
    try {
      return process.kill(pid as number, 0);
    } catch {
      return false;
    }
  });
  expect(alive).toEqual([]);
});

test('the server logs a port in use once and exits', async () => {
  const { port, release } = await takenPort();
  const [api, operations] = await Promise.all([
    cli(['serve'], { ...environment, PORT: port }),
    cli(['serve'], { ...environment, PORT: '0', OPERATIONS_PORT: port }),
  ]);
  release();
  expect(api).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Port \d+ of 127\.0\.0\.1 is in use\. Set PORT to another port\.\n$/),
  });
  expect(operations.stderr).toContain(
    `Port ${port} of 127.0.0.1 is in use. Set OPERATIONS_PORT to another port.\n`,
  );
});

test('a primary replaces no worker by one of other files, and keeps its own when a link changes', async () => {
  const at = (name: string): string => join(folder, name);
  cpSync(join(ROOT, 'dist'), at('first/dist'), { recursive: true });
  for (const name of ['node_modules', 'generated']) symlinkSync(join(ROOT, name), at(name));
  symlinkSync('first', at('current'));
  const main = at('current/dist/src/main.js');
  const installed = await serve({ ...environment, DATABASE_URL: `sqlite:${at('installed.sqlite')}` }, main);
  const killOne = (): void => {
    const { pid } = installed.logs.filter(serving).at(-1)!;
    process.kill(pid as number, 'SIGKILL');
  };
  rmSync(at('current'));
  symlinkSync(ROOT, at('current'));
  killOne();
  await installed.logged((line) => serving(line) && Number(line['worker']) > 2);
  appendFileSync(at('first/dist/src/database/migrate.js'), '\n');
  killOne();
  const { worker } = await installed.logged(({ msg }) => String(msg).startsWith('the files of the program'));
  expect(installed.logs.filter((line) => serving(line) && line['worker'] === worker)).toEqual([]);
  expect(await stop(installed.child)).toBe(0);
}, 20_000);
