// GET /cyber-assets/{id}
import { TIMESTAMP, newAsset } from '../support/assets';
import { keepsGetPromises } from './read-promises';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

describe('getCyberAsset', () => {
  it('returns 200 with every field of the asset, and no others', async () => {
    const { status, body } = await test.client('GET', '/cyber-assets/ca_cedar_app');
    expect(status).toBe(200);
    expect(body).toEqual({
      id: 'ca_cedar_app',
      name: 'cedar-EMS-APP01',
      cyber_system_id: 'cs_cedar_ems',
      asset_type: 'software',
      impact_rating: 'high',
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: expect.stringMatching(TIMESTAMP),
      organization_slug: 'cedar-power',
    });
  });

  it('returns 200 with a new ETag after an update, so that the old one is no longer held', async () => {
    const path = '/cyber-assets/ca_cedar_app';
    const tag = (await test.client('GET', path)).headers.get('etag')!;
    const updated = await test.client('PATCH', path, { body: { asset_type: 'hardware' } });
    const reply = await test.client('GET', path, { headers: { 'If-None-Match': tag } });
    expect([reply.status, reply.headers.get('etag')]).toEqual([200, updated.headers.get('etag')]);
    expect(reply.headers.get('etag')).not.toBe(tag);
  });

  it.each([
    ['high', 'cs_cedar_ems'],
    ['medium', 'cs_cedar_relays'],
    ['low', 'cs_cedar_solar'],
  ])('returns 200 with the impact rating %s of its system', async (rating, cyber_system_id) => {
    const { body } = await test.client('POST', '/cyber-assets', { body: newAsset({ cyber_system_id }) });
    expect((await test.client('GET', `/cyber-assets/${body.id}`)).body.impact_rating).toBe(rating);
  });

  it('returns 200 with the new impact rating after that of its system has changed', async () => {
    const path = '/cyber-assets/ca_cedar_rtu';
    const before = await test.client('GET', path);
    const rate = (impact_rating: string) =>
      test.inventory.database
        .knex('cyber_systems')
        .where({ id: 'cs_cedar_relays' })
        .update({ impact_rating });
    await rate('high');
    const after = await test.client('GET', path, {
      headers: { 'If-None-Match': before.headers.get('etag')! },
    });
    await rate('medium');
    expect([after.status, after.body]).toEqual([200, { ...before.body, impact_rating: 'high' }]);
  });

  it('returns 404 after it was deleted', async () => {
    const { body } = await test.client('POST', '/cyber-assets', { body: newAsset() });
    const path = `/cyber-assets/${body.id}`;
    const { headers } = await test.client('GET', path);
    await test.client('DELETE', path);
    expect(
      (await test.client('GET', path, { headers: { 'If-None-Match': headers.get('etag')! } })).status,
    ).toBe(404);
  });

  keepsGetPromises(() => test, '/cyber-assets', 'ca_cedar_rtu', 'cs_cedar_relays');
});
