// Tests CORS: the sandbox allows pages on this machine, the real server none, and both the configured origins.
import type { OutgoingHttpHeaders } from 'node:http';
import { type TestServer, startTestServer } from '../support/server';
import { rawRequest } from '../support/raw';

const ORIGIN = 'https://app.example';
const OTHER = 'https://elsewhere.example';
const preflight = {
  Origin: ORIGIN,
  'Access-Control-Request-Method': 'PATCH',
  'Access-Control-Request-Headers': 'x-api-key,content-type,if-match,prefer',
};

const CORS_FIELDS = /^access-control-/;

async function call(
  test: TestServer,
  method: string,
  path: string,
  fields: Record<string, string>,
  key: string | null = test.cedar.key,
) {
  const { status, headers, text } = await rawRequest(test.url, method, path, {
    headers: [...Object.entries(fields), ...(key === null ? [] : [['X-API-Key', key] as [string, string]])],
  });
  return {
    status,
    text,
    headers,
    cors: Object.fromEntries(
      Object.entries(headers).filter(([name]) => CORS_FIELDS.test(name)),
    ) as OutgoingHttpHeaders,
  };
}

const listed = (field: unknown): string[] =>
  String(field)
    .toLowerCase()
    .split(',')
    .map((part) => part.trim());

/** Checks that the response allows a page of `Origin` to send the request of the preflight. */
function expectAllowed(
  { status, text, cors, headers }: Awaited<ReturnType<typeof call>>,
  origin: string,
): void {
  expect([status, text, cors['access-control-allow-origin']]).toEqual([204, '', origin]);
  expect(listed(cors['access-control-allow-methods'])).toEqual(
    expect.arrayContaining(['get', 'post', 'put', 'patch', 'delete']),
  );
  expect(listed(cors['access-control-allow-headers'])).toEqual(
    expect.arrayContaining(['x-api-key', 'content-type', 'if-match', 'prefer']),
  );
  expect(cors['access-control-allow-credentials']).toBeUndefined();
  expect([headers['x-request-id'], headers['x-content-type-options']]).toEqual([
    expect.any(String),
    'nosniff',
  ]);
  expect([headers['content-length'], headers['transfer-encoding']]).toEqual([undefined, undefined]); // a 204 has no body
}

const LOCAL = ['http://localhost:5173', 'https://localhost', 'http://127.0.0.1:4010', 'http://[::1]:8080'];

describe('the sandbox by default', () => {
  let test: TestServer;
  beforeAll(async () => void (test = await startTestServer({ sandbox: true, environment: 'test' })));
  afterAll(() => test.close());

  it.each(LOCAL)('allows pages of %s', async (origin) => {
    expectAllowed(await call(test, 'OPTIONS', '/tasks', { ...preflight, Origin: origin }, null), origin);
    for (const path of ['/facilities', '/tasks', '/docs/openapi.json']) {
      const { status, cors } = await call(test, 'GET', path, { Origin: origin });
      expect([status, cors['access-control-allow-origin']]).toEqual([200, origin]);
    }
  });

  it.each([
    ORIGIN,
    'null',
    'http://localhost.elsewhere.example',
    'http://elsewhere.example:80#http://localhost',
    'http://127.0.0.1.elsewhere.example',
    'http://127.0.0.1:4010.elsewhere.example',
    'http://192.0.2.7:4010',
    'file://localhost',
    'http://localhost:4010/',
    '*',
  ])('sends no CORS header field to a page of %j', async (origin) => {
    for (const [method, path, fields] of [
      ['OPTIONS', '/tasks', preflight],
      ['GET', '/facilities', {}],
      ['GET', '/tasks', {}],
      ['GET', '/docs/openapi.json', {}],
      ['GET', '/sandbox/worlds', {}],
    ] as const) {
      const { cors } = await call(test, method, path, { ...fields, Origin: origin });
      expect(cors['access-control-allow-origin']).toBeUndefined();
    }
  });
});

