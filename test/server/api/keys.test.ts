// Whoever has no valid key learns nothing, whatever the path, the method and the body.
import { BAD_KEYS } from '../../bad-input/bad-keys';
import { accessLine, type TestServer, startTestServer } from '../../support/server';
import { rawExchange, rawRequest } from '../../support/raw';
import { expectSameAnswer } from '../../support/client';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const withoutKey = (method = 'GET', path = '/facilities', body?: unknown) =>
  test.client(method, path, { key: null, ...(body === undefined ? {} : { body }) });

describe('keys', () => {
  it.each([
    'no key',
    'an empty key',
    'a key with a wrong checksum',
    'a mistyped key',
    'a key of 10 KB',
    'a test key',
  ])('returns 401 for %s without a query', async (what) => {
    const make = BAD_KEYS.find(([name]) => name === what)![1];
    const key = (await make(test)) ?? null;
    const read = jest.spyOn(test.inventory.database, 'find');
    const { status } = await test.client('GET', '/facilities', { key });
    const queries = read.mock.calls.length;
    read.mockRestore();
    expect([status, queries]).toEqual([401, 0]);
  });

  it.each([
    ['the same key twice', () => [test.cedar.key, test.cedar.key]],
    ['two valid keys', () => [test.cedar.key, test.other.key]],
    ['a valid key and an empty one', () => [test.cedar.key, '']],
    ['a wrong key before a valid one', () => ['wrong', test.cedar.key]],
  ])('returns 401 for %s, each in a header field of its own', async (_what, keys) => {
    const reply = await rawRequest(test.url, 'GET', '/facilities', {
      headers: keys().map((key) => ['X-API-Key', key]),
    });
    expect([reply.status, reply.text]).toEqual([401, (await withoutKey()).text]);
  });

  it.each(['X-API-Key', 'x-api-key', 'api_key', 'key'])(
    'returns 401 for a key in the query as %s, which no log line shows',
    async (name) => {
      const reply = await withoutKey('GET', `/facilities?${name}=${test.cedar.key}`);
      expectSameAnswer(reply, await withoutKey());
      await accessLine(test, reply.headers.get('x-request-id')!);
      expect(JSON.stringify(test.logs)).not.toContain(test.cedar.key);
    },
  );

  it.each([
    ['Authorization: Bearer', () => ({ Authorization: `Bearer ${test.cedar.key}` })],
    [
      'Authorization: Basic',
      () => ({ Authorization: `Basic ${Buffer.from(`${test.cedar.key}:`).toString('base64')}` }),
    ],
    ['a cookie', () => ({ Cookie: `X-API-Key=${test.cedar.key}` })],
    ['X-Api-Token', () => ({ 'X-Api-Token': test.cedar.key })],
  ])('returns 401 for a key in %s', async (_where, headers) => {
    expectSameAnswer(
      await test.client('GET', '/facilities', { key: null, headers: headers() }),
      await withoutKey(),
    );
  });

  it.each([
    ['GET', '/nowhere', null],
    ['GET', '/', null],
    ['GET', '/facilities/fac_cedar_sun', null],
    ['GET', '/facilities/fac_missing', null],
    ['GET', '/facilities/%ZZ', null],
    ['GET', '/facilities?limit=1', null],
    ['GET', '/tasks', null],
    ['PUT', '/facilities', null],
    ['OPTIONS', '/facilities', null],
    ['DELETE', '/cyber-assets/ca_cedar_rtu', null],
    ['POST', '/cyber-assets', '{"malformed'],
    ['POST', '/cyber-assets', ''],
    ['POST', '/cyber-assets', { cyberSystemId: 'x' }],
    ['PATCH', '/cyber-assets/ca_cedar_rtu', '[]'],
    ['POST', '/nowhere', '{"malformed'],
    ['POST', '/tasks', '{"malformed'],
  ])('returns 401 before anything else for %s %s with body %j', async (method, path, body) => {
    expectSameAnswer(await withoutKey(method, path, body ?? undefined), await withoutKey());
  });

  it('returns 401 and closes the connection when the body has not arrived', async () => {
    const { status, text, headers } = await withoutKey('POST', '/cyber-assets', 'x'.repeat(200_000));
    const { text: same } = await withoutKey();
    expect([status, text, headers.get('connection')]).toEqual([401, same, 'close']);
  });

  it('returns 401 for HEAD, without a body', async () => {
    const { status, text } = await withoutKey('HEAD');
    expect([status, text]).toEqual([401, '']);
  });

  it('returns 401 for a conditional or repeatable request', async () => {
    const headers = { 'If-None-Match': '*', 'If-Match': '*', 'Idempotency-Key': 'k' };
    expect((await test.client('GET', '/facilities', { key: null, headers })).status).toBe(401);
  });

  it('returns 401 before the body arrives', async () => {
    const head =
      'POST /cyber-assets HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n';
    expect(await rawExchange(test.url, head)).toMatch(/^HTTP\/1\.1 401 /);
  });

  it('returns 200 for a key in a header field of whatever capitals, with white space around it', async () => {
    const headers: [string, string][] = [['x-aPi-kEY', ` ${test.cedar.key}  `]];
    expect((await rawRequest(test.url, 'GET', '/facilities', { headers })).status).toBe(200);
  });

  it('never writes a key to the log or a response', async () => {
    const paths = [`/facilities/${test.cedar.key}`, `/${test.cedar.key}`, `/facilities?${test.cedar.key}`];
    for (const path of paths) {
      const { text, headers } = await test.client('GET', path);
      await accessLine(test, headers.get('x-request-id')!);
      if (!path.includes('?')) expect(text).not.toContain(test.cedar.key);
    }
    expect(JSON.stringify(test.logs)).not.toContain(test.cedar.key);
  });
});
