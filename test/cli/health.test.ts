// Tests health checks while the server is busy or hangs.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { MAIN, ROOT, said, start, stop } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { type Serving, answered, serve } from '../support/serving';

const folder = temporaryFolder();
const HELD_BY = join(folder, 'held-by');
const ON_SIGNALS = join(ROOT, 'test/cli/on-signals.cjs');
const release = () => writeFileSync(HELD_BY, '');

const statusOf = async (url: string) => (await fetch(url)).status;

beforeAll(() => void execFileSync('mkfifo', [HELD_BY]));

describe('serve', () => {
  let server: Serving;
  beforeAll(async () => {
    server = await serve({
      DATABASE_URL: `sqlite:${join(folder, 'inventory.sqlite')}`,
      NODE_OPTIONS: `--require ${ON_SIGNALS}`,
      HELD_BY,
    });
  });
  afterAll(async () => expect(await stop(server.child)).toBe(0));

  const operations = (path: string) => `${server.operations}${path}`;

  test('health checks get a response while requests wait', async () => {
    server.child.kill('SIGUSR2');
    await server.logged(({ msg }) => msg === 'held');
    const request = statusOf(`${server.url}/facilities`);
    expect(
      await Promise.all(['/health/live', '/health/ready'].map((path) => statusOf(operations(path)))),
    ).toEqual([200, 200]);
    release();
    expect(await request).toBe(401);
  });

  test('/metrics returns the metrics of the server', async () => {
    const metrics = await (await fetch(operations('/metrics'))).text();
    expect(metrics).toContain('http_requests_total{operation_id="none",status="401"} 1');
  });

  test('the server logs requests that the operations listener rejects', async () => {
    expect(await statusOf(operations('/nowhere'))).toBe(404);
    expect(
      (await fetch(operations('/health/live'), { headers: { 'X-Long': 'x'.repeat(20_000) } })).status,
    ).toBe(431);
    expect(await server.logged(({ error }) => error === 'headers_too_large')).toMatchObject({
      level: 'info',
      status: 431,
    });
  });

  test('the server logs the end of the listener thread and starts another at the same address', async () => {
    server.child.kill('SIGWINCH');
    expect(
      await server.logged(({ msg }) => msg === 'the operations listener ended and restarts'),
    ).toMatchObject({ level: 'error' });
    expect(await (await answered(operations('/health/ready'), 200)).json()).toMatchObject({
      status: 'ready',
    });
  });
});

test('health checks get a response while connections use up their share of open files', async () => {
  const limited = ['sh', '-c', 'ulimit -n 256 && exec "$0" "$@"'];
  const environment = {
    DATABASE_URL: `sqlite:${join(folder, 'files.sqlite')}`,
    PORT: '0',
    OPERATIONS_PORT: '0',
  };
  const child = start([process.execPath, MAIN, 'serve'], environment, limited);
  const [, url, operations] = await said(child, 'stderr', /"url":"([^"]+)".*"operations":"([^"]+)"/);
  const sockets = Array.from({ length: 300 }, () =>
    connect(Number(new URL(url!).port), '127.0.0.1').on('error', () => {}),
  );
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  // Waits until the server reaches its limit.
  await Promise.any(sockets.map((socket) => once(socket.resume(), 'close')));
  expect(
    await Promise.all(
      ['/health/live', '/health/ready', '/metrics'].map((path) => statusOf(`${operations}${path}`)),
    ),
  ).toEqual([200, 200, 200]);
  sockets.forEach((socket) => socket.destroy());
  expect(await stop(child)).toBe(0);
});

test('a server is neither ready nor alive while it hangs, and both afterwards', async () => {
  const child = start([], { HELD_BY }, [
    process.execPath,
    '--require',
    ON_SIGNALS,
    join(ROOT, 'test/cli/short-limits.cjs'),
  ]);
  const logged = said(
    child,
    'stderr',
    /"err":"not today","msg":"unexpected error of the operations listener"/,
  );
  const [, url] = await said(child, 'stdout', /(http\S+)\n/);
  expect([
    await statusOf(`${url}/health/live`),
    await statusOf(`${url}/health/ready`),
    await statusOf(`${url}/metrics`),
  ]).toEqual([200, 200, 500]);
  await logged;

  const held = said(child, 'stderr', /"held"/);
  child.kill('SIGUSR2');
  await held;
  const unready = {
    status: 'not ready',
    checks: {
      database: 'unknown',
      migrations: 'unknown',
      writes: 'unknown',
      listening: 'no heartbeat of the server for 900 ms',
      stopping: 'unknown',
    },
  };
  expect(await (await answered(`${url}/health/ready`, 503)).json()).toEqual(unready);
  expect(await (await answered(`${url}/health/live`, 503)).json()).toEqual({
    error: 'unavailable',
    message: expect.stringContaining('does not respond'),
  });
  expect(await (await answered(`${url}/metrics`, 503)).json()).toEqual({
    error: 'unavailable',
    message: 'The server did not send its metrics within 50 ms.',
  });

  release();
  expect([
    (await answered(`${url}/health/live`, 200)).status,
    (await answered(`${url}/health/ready`, 200)).status,
  ]).toEqual([200, 200]);
});
