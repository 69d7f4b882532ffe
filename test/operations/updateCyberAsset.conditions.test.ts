// PATCH /cyber-assets/{id} with If-Match.
import { newAsset } from '../support/assets';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
let path: string;
let tag: string;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
beforeEach(async () => {
  const { headers } = await test.client('POST', '/cyber-assets', { body: newAsset() });
  path = headers.get('location')!;
  tag = headers.get('etag')!;
});

const patch = (ifMatch: string, body: unknown = { asset_type: 'software' }) =>
  test.client('PATCH', path, { body, headers: { 'If-Match': ifMatch } });
const text = async () => (await test.client('GET', path)).text;

describe('updateCyberAsset', () => {
  it.each([
    ['the current tag', (current: string) => current],
    ['several tags, one of them current', (current: string) => `"old",W/"older", ${current}`],
    ['*', () => '*'],
  ])('returns 200 when If-Match is %s', async (_what, ifMatch) => {
    const reply = await patch(ifMatch(tag));
    expect([reply.status, reply.body.asset_type]).toEqual([200, 'software']);
    expect(reply.headers.get('etag')).not.toBe(tag);
  });

  it.each([
    ['another tag', () => '"other"'],
    ['several other tags', () => '"other", "another"'],
    ['the current tag as a weak one', (current: string) => `W/${current}`],
    ['a quoted star', () => '"*"'],
  ])('returns 412 when If-Match is %s, and nothing changed', async (_what, ifMatch) => {
    const before = await text();
    const { status, body } = await patch(ifMatch(tag), { name: 'too late' });
    expect([status, body.error, await text()]).toEqual([412, 'precondition_failed', before]);
  });

  it('returns 412 when the asset has changed since it was read', async () => {
    expect((await patch(tag)).status).toBe(200);
    const before = await text();
    expect([(await patch(tag, { name: 'too late' })).status, await text()]).toEqual([412, before]);
  });

  it('returns 412 for a stale tag also when the change is empty', async () => {
    expect((await patch('"stale"', {})).status).toBe(412);
  });

  it('returns 412 when the impact rating that it inherits has changed since it was read', async () => {
    const rate = (impact_rating: string) =>
      test.inventory.database
        .knex('cyber_systems')
        .where({ id: 'cs_cedar_relays' })
        .update({ impact_rating });
    await rate('high');
    const { status } = await patch(tag);
    await rate('medium');
    expect(status).toBe(412);
  });

  it('returns 404 for an id that does not exist, whatever If-Match says', async () => {
    for (const ifMatch of ['*', tag]) {
      const reply = await test.client('PATCH', '/cyber-assets/ca_missing', {
        body: {},
        headers: { 'If-Match': ifMatch },
      });
      expect(reply.status).toBe(404);
    }
  });
});
