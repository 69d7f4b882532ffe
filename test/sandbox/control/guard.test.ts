// Tests the guard of everything that needs no API key, with the routes of the router itself, and the check of the
// Host on every path.
import { networkInterfaces } from 'node:os';
import type { Express, Request, Response } from 'express';
import { createGuard } from '../../../src/sandbox/control/guard';
import type * as api from '../../../src/server/api/app';
import { type RawOptions, rawExchange, rawRequest } from '../../support/raw';
import { startTestServer } from '../../support/server';
import { FIRST } from '../../support/tls';

let app: Express;
jest.mock('../../../src/server/api/app', () => {
  const actual = jest.requireActual<typeof api>('../../../src/server/api/app');
  const createApp = (options: Parameters<typeof api.createApp>[0]) => (app = actual.createApp(options));
  return { ...actual, createApp };
});

interface Layer {
  /** The path or paths of a layer in the router library. */
  rawPath: string | string[];
  route?: { methods: Record<string, boolean> };
  handle: { stack?: Layer[] };
}

/** The documentation as Markdown, which everybody may read. */
const PUBLIC_ROUTES = ['GET /llms.txt', 'HEAD /llms.txt', 'GET /docs/guide/x.md'];

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete', 'options'];

/**
 * Returns the routes of a router as `METHOD /path`, also those of folders. The operations of the API are not among
 * them: Express has no route for them.
 */
function routesOf(stack: Layer[]): string[] {
  return stack.flatMap(({ rawPath, route, handle }) => {
    if (handle.stack) return routesOf(handle.stack);
    const paths = [rawPath].flat().map((path) => path.replace(/:\w+/g, 'x'));
    if (!route && paths.includes('/')) return []; // middleware of every path
    const methods = route && !route.methods['_all'] ? Object.keys(route.methods) : METHODS;
    const known = route ? paths : paths.flatMap((path) => [path, `${path}/x`]);
    return known.flatMap((path) => methods.map((method) => `${method.toUpperCase()} ${path}`));
  });
}

const TOKEN = 'a-token-of-thirty-two-characters';
const BEARER: [string, string] = ['Authorization', `Bearer ${TOKEN}`];
const FOREIGN_HOSTS = [
  'attacker.example',
  'localhost.attacker.example:4010',
  '127.0.0.1.attacker.example',
  '192.0.2.7',
  '0.0.0.0:4010',
  '[2001:db8::7]:4010',
  'x@localhost',
];
const FORWARDED: [string, string][] = [
  ['Forwarded', 'for=192.0.2.7'],
  ['X-Forwarded-For', '192.0.2.7'],
  ['Via', '1.1 proxy.example'],
  ['X-Forwarded-Host', 'sandbox.example'],
  ['X-Real-IP', '192.0.2.7'],
];

/** Returns the addresses of this machine as a Host has them. */
const addressesOfThisMachine = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses = []) => addresses)
    .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));

async function startGuarded(options: Parameters<typeof startTestServer>[0] = {}) {
  const test = await startTestServer({ sandbox: true, environment: 'test', ...options });
  const url = test.url.replace('0.0.0.0', '127.0.0.1');
  const all = [...new Set(routesOf((app.router as unknown as { stack: Layer[] }).stack))];
  const routes = all.filter((route) => !PUBLIC_ROUTES.includes(route));
  const send = (route: string, request: RawOptions = {}) => {
    const [method, path] = route.split(' ') as [string, string];
    return rawRequest(url, method, path, request);
  };
  /** Sends a request to each route. Returns the statuses, each with its routes. */
  async function statuses(request: RawOptions) {
    const found: Record<string, string[]> = {};
    const replies = await Promise.all(routes.map((route) => send(route, request)));
    for (const [index, { status, headers }] of replies.entries()) {
      expect(headers['access-control-allow-origin']).toBeUndefined();
      (found[status] ??= []).push(routes[index]!);
    }
    return found;
  }
  return { ...test, routes, send, statuses };
}

type Guarded = Awaited<ReturnType<typeof startGuarded>>;

