// Tests the scripted faults of worlds.
import { type Sandbox, startSandbox } from '../../support/sandbox';
import type { HarEntry } from '../../../generated/files';
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

/** Expects a request without a response. */
async function expectDropped(request: Promise<unknown>): Promise<void> {
  const failure = await request.catch((error: Error) => error);
  expect(((failure as Error).cause as NodeJS.ErrnoException).code).toMatch(/ECONNRESET|UND_ERR_SOCKET/);
}

it.each([true, 'before'])('drop %j closes the connection before the operation runs', async (drop) => {
  const rule = { method: 'POST', path: '/tasks', count: 1 };
  expect((await script([{ ...rule, drop }])).body).toEqual([{ ...rule, drop: 'before' }]);
  await expectDropped(post());
  expect((await post()).status).toBe(201);
  expect((await world.client('GET', '/tasks')).body.total).toBe(1);
});

describe('drop "after"', () => {
  it.each([
    ['a released operation', '/cyber-assets', 'cyber_assets'],
    ['a planned operation', '/tasks', 'tasks'],
  ])('commits %s, and a retry with the same Idempotency-Key repairs it', async (_kind, path) => {
    const { client, id } = await createWorld(sandbox);
    const [system] = (await client('GET', '/cyber-systems')).body;
    const body =
      path === '/tasks'
        ? { title: 'Repaired' }
        : { name: 'REPAIRED-1', cyber_system_id: system.id, asset_type: 'hardware' };
    type Row = { id: string; title?: string; name?: string };
    const isMade = ({ title, name }: Row) => title === 'Repaired' || name === 'REPAIRED-1';
    const made = async () => {
      const { body: list } = await client('GET', path);
      return ((path === '/tasks' ? list.data : list) as Row[]).filter(isMade);
    };
    const faults = [{ method: 'POST', path, count: 1, drop: 'after' }];
    await control(sandbox, 'PUT', `/${id}/faults`, faults);
    const send = () => client('POST', path, { body, headers: { 'Idempotency-Key': 'repair-1' } });
    await expectDropped(send());
    const [committed] = await made();
    expect(committed).toBeDefined();
    const retry = await send();
    expect([retry.status, retry.headers.get('idempotency-replayed'), retry.body.id]).toEqual([
      201,
      'true',
      committed!.id,
    ]);
    expect(await made()).toHaveLength(1);
  });

  it('also hides a rejection and a long list', async () => {
    const demo = await createWorld(sandbox);
    const hide = async (method: string, path: string) => {
      const faults = [{ method, path, count: 1, drop: 'after' }];
      await control(sandbox, 'PUT', `/${demo.id}/faults`, faults);
      await expectDropped(demo.client(method, path, method === 'POST' ? { body: {} } : {}));
    };
    await hide('POST', '/tasks');
    await hide('GET', '/cyber-assets');
    expect((await demo.client('GET', '/cyber-assets')).status).toBe(200);
  });
});

it('retryAfter sets Retry-After, which is 1 by default for 429 and 503 only', async () => {
  const rule = { method: 'POST', path: '/tasks', count: 1 };
  await script([
    { ...rule, status: 429, retryAfter: 7 },
    { ...rule, status: 503 },
    { ...rule, status: 409, retryAfter: 0 },
    { ...rule, status: 500 },
  ]);
  const replies = [await post(), await post(), await post(), await post()];
  expect(replies.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
    [429, '7'],
    [503, '1'],
    [409, '0'],
    [500, null],
  ]);
});

it('one path names one record, and another the operation with any id', async () => {
  const [one, other] = [(await post()).body.id as string, (await post()).body.id as string];
  const statusOf = async (target: string) => (await world.client('GET', target)).status;
  await script([{ method: 'GET', path: `/tasks/${one}`, count: 9, status: 500 }]);
  expect([await statusOf(`/tasks/${other}`), await statusOf(`/tasks/${one}`)]).toEqual([200, 500]);
  await script([{ method: 'GET', path: '/users/{id}', count: 9, status: 500 }]);
  expect([await statusOf('/users/me'), await statusOf('/users/usr_none')]).toEqual([200, 500]);
});

