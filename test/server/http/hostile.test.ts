// Prevents regressions of fixed vulnerabilities.
import { newAsset } from '../../support/assets';
import { rawRequest } from '../../support/raw';
import { type TestServer, startTestServer } from '../../support/server';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const ASSET = '/cyber-assets/ca_cedar_rtu';

test('applies If-Match after 2,000 other header fields', async () => {
  const many = Array.from({ length: 2000 }, (): [string, string] => ['a', '1']);
  const headers: [string, string][] = [
    ...many,
    ['X-API-Key', server.cedar.key],
    ['Content-Type', 'application/json'],
    ['If-Match', '"stale"'],
  ];
  expect(
    (await rawRequest(server.url, 'PATCH', ASSET, { headers, body: '{"asset_type":"software"}' })).status,
  ).toBe(412);
  expect((await server.client('GET', ASSET)).body.asset_type).toBe('hardware');
});

// With a pattern that matches each comma in two ways, the time doubles with each comma.
test.each([
  ['GET', 'If-None-Match', 200],
  ['PATCH', 'If-Match', 400],
])('returns a response to %s with 1,000 commas in %s', async (method, field, status) => {
  const headers = { [field]: `"a"${','.repeat(1000)}x` };
  expect(
    (
      await server.client(method, ASSET, {
        headers,
        ...(method === 'PATCH' ? { body: { asset_type: 'software' } } : {}),
      })
    ).status,
  ).toBe(status);
});

test('the log never contains a key, not in an encoded path and not as a request id', async () => {
  const { key } = server.cedar;
  for (const prefix of ['%63ik%5Flive_', '%43%49%4B_live_', '%2563ik_live_']) {
    await server.client('GET', `/cyber-assets/${prefix}${key.slice('cik_live_'.length)}`, {
      headers: { 'X-Request-Id': `x${key}` },
    });
  }
  expect(JSON.stringify(server.logs)).not.toContain(key.slice('cik_live_'.length));
});

test.each(['\u3164', '\u115f\u1160', '\u034f', 'x\u2028y', 'x\u2029y', 'x\ufe0fy', '\u00ad'])(
  'returns 400 for a name with an invisible or line-breaking character (%j)',
  async (name) => {
    const { status, body } = await server.client('POST', '/cyber-assets', { body: { ...newAsset(), name } });
    expect([status, body.details[0].field]).toEqual([400, 'name']);
  },
);

test('returns 400 for a second byte order mark', async () => {
  const { status, body } = await server.client('POST', '/cyber-assets', {
    body: `\ufeff\ufeff${JSON.stringify(newAsset())}`,
  });
  expect([status, body.error]).toEqual([400, 'invalid_json']);
});

test.each(['/facilities??', '/facilities?a/b=1', '/facilities?=1'])(
  'GET %s returns 400 for its query',
  async (path) => {
    expect((await server.client('GET', path)).status).toBe(400);
  },
);

test('never truncates the name of a long query parameter inside a character', async () => {
  const { body, text } = await server.client('GET', `/facilities?a${encodeURIComponent('😀'.repeat(400))}`);
  expect(body.details[0].field).toBe(`a${'😀'.repeat(249)}\ufffd`);
  expect(text).not.toMatch(/\\ud[89a-f]/i);
});

test('names a query parameter as the client sent it', async () => {
  expect((await server.client('GET', '/facilities?a/b~c=1')).body.details[0].field).toBe('a/b~c');
});

test.each([
  'application/json; a="b;charset=latin1"',
  'APPLICATION/JSON; charset="UTF-8"',
  'application/json;',
])('accepts Content-Type %s as JSON in UTF-8', async (type) => {
  expect(
    (
      await server.client('POST', '/cyber-assets', {
        body: JSON.stringify(newAsset()),
        headers: { 'Content-Type': type },
      })
    ).status,
  ).toBe(201);
});

test('replays the response for an Idempotency-Key when the order of the fields differs', async () => {
  const asset = newAsset();
  const headers = { 'Idempotency-Key': 'reordered' };
  const first = await server.client('POST', '/cyber-assets', { body: asset, headers });
  const second = await server.client('POST', '/cyber-assets', {
    body: Object.fromEntries(Object.entries(asset).reverse()),
    headers,
  });
  expect([second.status, second.text]).toEqual([201, first.text]);
});