describe('a sandbox on loopback', () => {
  let sandbox: Guarded;
  beforeAll(async () => void (sandbox = await startGuarded()));
  afterAll(() => sandbox.close());

  it('has routes without a key in its router', () => {
    expect(sandbox.routes).toEqual(
      expect.arrayContaining(['GET /', 'GET /console/events', 'POST /sandbox/worlds', 'GET /docs/guide/x']),
    );
  });

  it.each(FOREIGN_HOSTS)('returns 403 on each route without a key for Host: %s', async (host) => {
    expect(await sandbox.statuses({ host })).toEqual({ 403: sandbox.routes });
  });

  it.each(FORWARDED)('returns 403 on each route without a key for a request with %s', async (...field) => {
    expect(await sandbox.statuses({ headers: [field] })).toEqual({ 403: sandbox.routes });
  });

  it.each(['https://elsewhere.example', 'http://localhost.elsewhere.example', 'null'])(
    'returns 403 on each route without a key for a page of %s',
    async (origin) => {
      expect(await sandbox.statuses({ headers: [['Origin', origin]] })).toEqual({ 403: sandbox.routes });
    },
  );

  it.each(FOREIGN_HOSTS)('returns 403 on every path of the API for Host: %s', async (host) => {
    const key: [string, string] = ['X-API-Key', sandbox.cedar.key];
    for (const route of ['GET /facilities', 'OPTIONS /tasks', 'POST /tasks', 'GET /nowhere', 'DELETE /']) {
      const { status, text } = await sandbox.send(route, { host, headers: [key] });
      expect([status, JSON.parse(text)]).toEqual([
        403,
        { error: 'forbidden', message: expect.stringContaining(`The Host "${host}" is not an address`) },
      ]);
    }
  });

  it('serves the API for each address of this machine, also through a proxy', async () => {
    const hosts = ['localhost', 'LOCALHOST:1', '127.0.0.1:4010', '127.8.0.1', '[::1]:4010'];
    const headers: [string, string][] = [['X-API-Key', sandbox.cedar.key], ...FORWARDED];
    for (const host of [...hosts, ...addressesOfThisMachine()])
      expect([host, (await sandbox.send('GET /facilities', { host, headers })).status]).toEqual([host, 200]);
  });

  it('takes the Host from an absolute target, on each route without a key and on the API', async () => {
    for (const host of ['attacker.example', 'attacker.example:80', 'x@localhost', ''])
      for (const route of [...sandbox.routes, 'GET /facilities']) {
        const [method, path] = route.split(' ');
        const head = `${method} http://${host}${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
        expect([route, await rawExchange(sandbox.url, head)]).toEqual([
          route,
          expect.stringMatching(/^HTTP\/1\.1 403 /),
        ]);
      }
    const own =
      'GET http://localhost/console/requests HTTP/1.1\r\nHost: attacker.example\r\nConnection: close\r\n\r\n';
    expect(await rawExchange(sandbox.url, own)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('rejects a second Host on each route without a key', async () => {
    const second: [string, string] = ['Host', 'attacker.example'];
    for (const status of Object.keys(await sandbox.statuses({ host: 'localhost', headers: [second] })))
      expect(['400', '403']).toContain(status);
  });

  it('requires a Host that names loopback on each route without a key', async () => {
    const reply = await rawExchange(sandbox.url, 'GET /console/requests HTTP/1.0\r\n\r\n');
    expect(reply).toMatch(/^HTTP\/1\.1 403 /);
  });
});

test('a connection from another machine returns 403, whatever its Host', () => {
  const access = {
    instance: '',
    isPublic: false,
    token: undefined,
    isLocal: true,
    trustsProxy: false,
    host: 'localhost',
    origins: [],
  };
  const next = jest.fn();
  const headers = { host: 'localhost' };
  for (const remoteAddress of ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::7'])
    createGuard({ ...access, publicUrl: undefined })(
      { method: 'GET', url: '/console/requests', headers, socket: { remoteAddress } } as Request,
      { locals: { headers: {} }, setHeader: () => undefined } as unknown as Response,
      next,
    );
  const error: object = expect.objectContaining({ code: 'forbidden' });
  expect(next.mock.calls).toEqual([[error], [error], [error]]);
});

describe.each<[string, Parameters<typeof startTestServer>[0], [string, string][]]>([
  ['behind a proxy', { trustProxy: ['loopback'] }, [['X-Forwarded-Proto', 'https'], ...FORWARDED]],
  ['with TLS', { tls: FIRST }, []],
  ['on another address', { host: '0.0.0.0', tls: FIRST }, []],
])('a sandbox %s', (_where, options, headers) => {
  let sandbox: Guarded;
  beforeAll(async () => void (sandbox = await startGuarded({ ...options, sandboxToken: TOKEN })));
  afterAll(() => sandbox.close());

  it.each(['localhost', '127.0.0.1:4010', '[::1]'])(
    'returns 401 on each route without a key and without the token for Host: %s',
    async (host) => {
      expect(await sandbox.statuses({ host, headers })).toEqual({ 401: sandbox.routes });
    },
  );

  it('serves the documentation as Markdown without the token, at an own Host only', async () => {
    const page: [string, string] = ['Origin', 'https://elsewhere.example'];
    for (const route of ['GET /llms.txt', 'HEAD /llms.txt', 'GET /docs/guide/sandbox.md']) {
      const reply = await sandbox.send(route, { headers: [page, ...headers] });
      expect([route, reply.status, reply.headers['access-control-allow-origin']]).toEqual([route, 200, '*']);
      expect((await sandbox.send(route, { host: 'attacker.example', headers })).status).toBe(403);
      expect((await sandbox.send(route.replace('GET', 'POST'), { headers })).status).toBe(
        route.startsWith('GET') ? 401 : 200,
      );
    }
  });

  it('accepts the token, and stores nothing in caches', async () => {
    for (const route of ['GET /', 'GET /console/requests', 'GET /docs/guide/', 'GET /sandbox/worlds']) {
      const reply = await sandbox.send(route, { headers: [BEARER, ...headers] });
      expect([reply.status, reply.headers['cache-control']]).toEqual([200, 'no-store']);
    }
  });

  it('returns 403 for a write of another site, also with the token', async () => {
    const origin: [string, string] = ['Origin', 'https://elsewhere.example'];
    const { status } = await sandbox.send('DELETE /console/requests', {
      headers: [BEARER, origin, ...headers],
    });
    expect(status).toBe(403);
  });
});

test('a sandbox without TRUST_PROXY returns 403 for a request through a proxy, also with the token', async () => {
  const sandbox = await startGuarded({ tls: FIRST, sandboxToken: TOKEN });
  for (const field of FORWARDED)
    expect(await sandbox.statuses({ headers: [BEARER, field] })).toEqual({ 403: sandbox.routes });
  await sandbox.close();
});

describe('a sandbox with --public-url and --allow-origin', () => {
  const ORIGIN = 'https://app.example';
  let sandbox: Guarded;
  beforeAll(async () => {
    const publicUrl = 'https://sandbox.example';
    sandbox = await startGuarded({
      publicUrl,
      corsOrigins: [ORIGIN],
      trustProxy: ['loopback'],
      sandboxToken: TOKEN,
    });
  });
  afterAll(() => sandbox.close());
  const https: [string, string] = ['X-Forwarded-Proto', 'https'];
  const statusOf = async (route: string, host: string, headers: Record<string, string> = {}) =>
    (await sandbox.send(route, { host, headers: [https, ...Object.entries(headers)] })).status;

  it('serves the host of the public URL with any port, and no other name', async () => {
    const key = { 'X-API-Key': sandbox.cedar.key };
    for (const host of ['sandbox.example', 'Sandbox.Example:443', 'sandbox.example:8443'])
      expect(await statusOf('GET /facilities', host, key)).toBe(200);
    for (const host of ['app.example', 'x.sandbox.example', 'sandbox.example.', 'sandbox.example@x', ''])
      expect([host, await statusOf('GET /facilities', host, key)]).toEqual([host, 403]);
  });

  it('accepts writes of its own pages, also when the proxy replaces the Host', async () => {
    const Authorization = BEARER[1];
    for (const host of ['sandbox.example', '127.0.0.1:4010']) {
      const headers = { Authorization, Origin: 'https://sandbox.example' };
      expect(await statusOf('DELETE /console/requests', host, headers)).toBe(204);
    }
    const headers = { Authorization, Origin: ORIGIN };
    expect(await statusOf('DELETE /console/requests', 'sandbox.example', headers)).toBe(403);
  });
});