describe('recorded calls', () => {
  const entries = async (id = world.id): Promise<HarEntry[]> =>
    (await control(sandbox, 'GET', `/${id}/calls`)).body.log.entries;
  const lines = async (): Promise<{ world: string }[]> =>
    (await (await fetch(`${sandbox.url}/console/requests`)).json()) as { world: string }[];

  it.each(['before', 'after'])('say that a request was dropped %s the operation', async (drop) => {
    const fault = { method: 'POST', path: '/tasks', drop };
    await script([{ ...fault, count: 1 }]);
    await expectDropped(post());
    const [entry] = await entries();
    expect(entry).toMatchObject({
      _fault: fault,
      request: { method: 'POST', url: `${sandbox.url}/tasks` },
      response: { status: 0, statusText: '', headers: [], bodySize: 0, content: { size: 0, text: '' } },
    });
    const line = (await lines()).find((each) => each.world === world.id);
    expect(line).toMatchObject({ status: 0, operationId: 'createTask', fault });
  });

  it('say that a fault returned the status', async () => {
    const fault = { method: 'POST', path: '/tasks', status: 409 };
    await script([{ ...fault, count: 1 }]);
    await post();
    await post();
    const [failed, passed] = await entries();
    expect([failed!.response.status, failed!._fault]).toEqual([409, fault]);
    expect([passed!.response.status, passed!._fault]).toEqual([201, undefined]);
    const [, line] = (await lines()).filter((each) => each.world === world.id);
    expect(line).toMatchObject({ rule: { title: 'None: a fault of this world returned it' } });
  });

  it('say that a client went away before the response', async () => {
    await script([{ method: 'POST', path: '/tasks', count: 1, delay: 300 }]);
    const gone = fetch(`${sandbox.url}/tasks`, {
      method: 'POST',
      headers: { 'X-API-Key': world.key, 'Content-Type': 'application/json' },
      body: '{"title":"A"}',
      signal: AbortSignal.timeout(50),
    });
    await expect(gone).rejects.toThrow();
    const [entry] = await entries();
    expect(entry!.response).toMatchObject({ status: 0, headers: [] });
  });
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
  ['no effect', [{ method: 'GET', path: '/tasks', count: 1 }]],
  [
    'a status of a dropped request',
    [{ method: 'GET', path: '/tasks', count: 1, status: 500, drop: 'after' }],
  ],
  ['another drop', [{ method: 'GET', path: '/tasks', count: 1, drop: 'during' }]],
  ['retryAfter without a status', [{ method: 'GET', path: '/tasks', count: 1, delay: 1, retryAfter: 1 }]],
])('returns 400 for %s', async (_what, rules) => {
  const refused = await control(sandbox, 'PUT', `/${world.id}/faults`, rules);
  expect([refused.status, refused.body.error]).toEqual([400, 'validation_error']);
});

it.each([
  ['POST', '/task', '0.path is "/task", which no operation has. Near paths: /tasks, '],
  ['POST', '/api/cyber_assets', 'Near paths: /cyber-assets, '],
  ['GET', '/policy-documents/*/Version', 'Near paths: /policy-documents/{id}/versions, '],
  ['GET', '/tasks?status=open', 'Near paths: /tasks, '],
  ['PUT', '/cyber-assets', '0.method is PUT, and /cyber-assets has only GET, POST'],
])(
  'returns 400 that lists near paths or the methods of the path for %s %s',
  async (method, path, message) => {
    const rules = [{ method: 'GET', path: '/tasks', count: 1, status: 500 }];
    await script(rules);
    const refused = await script([{ method, path, count: 1, status: 500 }]);
    expect([refused.status, refused.body.error]).toEqual([400, 'validation_error']);
    expect(refused.body.message).toContain(message);
    expect((await control(sandbox, 'GET', `/${world.id}/faults`)).body).toEqual(rules);
  },
);
