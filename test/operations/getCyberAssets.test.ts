// GET /cyber-assets
import { TIMESTAMP, newAsset } from '../support/assets';
import { keepsListPromises } from './read-promises';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const listTag = async () => (await test.client('GET', '/cyber-assets')).headers.get('etag')!;

describe('getCyberAssets', () => {
  it('returns 200 with every field of every asset, and no others', async () => {
    const { body } = await test.client('GET', '/cyber-assets');
    const times = {
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: expect.stringMatching(TIMESTAMP),
    };
    expect(body).toEqual([
      {
        id: 'ca_cedar_app',
        name: 'cedar-EMS-APP01',
        cyber_system_id: 'cs_cedar_ems',
        asset_type: 'software',
        impact_rating: 'high',
        organization_slug: 'cedar-power',
        ...times,
      },
      {
        id: 'ca_cedar_rtu',
        name: 'cedar-RTU01',
        cyber_system_id: 'cs_cedar_relays',
        asset_type: 'hardware',
        impact_rating: 'medium',
        organization_slug: 'cedar-power',
        ...times,
      },
    ]);
  });

  it('returns 200 with each asset as GET of its id tells it', async () => {
    const { body } = await test.client('GET', '/cyber-assets');
    for (const asset of body)
      expect((await test.client('GET', `/cyber-assets/${asset.id}`)).body).toEqual(asset);
  });

  keepsListPromises(() => test, '/cyber-assets', ['ca_cedar_app', 'ca_cedar_rtu']);

  it('returns 200 with created assets in order of creation, at the places of their ids', async () => {
    const created: string[] = [];
    for (let count = 0; count < 20; count++)
      created.push((await test.client('POST', '/cyber-assets', { body: newAsset() })).body.id);
    const ids: string[] = (await test.client('GET', '/cyber-assets')).body.map(
      ({ id }: { id: string }) => id,
    );
    expect(ids.filter((id) => created.includes(id))).toEqual(created);
    expect(ids).toEqual([...ids].sort());
  });

  it('returns 200 with a new ETag after each create, update and delete, and the old one no longer held', async () => {
    const before = await listTag();
    const { body: asset } = await test.client('POST', '/cyber-assets', { body: newAsset() });
    const created = await listTag();
    await test.client('PATCH', `/cyber-assets/${asset.id}`, { body: { asset_type: 'software' } });
    const updated = await listTag();
    await test.client('DELETE', `/cyber-assets/${asset.id}`);
    const deleted = await listTag();
    expect(new Set([before, created, updated, deleted]).size).toBe(4);
    expect(
      (
        await test.client('GET', '/cyber-assets', {
          headers: { 'If-None-Match': `${before}, ${created}, ${updated}` },
        })
      ).status,
    ).toBe(200);
  });

  it('returns 200 with a new ETag for each organization after a change of its own alone', async () => {
    const get = (ifNoneMatch: string) =>
      test.client('GET', '/cyber-assets', { key: test.other.key, headers: { 'If-None-Match': ifNoneMatch } });
    const theirs = (await get('"none"')).headers.get('etag')!;
    await test.client('POST', '/cyber-assets', { body: newAsset() });
    expect((await get(theirs)).status).toBe(304);
    await test.client('POST', '/cyber-assets', {
      key: test.other.key,
      body: newAsset({ cyber_system_id: 'cs_other_ems' }),
    });
    expect((await get(theirs)).status).toBe(200);
  });

  it('returns 200 with a new ETag after an import has changed the rating of a system, which assets inherit', async () => {
    const before = await listTag();
    const relays = { id: 'cs_cedar_relays', name: 'cedar Protection', facility_id: 'fac_cedar_millbrook' };
    const rate = (impact_rating: string) =>
      test.inventory.importer.run(test.cedar.organization, { cyber_systems: [{ ...relays, impact_rating }] });
    await rate('low');
    const reply = await test.client('GET', '/cyber-assets', { headers: { 'If-None-Match': before } });
    await rate('medium');
    expect(reply.status).toBe(200);
    expect(reply.body.find(({ id }: { id: string }) => id === 'ca_cedar_rtu').impact_rating).toBe('low');
  });

  it('returns 304 after changes that were refused, empty, or another organization’s', async () => {
    const tag = await listTag();
    await test.client('POST', '/cyber-assets', { body: newAsset({ name: 'cedar-RTU01' }) });
    await test.client('PATCH', '/cyber-assets/ca_cedar_rtu', { body: {} });
    await test.client('PATCH', '/cyber-assets/ca_cedar_rtu', { body: { cyber_system_id: 'cs_missing' } });
    await test.client('DELETE', '/cyber-assets/ca_missing');
    await test.client('POST', '/cyber-assets', {
      key: test.other.key,
      body: newAsset({ cyber_system_id: 'cs_other_ems' }),
    });
    expect((await test.client('GET', '/cyber-assets', { headers: { 'If-None-Match': tag } })).status).toBe(
      304,
    );
  });
});
