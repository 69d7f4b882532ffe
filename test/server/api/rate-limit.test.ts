// So many requests a minute for each key.
import { type TestServer, startTestServer } from '../../support/server';
import { makeTwins } from '../../support/inventory';

const LIMIT = 5;
let test: TestServer;
beforeAll(async () => void (test = await startTestServer({ rateLimit: LIMIT })));
afterAll(() => test.close());

async function newKey(): Promise<string> {
  const expiresAt = new Date(Date.now() + 60_000);
  return test.inventory.keys.create(test.cedar.organization.id, {
    label: 'limited',
    createdBy: 'test',
    expiresAt,
    environment: 'live',
  });
}
const get = (key: string, path = '/facilities', headers = {}) => test.client('GET', path, { key, headers });
const remaining = (headers: Headers) =>
  Number(/^"default";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '')?.[1]);

describe('the rate limit', () => {
  it('returns 200 with the policy and what is left of it, one less each time', async () => {
    const key = await newKey();
    for (let left = LIMIT - 1; left >= 0; left--) {
      const { status, headers } = await get(key);
      expect([status, headers.get('ratelimit-policy'), remaining(headers)]).toEqual([
        200,
        `"default";q=${LIMIT};w=60`,
        left,
      ]);
      const seconds = Number(/t=(\d+)$/.exec(headers.get('ratelimit')!)![1]);
      expect(seconds >= 1 && seconds <= 60).toBe(true);
    }
  });

  it('returns 429 with Retry-After for one more, and for the next', async () => {
    const key = await newKey();
    for (let count = 0; count < LIMIT; count++) await get(key);
    for (let count = 0; count < 2; count++) {
      const { status, body, headers } = await get(key);
      expect([status, body.error, remaining(headers)]).toEqual([429, 'rate_limited', 0]);
      const wait = headers.get('retry-after')!;
      expect(wait).toMatch(/^\d+$/);
      expect(Number(wait) >= 1 && Number(wait) <= 60).toBe(true);
    }
  });

  it("returns 200 for another organization's key that has the same id: each organization has its own count", async () => {
    const twins = await startTestServer({ rateLimit: LIMIT });
    await makeTwins(twins);
    const getAs = (key: string) => twins.client('GET', '/facilities', { key });
    for (let count = 0; count < LIMIT; count++) await getAs(twins.other.key);
    expect((await getAs(twins.other.key)).status).toBe(429);
    const { status, headers } = await getAs(twins.cedar.key);
    expect([status, remaining(headers)]).toEqual([200, LIMIT - 1]);
    await twins.close();
  });

  it('changes nothing when it returns 429', async () => {
    const key = await newKey();
    for (let count = 0; count < LIMIT; count++) await get(key);
    const body = { name: 'one too many', cyber_system_id: 'cs_cedar_ems', asset_type: 'hardware' };
    expect((await test.client('POST', '/cyber-assets', { key, body })).status).toBe(429);
    expect((await get(await newKey(), '/cyber-assets')).text).not.toContain('one too many');
  });

  it('returns 200 for another key of the same organization: each has its own', async () => {
    const key = await newKey();
    for (let count = 0; count <= LIMIT; count++) await get(key);
    expect((await get(await newKey())).status).toBe(200);
  });

  it('counts every answer that a key gets, and tells it on each', async () => {
    const key = await newKey();
    const { headers } = await get(key);
    const replies = [
      await get(key, '/facilities', { 'If-None-Match': headers.get('etag')! }),
      await get(key, '/nowhere'),
      await test.client('POST', '/cyber-assets', { key, body: {} }),
      await get(key, '/tasks'),
    ];
    expect(replies.map(({ status, headers }) => [status, remaining(headers)])).toEqual([
      [304, 3],
      [404, 2],
      [400, 1],
      [501, 0],
    ]);
  });

  it('returns 429 with a Retry-After of at most the window after the clock was set back', async () => {
    const key = await newKey();
    for (let count = 0; count < LIMIT; count++) await get(key);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    const { status, headers } = await get(key);
    clock.mockRestore();
    expect([status, Number(headers.get('retry-after')) <= 60]).toEqual([429, true]);
  });

  it('returns 200 once for each that is left, however many come at once', async () => {
    const key = await newKey();
    const replies = await Promise.all(Array.from({ length: 20 }, () => get(key)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(LIMIT);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(20 - LIMIT);
  });

  it('returns 401 without a key, however often, and without the fields', async () => {
    for (let count = 0; count <= LIMIT; count++) {
      const { status, headers } = await test.client('GET', '/facilities', { key: null });
      expect([status, headers.get('ratelimit')]).toEqual([401, null]);
    }
  });
});
