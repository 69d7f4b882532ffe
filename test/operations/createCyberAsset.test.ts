// POST /cyber-assets
import { TIMESTAMP, newAsset } from '../support/assets';
import { expectSameAnswer } from '../support/client';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const create = (fields: Record<string, unknown> = {}, options: object = {}) =>
  test.client('POST', '/cyber-assets', { body: newAsset(fields), ...options });
const list = async () => (await test.client('GET', '/cyber-assets')).body;

describe('createCyberAsset', () => {
  it('returns 201 with the whole asset: an id, the impact rating of its system, and its times', async () => {
    const before = new Date().toISOString();
    const { status, body } = await create({ name: 'MLB345-RTU02' });
    const after = new Date().toISOString();
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.stringMatching(/^ca_[A-Za-z0-9_-]{1,64}$/),
      name: 'MLB345-RTU02',
      cyber_system_id: 'cs_cedar_relays',
      asset_type: 'hardware',
      impact_rating: 'medium',
      created_at: expect.stringMatching(TIMESTAMP),
      updated_at: body.created_at,
      organization_slug: 'cedar-power',
    });
    expect(before <= body.created_at && body.created_at <= after).toBe(true);
  });

  it('returns 201 with a Location where GET finds the same bytes under the same ETag, and a place in the list', async () => {
    const created = await create();
    expect(created.headers.get('location')).toBe(`/cyber-assets/${created.body.id}`);
    const got = await test.client('GET', created.headers.get('location')!);
    expect([got.text, got.headers.get('etag')]).toEqual([created.text, created.headers.get('etag')]);
    expect(await list()).toContainEqual(created.body);
  });

  it.each(['hardware', 'software'])('returns 201 for the asset type %s', async (asset_type) => {
    expect((await create({ asset_type })).body.asset_type).toBe(asset_type);
  });

  it('returns 201 with a rising id each time', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 5; count++) ids.push((await create()).body.id);
    expect([...new Set(ids)].sort()).toEqual(ids);
  });

  it('201 that no other organization sees', async () => {
    const { body } = await create();
    expect((await test.client('GET', `/cyber-assets/${body.id}`, { key: test.other.key })).status).toBe(404);
    expect((await test.client('GET', '/cyber-assets', { key: test.other.key })).text).not.toContain(body.id);
  });

  it('returns 400 invalid_reference for another organization’s system, the same bytes as for a missing one', async () => {
    const missing = await create({ cyber_system_id: 'cs_missing' });
    expect([missing.status, missing.body.error, missing.body.details[0].field]).toEqual([
      400,
      'invalid_reference',
      'cyber_system_id',
    ]);
    expectSameAnswer(await create({ cyber_system_id: 'cs_other_ems' }), missing);
  });

  it.each([
    ['a facility', 'fac_cedar_sun'],
    ['no id', 'relays'],
    ['an id in other capitals', 'CS_CEDAR_RELAYS'],
    ['an id and white space', 'cs_cedar_relays '],
    ['an id and NUL', 'cs_cedar_relays\u0000'],
    ['an id and a lone surrogate', 'cs_cedar_relays\ud800'],
    ['SQL', "cs_' OR '1'='1"],
  ])('returns 400 invalid_reference for a cyber_system_id that is %s', async (_what, cyber_system_id) => {
    const { status, body } = await create({ cyber_system_id });
    expect([status, body.error]).toEqual([400, 'invalid_reference']);
  });

  it.each(['name', 'cyber_system_id', 'asset_type'])(
    '400 that names %s when it is missing',
    async (field) => {
      const body = Object.fromEntries(Object.entries(newAsset()).filter(([name]) => name !== field));
      const reply = await test.client('POST', '/cyber-assets', { body });
      expect([reply.status, reply.body.error, reply.body.details]).toEqual([
        400,
        'validation_error',
        [{ field, message: expect.stringContaining('required') }],
      ]);
      expect(reply.body.message).toContain(field);
    },
  );

  it('returns 400 with a detail for each of several faults', async () => {
    const { status, body } = await test.client('POST', '/cyber-assets', {
      body: { name: '', asset_type: 'firmware' },
    });
    expect([status, body.error]).toEqual([400, 'validation_error']);
    expect([...new Set(body.details.map(({ field }: { field: string }) => field))].sort()).toEqual([
      'asset_type',
      'cyber_system_id',
      'name',
    ]);
  });

  it('returns 400 and stores nothing', async () => {
    const before = await list();
    await create({ cyber_system_id: 'cs_missing' });
    await create({ asset_type: 'firmware' });
    expect(await list()).toEqual(before);
  });

  it('returns 401 without a key, and nothing is created', async () => {
    const before = await list();
    expect((await create({}, { key: null })).status).toBe(401);
    expect(await list()).toEqual(before);
  });
});
