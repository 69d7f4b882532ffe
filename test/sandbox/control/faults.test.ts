// Tests the scripted faults of worlds.
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { type TestWorld, control, createWorld } from '../../support/worlds';

let sandbox: Sandbox;
let world: TestWorld;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());
beforeEach(async () => void (world = await createWorld(sandbox, { from: 'empty' })));

const script = (rules: object[]) => control(sandbox, 'PUT', `/${world.id}/faults`, rules);
const post = async (body: object = { title: 'A' }) => world.client('POST', '/tasks', { body });

it('the next requests that match fail, whatever their body, and later ones succeed', async () => {
  const rule = { method: 'POST', path: '/tasks', count: 3, status: 503 };
  expect(await script([rule])).toMatchObject({ status: 200, body: [rule] });
  const failed = [await post(), await post({}), await post()];
  expect(failed.map(({ status, body }) => [status, body.error])).toEqual(Array(3).fill([503, 'unavailable']));
  expect(failed[0]!.headers.get('retry-after')).toBe('1');
  expect((await post()).status).toBe(201);
  expect((await world.client('GET', '/tasks')).body.total).toBe(1);
});

it('shows the rules that are left', async () => {
  await script([{ method: 'POST', path: '/tasks', count: 2, status: 500 }]);
  await post();
  expect((await control(sandbox, 'GET', `/${world.id}/faults`)).body).toEqual([
    { method: 'POST', path: '/tasks', count: 1, status: 500 },
  ]);
  await post();
  expect((await control(sandbox, 'GET', `/${world.id}/faults`)).body).toEqual([]);
});

it.each(['/tasks/*', '/tasks/{id}'])('%s matches one segment', async (path) => {
  const { id } = (await post()).body;
  await script([{ method: 'GET', path, count: 5, status: 429 }]);
  const statusOf = async (target: string) => (await world.client('GET', target)).status;
  expect([
    await statusOf(`/tasks/${id}`),
    await statusOf('/tasks'),
    await statusOf(`/tasks/${id}?x=1`),
  ]).toEqual([429, 200, 429]);
});

it('delays a request that then continues', async () => {
  await script([{ method: 'POST', path: '/tasks', count: 1, delay: 80 }]);
  const since = performance.now();
  expect((await post()).status).toBe(201);
  expect(performance.now() - since).toBeGreaterThanOrEqual(79);
});

it('closes the connection without a response', async () => {
  await script([{ method: 'POST', path: '/tasks', count: 1, drop: true }]);
  const failure = await post().catch((error: Error) => error);
  expect(((failure as Error).cause as NodeJS.ErrnoException).code).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
  expect((await post()).status).toBe(201);
  expect((await world.client('GET', '/tasks')).body.total).toBe(1);
});

it('concerns one world, and ends with its reset', async () => {
  const other = await createWorld(sandbox, { from: 'empty' });
  await script([{ method: 'GET', path: '/tasks', count: 9, status: 500 }]);
  expect((await other.client('GET', '/tasks')).status).toBe(200);
  expect((await world.client('GET', '/tasks')).status).toBe(500);
  await control(sandbox, 'POST', `/${world.id}/reset`);
  expect((await world.client('GET', '/tasks')).status).toBe(200);
});

it.each([
  ['no list', { method: 'GET' }],
  ['a status without an error', [{ method: 'GET', path: '/tasks', count: 1, status: 200 }]],
  ['an unknown method', [{ method: 'FETCH', path: '/tasks', count: 1 }]],
  ['no count', [{ method: 'GET', path: '/tasks' }]],
  ['an unknown field', [{ method: 'GET', path: '/tasks', count: 1, times: 2 }]],
])('returns 400 for %s', async (_what, rules) => {
  const refused = await control(sandbox, 'PUT', `/${world.id}/faults`, rules);
  expect([refused.status, refused.body.error]).toEqual([400, 'validation_error']);
});
