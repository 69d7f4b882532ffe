// Tests that delayed requests hold no slots of the server: other worlds get their responses meanwhile.
import { holdDatabase } from '../../server/http/held-database';
import { type TestServer, startTestServer } from '../../support/server';
import { type TestWorld, control, createWorld } from '../../support/worlds';
import { until } from '../../support/until';

/** One world can hold two slots. */
const SLOTS = 4;
const TASKS = { path: '/tasks', method: 'GET' };
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({
    sandbox: true,
    environment: 'test',
    admission: { slots: SLOTS, maxWait: 100 },
  });
  // Loads Prism: a delayed request that needs it can outlast this file, and Jest then rejects each new module.
  await test.client('GET', TASKS.path, { headers: { Prefer: 'code=503' } });
});
afterAll(() => test.close());

/** Resolves when each of the requests has used the world's only rule, so that it waits. */
async function used({ id }: TestWorld): Promise<void> {
  await until(async () => (await control(test, 'GET', `/${id}/faults`)).body.length === 0);
}

it.each([
  ['a fault of 10 seconds', 10_000, {}],
  ['Prefer: delay=10', 0, { Prefer: 'delay=10' }],
  ['Prefer: delay=10, code=503', 0, { Prefer: 'delay=10, code=503' }],
])('%s holds no slot: other worlds and the same world get 200', async (_what, delay, headers) => {
  const worlds = [await createWorld(test), await createWorld(test)];
  const waiting = new AbortController();
  for (const world of worlds) {
    await control(test, 'PUT', `/${world.id}/faults`, [{ ...TASKS, count: SLOTS, delay }]);
    for (let request = 0; request < SLOTS; request++)
      void fetch(test.url + TASKS.path, {
        headers: { 'X-API-Key': world.key, ...headers },
        signal: waiting.signal,
      }).catch(() => undefined);
  }
  await Promise.all(worlds.map(used));
  const other = await createWorld(test);
  for (const { client } of [other, ...worlds]) expect((await client('GET', '/facilities')).status).toBe(200);
  waiting.abort();
});

it('a delayed request that finds no free slot afterwards returns 503 with Retry-After', async () => {
  const world = await createWorld(test);
  await control(test, 'PUT', `/${world.id}/faults`, [{ ...TASKS, count: 1, delay: 500 }]);
  const headers = { 'X-API-Key': world.key };
  const delayed = fetch(test.url + TASKS.path, { headers });
  await used(world);
  const database = holdDatabase(test.inventory.database);
  const busy = [1, 2].map(() => fetch(`${test.url}/facilities`, { headers }));
  await database.waitsFor(SLOTS / 2);
  const { status, headers: fields } = await delayed;
  database.release();
  expect([status, fields.get('retry-after')]).toEqual([503, '2']);
  expect((await Promise.all(busy)).map((response) => response.status)).toEqual([200, 200]);
});
