// Behind a proxy that ends HTTPS: served is what a trusted proxy took over HTTPS, and of all else not even
// the key is looked at.
import { newAsset } from '../../support/assets';
import { rawRequest } from '../../support/raw';
import { type TestServer, startTestServer } from '../../support/server';
import { FIRST } from '../../support/tls';

const started: TestServer[] = [];
async function behind(trustProxy: string[], tls = false): Promise<TestServer> {
  const test = await startTestServer({ trustProxy, ...(tls ? { tls: FIRST } : {}) });
  started.push(test);
  return test;
}
afterAll(() => Promise.all(started.map((test) => test.close())));

let trusting: TestServer;
let other: TestServer;
beforeAll(async () => {
  trusting = await behind(['loopback']);
  other = await behind(['192.0.2.7', '10.0.0.0/8']);
});

const call = (test: TestServer, forwarded: string[], key: string | null = test.cedar.key, method = 'GET') =>
  rawRequest(test.url, method, '/facilities', {
    headers: [
      ...(key === null ? [] : [['X-API-Key', key] as [string, string]]),
      ...forwarded.map((value): [string, string] => ['X-Forwarded-Proto', value]),
    ],
  });

const REFUSED = {
  error: 'https_required',
  message: 'This server requires HTTPS. Replace the key, because this request sent it unencrypted.',
};

const SILENT = {
  error: 'https_required',
  message:
    'This server requires HTTPS, and the proxy in front of it sends no X-Forwarded-Proto. Tell the operator of the server.',
};
const warnings = ({ logs }: TestServer) => logs.filter(({ level }) => level === 'warn');

it('returns 200 with HSTS for a request that the trusted proxy received over HTTPS', async () => {
  for (const forwarded of [['https'], ['HTTPS'], ['https, https']]) {
    const { status, headers } = await call(trusting, forwarded);
    expect([status, headers['strict-transport-security']]).toEqual([
      200,
      'max-age=31536000; includeSubDomains',
    ]);
  }
  expect((await call(trusting, ['https'], null)).status).toBe(401);
});

it.each([
  ['http', ['http']],
  ['a scheme that only begins with https', ['https+x']],
  ['an entry of the caller before that of the proxy', ['https, http']],
  ['the same in two fields', ['https', 'http']],
])('403 from a trusted proxy with %s, and no HSTS', async (_what, forwarded) => {
  const { status, headers, text } = await call(trusting, forwarded);
  expect([status, JSON.parse(text), headers['strict-transport-security']]).toEqual([403, REFUSED, undefined]);
});

it('tells the operator once that the trusted proxy sends no X-Forwarded-Proto, and the caller not to replace the key', async () => {
  const test = await behind(['loopback']);
  for (const forwarded of [[], [], ['']]) {
    const { status, headers, text } = await call(test, forwarded);
    expect([status, JSON.parse(text), headers['strict-transport-security']]).toEqual([
      403,
      SILENT,
      undefined,
    ]);
  }
  expect(warnings(test)).toMatchObject([
    {
      proxy: '127.0.0.1',
      msg: 'the trusted proxy sends no X-Forwarded-Proto: configure it to set this header',
    },
  ]);
});

it('tells the operator once that TRUST_PROXY does not list a proxy that forwards HTTPS requests', async () => {
  const test = await behind(['192.0.2.7']);
  for (const forwarded of [['https'], ['https'], []])
    expect(JSON.parse((await call(test, forwarded)).text)).toEqual(REFUSED);
  expect(warnings(test)).toMatchObject([
    { proxy: '127.0.0.1', msg: 'X-Forwarded-Proto is ignored: TRUST_PROXY does not list this proxy' },
  ]);
});

it('returns 403 to every other proxy, for all forwarding headers', async () => {
  for (const forwarded of [[], ['https']]) expect((await call(other, forwarded)).status).toBe(403);
  const spoofed = await rawRequest(other.url, 'GET', '/facilities', {
    headers: [
      ['X-API-Key', other.cedar.key],
      ['X-Forwarded-Proto', 'https'],
      ['X-Forwarded-For', '192.0.2.7'],
      ['Forwarded', 'for=192.0.2.7;proto=https'],
    ],
  });
  expect(spoofed.status).toBe(403);
});

it('returns the same 403 with a valid key, an invalid key and no key', async () => {
  for (const key of [other.cedar.key, 'bad', null])
    for (const method of ['GET', 'DELETE', 'OPTIONS'])
      expect(await call(other, [], key, method)).toMatchObject({
        status: 403,
        text: JSON.stringify(REFUSED),
      });
  const body = JSON.stringify(newAsset());
  const headers: [string, string][] = [
    ['X-API-Key', other.cedar.key],
    ['Content-Type', 'application/json'],
  ];
  expect((await rawRequest(other.url, 'POST', '/cyber-assets', { headers, body })).status).toBe(403);
  expect(other.logs.filter(({ keyId }) => keyId !== undefined)).toEqual([]);
});

it('serves direct HTTPS and still checks the trusted proxy, when it has a certificate too', async () => {
  const [direct, proxied] = await Promise.all([behind(['10.0.0.0/8'], true), behind(['loopback'], true)]);
  expect((await call(direct, [])).status).toBe(200);
  expect((await call(proxied, [])).status).toBe(200);
  expect((await call(proxied, ['http'])).status).toBe(403);
});
