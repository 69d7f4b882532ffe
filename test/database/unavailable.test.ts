// A database that cannot answer is no fault of the caller: it is told to try again, and never that its key is wrong.
import { truncateSync } from 'node:fs';
import { newAsset } from '../support/assets';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

const warnings = () => test.logs.filter((line) => line['level'] === 40);

describe('a database that another process has locked', () => {
  it('503 with Retry-After for a write, which leaves nothing behind; 200 for reads meanwhile; 201 afterwards', async () => {
    const body = newAsset();
    const lock = await test.inventory.database.knex.transaction();
    await lock('organizations').update({ name: 'locked' });
    const [write, read] = await Promise.all([test.client('POST', '/cyber-assets', { body }), test.client('GET', '/cyber-assets')]);
    await lock.rollback();
    expect([write.status, write.body.error, read.status]).toEqual([503, 'unavailable', 200]);
    expect(write.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(warnings()).toMatchObject([{ requestId: write.headers.get('x-request-id'), err: expect.anything() }]);
    expect((await test.client('GET', '/cyber-assets')).text).toBe(read.text);
    expect((await test.client('POST', '/cyber-assets', { body })).status).toBe(201);
  });
});

describe('a database whose file cannot be read any more', () => {
  beforeAll(() => {
    const file = test.databaseUrl.slice('sqlite:'.length);
    for (const each of [file, `${file}-wal`]) truncateSync(each, 0);
  });

  it.each([
    ['GET', '/facilities', undefined],
    ['GET', '/facilities/fac_cedar_sun', undefined],
    ['GET', '/nowhere', undefined],
    ['POST', '/cyber-assets', newAsset()],
    ['DELETE', '/cyber-assets/ca_cedar_rtu', undefined],
  ])('503 with Retry-After, and never 401, for %s %s', async (method, path, body) => {
    const before = warnings().length;
    const reply = await test.client(method, path, body === undefined ? {} : { body });
    expect([reply.status, reply.body.error, Object.keys(reply.body)]).toEqual([503, 'unavailable', ['error', 'message']]);
    expect(reply.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    expect(reply.headers.get('www-authenticate')).toBeNull();
    expect(warnings()).toHaveLength(before + 1);
  });

  it('401 without a key, as no database needs to be asked', async () => {
    expect((await test.client('GET', '/facilities', { key: null })).status).toBe(401);
  });
});