describe('the sandbox with --allow-origin *', () => {
  let test: TestServer;
  beforeAll(
    async () =>
      void (test = await startTestServer({ sandbox: true, environment: 'test', corsOrigins: ['*'] })),
  );
  afterAll(() => test.close());

  it.each(['/cyber-assets', '/tasks/tsk_1', '/nowhere'])(
    'returns 204 for a preflight of %s without a key',
    async (path) => {
      expectAllowed(await call(test, 'OPTIONS', path, preflight, null), '*');
    },
  );

  it.each([
    ['an available operation', 'GET', '/facilities', {}, 200],
    ['a mock', 'GET', '/tasks', {}, 200],
    ['a download', 'GET', '/training-assignments/export', {}, 200],
    ['a requested error', 'GET', '/tasks', { Prefer: 'code=503' }, 503],
    ['an unknown path', 'GET', '/nowhere', {}, 404],
    ['a missing body', 'POST', '/tasks', { 'Content-Type': 'application/json' }, 400],
  ])(
    'lets a page read the response of %s, with every header field',
    async (_what, method, path, fields, status) => {
      const reply = await call(test, method, path, { Origin: ORIGIN, ...fields });
      expect([reply.status, reply.cors]).toEqual([
        status,
        { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' },
      ]);
    },
  );

  it('lets a page read the 401 for a missing key', async () => {
    const { status, cors } = await call(test, 'GET', '/facilities', { Origin: ORIGIN }, null);
    expect([status, cors['access-control-allow-origin']]).toEqual([401, '*']);
  });

  it('OPTIONS that is not a preflight requires a key, and returns the allowed methods', async () => {
    expect((await call(test, 'OPTIONS', '/tasks', {}, null)).status).toBe(401);
    expect((await call(test, 'OPTIONS', '/tasks', { Origin: ORIGIN }, null)).status).toBe(401);
    const { status, headers } = await call(test, 'OPTIONS', '/tasks', { Origin: ORIGIN });
    expect([status, headers.allow]).toEqual([204, 'GET, POST, HEAD, OPTIONS']);
  });
});

describe('the real server by default', () => {
  let test: TestServer;
  beforeAll(async () => void (test = await startTestServer()));
  afterAll(() => test.close());

  it('returns 401 for a preflight, which has no key', async () => {
    const { status, cors } = await call(test, 'OPTIONS', '/cyber-assets', preflight, null);
    expect([status, cors]).toEqual([401, {}]);
  });

  it.each(['/facilities', '/tasks', '/nowhere'])('%s has no CORS header field', async (path) => {
    const { cors, headers } = await call(test, 'GET', path, { Origin: ORIGIN });
    expect([cors, headers.vary ?? '']).toEqual([{}, expect.not.stringContaining('Origin')]);
  });
});

describe('the real server with an origin configured', () => {
  let test: TestServer;
  beforeAll(
    async () => void (test = await startTestServer({ corsOrigins: [ORIGIN, 'https://second.example'] })),
  );
  afterAll(() => test.close());

  it('allows pages of that origin, and of no other', async () => {
    expectAllowed(await call(test, 'OPTIONS', '/cyber-assets', preflight, null), ORIGIN);
    expectAllowed(
      await call(test, 'OPTIONS', '/cyber-assets', { ...preflight, Origin: 'https://second.example' }, null),
      'https://second.example',
    );
    expect(
      (await call(test, 'GET', '/facilities', { Origin: ORIGIN })).cors['access-control-allow-origin'],
    ).toBe(ORIGIN);
  });

  it.each([
    OTHER,
    'null',
    `${ORIGIN}.evil.example`,
    ORIGIN.toUpperCase(),
    `${ORIGIN}:8443`,
    'http://app.example',
    '*',
    '',
  ])('sends no CORS header field to a page of %j', async (origin) => {
    for (const [method, key] of [
      ['OPTIONS', null],
      ['GET', test.cedar.key],
    ] as const) {
      const { cors } = await call(
        test,
        method,
        '/facilities',
        method === 'GET' ? { Origin: origin } : { ...preflight, Origin: origin },
        key,
      );
      expect(cors['access-control-allow-origin']).toBeUndefined();
    }
  });

  it.each([ORIGIN, OTHER, ''])(
    'sends Vary for origin, key and encoding to the origin "%s"',
    async (origin) => {
      for (const path of ['/facilities', '/cyber-assets/ca_cedar_rtu']) {
        const { headers } = await call(test, 'GET', path, origin === '' ? {} : { Origin: origin });
        expect(listed(headers.vary).sort()).toEqual(['accept-encoding', 'origin', 'x-api-key']);
      }
    },
  );
});
