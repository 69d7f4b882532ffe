// POST /cyber-assets with an Idempotency-Key.
import { randomUUID } from 'node:crypto';
import { sha256 } from '../../src/base/digest';
import { newAsset } from '../support/assets';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const create = (key: string, body: unknown, options: { key?: string } = {}) =>
  test.client('POST', '/cyber-assets', { body, headers: { 'Idempotency-Key': key }, ...options });
const count = async () => (await test.client('GET', '/cyber-assets')).body.length as number;
const storedAgo = (key: string, milliseconds: number) =>
  test.inventory.database
    .knex('idempotency_keys')
    .where({ idempotency_key: sha256(`createCyberAsset ${key}`) })
    .update({ created_at: new Date(Date.now() - milliseconds).toISOString() });
const DAY = 86_400_000;

describe('createCyberAsset', () => {
  it('returns 201 again for a repeated call: the first answer, marked as replayed, and no second asset', async () => {
    const [key, body] = [randomUUID(), newAsset()];
    const first = await create(key, body);
    const before = await count();
    const second = await create(key, body);
    expect([second.status, second.text]).toEqual([201, first.text]);
    for (const name of ['location', 'etag', 'content-type'])
      expect(second.headers.get(name)).toBe(first.headers.get(name));
    expect([first.headers.get('idempotency-replayed'), second.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
    expect(await count()).toBe(before);
  });

  it('returns 201 again with the first answer, also after the asset has changed and gone', async () => {
    const [key, body] = [randomUUID(), newAsset()];
    const first = await create(key, body);
    await test.client('PATCH', first.headers.get('location')!, { body: { name: 'renamed since' } });
    expect((await create(key, body)).text).toBe(first.text);
    await test.client('DELETE', first.headers.get('location')!);
    expect((await create(key, body)).text).toBe(first.text);
    expect((await test.client('GET', first.headers.get('location')!)).status).toBe(404);
  });

  it('returns 201 again for the same JSON in other white space', async () => {
    const [key, body] = [randomUUID(), newAsset()];
    const first = await create(key, body);
    expect((await create(key, JSON.stringify(body, null, 4))).text).toBe(first.text);
  });

  it('returns 201 again for the same fields in another order', async () => {
    const [key, body] = [randomUUID(), newAsset()];
    const first = await create(key, body);
    const reversed = Object.fromEntries(Object.entries(body).reverse());
    expect((await create(key, reversed)).text).toBe(first.text);
  });

  it('returns 422 for the same key with another body, which creates nothing', async () => {
    const key = randomUUID();
    await create(key, newAsset());
    const before = await count();
    const { status, body } = await create(key, newAsset());
    expect([status, body.error, await count()]).toEqual([422, 'idempotency_mismatch', before]);
  });

  it('returns 201 for another organization with the same key: keys are not shared', async () => {
    const key = randomUUID();
    const ours = await create(key, newAsset());
    const theirs = await create(key, newAsset({ cyber_system_id: 'cs_other_ems' }), { key: test.other.key });
    expect([
      theirs.status,
      theirs.headers.get('idempotency-replayed'),
      theirs.body.organization_slug,
    ]).toEqual([201, null, 'other-power']);
    expect(theirs.body.id).not.toBe(ours.body.id);
  });

  it.each([
    ['400', { asset_type: 'firmware' }],
    ['400', { cyber_system_id: 'cs_missing' }],
    ['409', { name: 'cedar-RTU01' }],
  ])('%s is not stored: a corrected call with the same key succeeds', async (status, fault) => {
    const key = randomUUID();
    expect((await create(key, newAsset(fault))).status).toBe(Number(status));
    const corrected = await create(key, newAsset());
    expect([corrected.status, corrected.headers.get('idempotency-replayed')]).toEqual([201, null]);
  });

  it('returns 201 replayed until 24 hours have passed, and 201 for a new asset after that', async () => {
    const [key, body] = [randomUUID(), newAsset()];
    const first = await create(key, body);
    await storedAgo(key, DAY - 60_000);
    expect((await create(key, body)).headers.get('idempotency-replayed')).toBe('true');
    await storedAgo(key, DAY + 1);
    const anew = await create(key, newAsset());
    expect([anew.status, anew.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect(anew.body.id).not.toBe(first.body.id);
  });

  it.each([
    ['201', 'of 255 characters', 'k'.repeat(255)],
    ['201', 'with quotes and SQL in it', `"a'; --`],
    ['400', 'of 256 characters', 'k'.repeat(256)],
    ['400', 'that is empty', ''],
    ['400', 'with a letter outside of ASCII', 'schlüssel'],
  ])('%s for a key %s', async (status, _what, key) => {
    expect((await create(key, newAsset())).status).toBe(Number(status));
  });

  it('returns 409 for a call while the first one with its key is still running, and the first answer after that', async () => {
    const [key, body] = [randomUUID(), newAsset()];
    const lock = await test.inventory.database.knex.transaction();
    await lock('organizations').update({ name: 'locked' }); // now no other transaction can write
    const calls = [create(key, body), create(key, body)];
    const refused = await Promise.race(calls);
    await lock.rollback();
    const replies = await Promise.all(calls);
    expect([refused.status, refused.body.error, refused.headers.get('retry-after')]).toEqual([
      409,
      'conflict',
      '1',
    ]);
    const first = replies.find((reply) => reply !== refused)!;
    expect(first.status).toBe(201);
    expect((await create(key, body)).text).toBe(first.text);
  });
});
