// Tests slow bodies and expensive bodies, which must not affect other organizations.
import { gzipSync } from 'node:zlib';
import { newAsset } from '../../support/assets';
import { type TestServer, startTestServer } from '../../support/server';
import { type TestSettings, startTestSettings } from '../../support/settings';
import { type StalledBodies, stallBodies } from './stalled-bodies';
import { until } from '../../support/until';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const post = (bytes: number) => [
  'POST /cyber-assets HTTP/1.1',
  `X-API-Key: ${test.cedar.key}`,
  'Content-Type: application/json',
  `Content-Length: ${bytes}`,
];

/**
 * Waits until the server has read the headers of all these requests, and has rejected those over the limit.
 */
async function rejections(stalled: StalledBodies, count: number): Promise<number[]> {
  await until(() => stalled.statuses().length >= count);
  return stalled.statuses();
}

describe.each([270, 600])('%i stalled bodies of one key', (count) => {
  it("let another organization's requests return 200 within a second", async () => {
    const stalled = await stallBodies(test.url, post(500), count);
    await rejections(stalled, count - 128);
    for (let call = 0; call < 20; call++) {
      const since = performance.now();
      const response = await fetch(`${test.url}/cyber-assets`, { headers: { 'X-API-Key': test.other.key } });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
      expect(performance.now() - since).toBeLessThan(1000);
    }
    stalled.close();
  });

  it('get 429 with Retry-After beyond 128, and a completed body gets its response', async () => {
    const body = JSON.stringify(newAsset({ name: `completed among ${count}` }));
    const stalled = await stallBodies(test.url, post(body.length), count);
    expect(new Set(await rejections(stalled, count - 128))).toEqual(new Set([429]));
    expect(stalled.statuses()).toHaveLength(count - 128);
    const before = new Set(stalled.statuses());
    expect(before).toEqual(new Set([429]));
    stalled.close();
  });
});

it('a stalled body that completes gets its response', async () => {
  const body = JSON.stringify(newAsset());
  const stalled = await stallBodies(test.url, post(body.length), 1);
  expect(await stalled.complete(0, body.slice(1))).toMatch(/^HTTP\/1\.1 201 /);
  stalled.close();
});

it('the server returns the sign-in page during 260 stalled sign-in forms', async () => {
  const settings: TestSettings = await startTestSettings();
  const head = [
    'POST /sign-in HTTP/1.1',
    'Content-Type: application/x-www-form-urlencoded',
    'Content-Length: 500',
  ];
  const stalled = await stallBodies(settings.pages, head, 260);
  await rejections(stalled, 4);
  for (let call = 0; call < 20; call++) expect((await fetch(`${settings.pages}/sign-in`)).status).toBe(200);
  stalled.close();
  await settings.close();
});

describe('createCyberAsset: a small body that is expensive', () => {
  const send = (body: unknown, encoding?: string) =>
    fetch(`${test.url}/cyber-assets`, {
      method: 'POST',
      headers: {
        'X-API-Key': test.cedar.key,
        'Content-Type': 'application/json',
        ...(encoding ? { 'Content-Encoding': encoding } : {}),
      },
      body:
        typeof body === 'string' || Buffer.isBuffer(body)
          ? new Uint8Array(Buffer.from(body))
          : JSON.stringify(body),
    });
  const detailsOf = async (response: Response) => [
    response.status,
    ((await response.json()) as { details: object[] }).details,
  ];

  it('returns 400 that names the field for 33 levels of nesting, also compressed', async () => {
    const nested = `{"name":${'['.repeat(32)}${']'.repeat(32)}}`;
    const expected = [400, [{ field: 'name', message: 'must have at most 32 levels of nesting' }]];
    expect(await detailsOf(await send(nested))).toEqual(expected);
    expect(await detailsOf(await send(gzipSync(nested), 'gzip'))).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['properties', Array.from({ length: 501 }, () => ({ a: 1 }))],
    ['array items', { name: Array(1001).fill(1) }],
  ])('returns 400 for more than 1,000 %s', async (_what, body) => {
    const message = 'must have at most 1000 properties and array items';
    expect(await detailsOf(await send(body))).toEqual([400, [{ field: 'body', message }]]);
  });

  it('returns the first 20 of 1,000 faults', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`field_${index}`, 1]));
    const [status, details] = await detailsOf(await send(unknown));
    expect(status).toBe(400);
    expect(details).toHaveLength(20);
  });

  it('returns 415 for a body compressed with br', async () => {
    expect((await send(newAsset(), 'br')).status).toBe(415);
  });
});

it('POST /sign-in returns 400 for a compressed form', async () => {
  const settings: TestSettings = await startTestSettings();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'gzip' };
  const response = await fetch(`${settings.pages}/sign-in`, {
    method: 'POST',
    headers,
    body: new Uint8Array(gzipSync('email=a')),
  });
  expect(response.status).toBe(400);
  await settings.close();
});
