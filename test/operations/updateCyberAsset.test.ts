// PATCH /cyber-assets/{id}. Bodies that it refuses are in test/bad-input/bodies.test.ts.
import { newAsset } from '../support/assets';
import { expectSameAnswer } from '../support/client';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
let path: string;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());
beforeEach(
  async () =>
    void (path = (await test.client('POST', '/cyber-assets', { body: newAsset() })).headers.get('location')!),
);

const patch = (body: unknown) => test.client('PATCH', path, { body });
const get = () => test.client('GET', path);
const create = (name: string) => test.client('POST', '/cyber-assets', { body: newAsset({ name }) });

describe('updateCyberAsset', () => {
  it.each([
    ['name', { name: 'renamed' }, {}],
    ['asset_type', { asset_type: 'software' }, {}],
    ['cyber_system_id', { cyber_system_id: 'cs_cedar_ems' }, { impact_rating: 'high' }],
    [
      'all three',
      { name: 'all three', asset_type: 'software', cyber_system_id: 'cs_cedar_solar' },
      { impact_rating: 'low' },
    ],
  ])('returns 200 with the whole asset after a change of %s alone', async (_what, changes, follows) => {
    const { body: before } = await get();
    const { status, body } = await patch(changes);
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, ...changes, ...follows, updated_at: body.updated_at });
    expect(body.updated_at > before.updated_at).toBe(true);
  });

  it('returns 200 with the bytes and the ETag that GET then answers, and the list too', async () => {
    const changed = await patch({ name: 'as GET tells it' });
    const got = await get();
    expect([got.text, got.headers.get('etag')]).toEqual([changed.text, changed.headers.get('etag')]);
    for (const name of ['cache-control', 'vary', 'content-type'])
      expect(changed.headers.get(name)).toBe(got.headers.get(name));
    expect((await test.client('GET', '/cyber-assets')).body).toContainEqual(changed.body);
  });

  it('returns 200 with nothing changed for an empty object', async () => {
    const before = await get();
    const after = await patch({});
    expect([after.status, after.text, after.headers.get('etag')]).toEqual([
      200,
      before.text,
      before.headers.get('etag'),
    ]);
    expect((await get()).text).toBe(before.text);
  });

  it.each(['name', 'cyber_system_id', 'asset_type'])(
    'returns 200 without a change for a %s that is what it was',
    async (field) => {
      const before = await get();
      const { status, text } = await patch({ [field]: before.body[field] });
      expect([status, text]).toEqual([200, before.text]);
    },
  );

  it('returns 200 with a later updated_at each time, within one millisecond and with a clock that was set back', async () => {
    const doNotFake = [
      'nextTick',
      'setImmediate',
      'clearImmediate',
      'setTimeout',
      'clearTimeout',
      'setInterval',
      'clearInterval',
      'queueMicrotask',
      'performance',
      'hrtime',
    ] as const;
    const times = [(await get()).body.updated_at];
    jest.useFakeTimers({ now: Date.now(), doNotFake: [...doNotFake] });
    try {
      for (let count = 0; count < 3; count++)
        times.push((await patch({ name: `Renamed ${count}` })).body.updated_at);
      jest.setSystemTime(Date.now() - 3_600_000);
      times.push((await patch({ name: 'Renamed back' })).body.updated_at);
    } finally {
      jest.useRealTimers();
    }
    expect([...new Set(times)].sort()).toEqual(times);
    expect(times).toHaveLength(5);
  });

  it('returns 200 for its own name in other capitals, and for a name that was given up', async () => {
    await create('given up').then(({ body }) => test.client('DELETE', `/cyber-assets/${body.id}`));
    expect([
      (await patch({ name: 'Given Up' })).status,
      (await patch({ name: 'GIVEN UP' })).body.name,
    ]).toEqual([200, 'GIVEN UP']);
  });

  it('returns 400 invalid_reference for another organization’s system, the same bytes as for a missing one, and nothing changed', async () => {
    const before = (await get()).text;
    const missing = await patch({ cyber_system_id: 'cs_missing', name: 'moved' });
    expect([missing.status, missing.body.error, missing.body.details[0].field]).toEqual([
      400,
      'invalid_reference',
      'cyber_system_id',
    ]);
    expectSameAnswer(await patch({ cyber_system_id: 'cs_other_ems', name: 'moved' }), missing);
    expect((await get()).text).toBe(before);
  });

  it.each(['{}', '{"name":"taken over"}', '{"cyber_system_id":"cs_cedar_ems"}'])(
    'returns 404 for another organization’s id with %s, the same bytes as for a missing one, and nothing changed',
    async (body) => {
      const theirs = () => test.client('GET', '/cyber-assets/ca_other_rtu', { key: test.other.key });
      const before = (await theirs()).text;
      const missing = await test.client('PATCH', '/cyber-assets/ca_missing', { body });
      expect(missing.status).toBe(404);
      expectSameAnswer(await test.client('PATCH', '/cyber-assets/ca_other_rtu', { body }), missing);
      expect((await theirs()).text).toBe(before);
    },
  );

  it('returns 401 without a key, and nothing changed', async () => {
    const before = (await get()).text;
    expect([
      (await test.client('PATCH', path, { key: null, body: { name: 'nobody' } })).status,
      (await get()).text,
    ]).toEqual([401, before]);
  });
});
