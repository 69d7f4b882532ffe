// Tests graceful shutdown: the server responds to accepted requests and exits.
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';
import { ROOT, ended as endOf, said, start } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { rawRequest } from '../support/raw';
import { type Serving, openBeside, serve } from '../support/serving';
import { takenPort } from './taken-port';
import { until } from '../support/until';

const folder = temporaryFolder();
const environment = { DATABASE_URL: `sqlite:${join(folder, 'inventory.sqlite')}` };
const FIRST_HALF = '{"name":"';
/** All bodies have equal length and different asset names. */
const secondHalf = (): string => `${randomUUID()}","cyber_system_id":"cs_cedar_ems","asset_type":"hardware"}`;

let key: string;
beforeAll(async () => {
  const { inventory, newKey } = await openBeside(environment.DATABASE_URL);
  key = await newKey();
  await inventory.close();
});

/** Sends half a POST. The server processes the request once it requests the rest. */
async function inFlight({ url }: Serving): Promise<ClientRequest> {
  const headers = {
    'X-API-Key': key,
    'Content-Type': 'application/json',
    'Content-Length': FIRST_HALF.length + secondHalf().length,
    Expect: '100-continue',
    Connection: 'keep-alive',
  };
  const post = request(`${url}/cyber-assets`, { method: 'POST', headers });
  post.flushHeaders();
  await once(post, 'continue');
  post.write(FIRST_HALF);
  return post;
}

async function complete(post: ClientRequest): Promise<IncomingMessage> {
  post.end(secondHalf());
  const [response] = (await once(post, 'response')) as [IncomingMessage];
  response.resume();
  return response;
}

const readiness = async ({ operations }: Serving) => (await fetch(`${operations}/health/ready`)).status;
const get = ({ url }: Serving, agent: Agent) =>
  rawRequest(url, 'GET', '/facilities', { headers: [['X-API-Key', key]], agent });
const ended = ({ child }: Serving) => once(child, 'close') as Promise<[number | null, string | null]>;
const isStopping = (line: Record<string, unknown>): boolean => line['msg'] === 'stopping';

test.concurrent(
  'on SIGTERM the server is not ready, accepts no connections, completes its requests and exits with 0',
  async () => {
    const server = await serve(environment);
    const post = await inFlight(server);
    const idle = new Agent({ keepAlive: true });
    await get(server, idle);
    const end = ended(server);
    server.child.kill('SIGTERM');
    await server.logged(isStopping);
    expect(await readiness(server)).toBe(503);
    await expect(rawRequest(server.url, 'GET', '/facilities')).rejects.toThrow('ECONNREFUSED');
    const response = await complete(post);
    expect([response.statusCode, response.headers.connection]).toEqual([201, 'close']);
    expect(await end).toEqual([0, null]);
    expect(server.logs.filter(({ msg }) => msg === 'stopping' || msg === 'stopped')).toHaveLength(2);
    idle.destroy();
  },
);

test.concurrent('a server completes its requests and exits with 0 when its terminal closes', async () => {
  const server = await serve(environment);
  const post = await inFlight(server);
  const end = ended(server);
  server.child.kill('SIGHUP');
  await server.logged(isStopping);
  server.child.kill('SIGHUP');
  expect((await complete(post)).statusCode).toBe(201);
  expect(await end).toEqual([0, null]);
});

test.concurrent(
  'with DRAIN_SECONDS, the server is not ready but accepts connections until the end',
  async () => {
    const server = await serve({ ...environment, DRAIN_SECONDS: '2' });
    const end = ended(server);
    server.child.kill('SIGTERM');
    await server.logged(isStopping);
    expect(await readiness(server)).toBe(503);
    const agent = new Agent();
    expect((await get(server, agent)).status).toBe(200);
    expect(await end).toEqual([0, null]);
  },
);

test.concurrent('a connection without a request does not delay the shutdown', async () => {
  const server = await serve(environment);
  const socket = new Agent().createConnection(
    { host: '127.0.0.1', port: Number(new URL(server.url).port) },
    () => {},
  )!;
  await once(socket, 'connect');
  await get(server, new Agent()); // the server accepts connections in order
  const end = ended(server);
  server.child.kill('SIGTERM');
  await once(socket.resume(), 'close');
  expect(await end).toEqual([0, null]);
});

/** Connects as soon as the server accepts connections. */
const firstConnection = (port: number): Promise<Socket> =>
  until(async () => {
    const socket = connect(port, '127.0.0.1');
    const accepted = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    return accepted && socket;
  }, 50);

test.concurrent.each(['1', '2'])(
  'with WORKERS=%s, SIGTERM after the first connection lets its request finish, and the server exits with 0',
  async (workers) => {
    const { port, release } = await takenPort();
    release();
    const child = start(['serve'], { ...environment, PORT: port, WORKERS: workers, OPERATIONS_PORT: '0' });
    const end = endOf(child);
    const socket = await firstConnection(Number(port));
    child.kill('SIGTERM');
    socket.write(`GET /facilities HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`);
    const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'close')])) as [Buffer];
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await end).toMatchObject({ status: 0, stderr: expect.stringContaining('"msg":"stopped"') });
  },
);

test.concurrent('a second signal ends the server immediately', async () => {
  const server = await serve(environment);
  const post = await inFlight(server);
  const end = ended(server);
  server.child.kill('SIGTERM');
  await server.logged(isStopping);
  const aborted = once(post, 'error');
  server.child.kill('SIGTERM');
  expect(await end).toEqual([null, 'SIGTERM']);
  await aborted;
});

/** Starts a process that exits on a signal before it writes its last log line. */
const withPendingLine = (end: string) => `
  const logger = require(${JSON.stringify(join(ROOT, 'dist/src/base/logger.js'))}).createLogger('info');
  process.once('SIGUSR2', () => {
    logger.info('left');
    ${end};
  });
  setInterval(() => {}, 1000);
  console.log('ready');`;

describe.each([
  ['exits', 'process.exit(3)', 3],
  ['crashes', "throw new Error('of the test')", 1],
])('a process that %s with a pending log line', (_how, end, status) => {
  test.concurrent('writes the line', async () => {
    const child = start(['-e', withPendingLine(end)], {}, [process.execPath]);
    const exited = endOf(child);
    await said(child, 'stdout', /ready/);
    child.kill('SIGUSR2');
    expect(await exited).toMatchObject({ status, stderr: expect.stringContaining('"msg":"left"') });
  });

  test.concurrent('exits even when the log has no reader', async () => {
    const child = start(['-e', withPendingLine(end)], {}, [process.execPath]);
    await said(child, 'stdout', /ready/);
    const unread = once(child.stderr!, 'close');
    child.stderr!.destroy();
    await unread;
    child.kill('SIGUSR2');
    expect(await once(child, 'close')).toEqual([status, null]);
  });
});
