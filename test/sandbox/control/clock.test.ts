// Tests the clocks of worlds: every time that a world makes or compares is the world's.
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { type TestWorld, control, createWorld } from '../../support/worlds';

const NOW = '2031-05-04T03:02:01.000Z';
const TIMES = /"(\w+)":"(20\d\d-[^"]*T[^"]*Z)"/g;

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const clockOf = async ({ id }: TestWorld, body: object) => control(sandbox, 'PATCH', `/${id}`, body);
const advance = (world: TestWorld, duration: string) => clockOf(world, { advance: duration });

describe('PATCH /sandbox/worlds/{id}', () => {
  it.each([
    ['P35D', '2031-06-08T03:02:01.000Z'],
    ['PT90M', '2031-05-04T04:32:01.000Z'],
    ['P1Y2M3W4DT5H6M7S', '2032-07-29T08:08:08.000Z'],
    ['P1W', '2031-05-11T03:02:01.000Z'],
    ['PT0S', NOW],
  ])('moves the clock by %s', async (duration, now) => {
    const world = await createWorld(sandbox, { from: 'empty', now: NOW });
    expect(await advance(world, duration)).toMatchObject({
      status: 200,
      body: { id: world.id, now, clock: 'set' },
    });
    expect((await control(sandbox, 'GET', `/${world.id}`)).body.now).toBe(now);
  });

  it('tells what the step changed, as the log does', async () => {
    const { id, client } = await createWorld(sandbox, { from: 'empty', now: NOW });
    const create = async (path: string, body: object) => (await client('POST', path, { body })).body.id;
    const due = async (dueDate: string, more = {}) => create('/tasks', { title: 'A', dueDate, ...more });
    const step = async (advance: string) => {
      const { body } = await control(sandbox, 'PATCH', `/${id}`, { advance });
      const { data } = (await client('GET', '/activity?limit=100')).body;
      const ids = data
        .filter(({ operation }: { operation: string }) => operation === 'status_changed')
        .map(({ resourceId }: { resourceId: string }) => resourceId);
      return { changes: body.changes, logged: new Set(ids) };
    };
    const [late, later] = [await due('2031-05-10'), await due('2031-05-20')];
    const series = await due('2031-05-06', { recurrence: 'every_35_days' });
    const invitation = await create('/invitations', { email: 'a@b.example', role: 'auditor' });
    expect(await step('P1D')).toEqual({ changes: [], logged: new Set() });
    expect(await step('P100D')).toEqual({
      changes: [
        { resourceType: 'task', status: 'overdue', resourceIds: [series, late, later] },
        { resourceType: 'invitation', status: 'expired', resourceIds: [invitation] },
      ],
      logged: new Set([series, late, later, invitation]),
    });
  });

  it('moves the last day of a month to the last day of a shorter one', async () => {
    const world = await createWorld(sandbox, { from: 'empty', now: '2031-01-31T10:00:00Z' });
    expect((await advance(world, 'P1M')).body.now).toBe('2031-02-28T10:00:00.000Z');
  });

  it.each(['2031-12-31T23:59:60Z', '2031-12-31t23:59:60.5z', '2032-01-01T05:29:60+05:30'])(
    'takes the leap second %s for the second before it',
    async (now) => {
      const world = await createWorld(sandbox, { from: 'empty', now });
      expect(world.now).toMatch(/^2031-12-31T23:59:59\.[05]00Z$/);
      expect((await clockOf(world, { now })).body.now).toBe(world.now);
    },
  );

  it.each(['1969-12-31T23:59:59Z', '9900-01-01T00:00:00Z', '2031-05-05T00:00:00+05'])(
    'rejects a new world with the time %s',
    async (now) => {
      const { status, body } = await control(sandbox, 'POST', '', { now });
      expect([status, body.details[0].field]).toEqual([400, 'now']);
    },
  );

  it('sets the clock of a world with the real time, which then stands still', async () => {
    const world = await createWorld(sandbox, { from: 'empty' });
    expect((await clockOf(world, { now: '2031-05-04T05:02:01+02:00' })).body).toMatchObject({
      now: NOW,
      clock: 'set',
    });
    const times = [1, 2].map(
      async () => (await world.client('POST', '/tasks', { body: { title: 'A' } })).body.createdAt,
    );
    expect(await Promise.all(times)).toEqual([NOW, NOW]);
  });

  it.each([
    ['an earlier time', { now: '2031-05-04T03:02:00.999Z' }, 409, 'conflict'],
    ['a time and a duration', { now: NOW, advance: 'P1D' }, 400, 'validation_error'],
    ['neither a time nor a duration', {}, 400, 'validation_error'],
    ['a text that is no duration', { advance: '35 days' }, 400, 'validation_error'],
    ['an empty duration', { advance: 'P' }, 400, 'validation_error'],
    ['a duration without a time after T', { advance: 'P1DT' }, 400, 'validation_error'],
    ['a duration beyond the year 2199', { advance: 'P200Y' }, 400, 'validation_error'],
    ['a time after the year 2199', { now: '2200-01-01T00:00:00Z' }, 400, 'validation_error'],
    ['a time of the year 10000 in UTC', { now: '9999-12-31T23:59:59-23:00' }, 400, 'validation_error'],
    ['an offset without minutes', { now: '2031-05-05T00:00:00+05' }, 400, 'validation_error'],
    ['a leap second in the past', { now: '2016-12-31T23:59:60Z' }, 409, 'conflict'],
  ])('rejects %s', async (_what, body, status, error) => {
    const world = await createWorld(sandbox, { from: 'empty', now: NOW });
    const refused = await clockOf(world, body);
    expect([refused.status, refused.body.error]).toEqual([status, error]);
    expect((await control(sandbox, 'GET', `/${world.id}`)).body.now).toBe(NOW);
  });
});

it('a reset restores the first clock', async () => {
  const world = await createWorld(sandbox, { from: 'empty', now: NOW });
  await advance(world, 'P1Y');
  expect((await control(sandbox, 'POST', `/${world.id}/reset`)).body).toMatchObject({
    now: NOW,
    clock: 'set',
  });
});

it('a fork has the clock of its parent', async () => {
  const parent = await createWorld(sandbox, { from: 'empty', now: NOW });
  await advance(parent, 'P1D');
  const fork = await createWorld(sandbox, { from: parent.id });
  expect([fork.now, fork.clock]).toEqual(['2031-05-05T03:02:01.000Z', 'set']);
  await advance(fork, 'P1D');
  expect((await control(sandbox, 'GET', `/${parent.id}`)).body.now).toBe('2031-05-05T03:02:01.000Z');
});

it('every time that released and planned operations make is that of the world', async () => {
  const world = await createWorld(sandbox, { now: NOW });
  const { client } = world;
  const created = async (path: string, body: object) => (await client('POST', path, { body })).body;
  const [system] = (await client('GET', '/cyber-systems')).body;
  const [user] = (await client('GET', '/users')).body.data;
  const [trainingModule] = (await client('GET', '/training-modules')).body.data;
  const [asset] = (await client('GET', '/cyber-assets')).body;
  const task = await created('/tasks', { title: 'A' });
  const assignment = await created('/training-assignments', {
    ...{ userId: user.id, trainingModuleId: trainingModule.id },
    dueDate: '2031-06-01',
  });
  const bodies = [
    await created('/cyber-assets', { name: 'RTU-2031', cyber_system_id: system.id, asset_type: 'hardware' }),
    (await client('PATCH', `/cyber-assets/${asset.id}`, { body: { asset_type: 'software' } })).body,
    task,
    (await client('PUT', `/tasks/${task.id}`, { body: { title: 'A', status: 'complete' } })).body,
    assignment,
    (await client('POST', `/training-assignments/${assignment.id}/complete`, { body: {} })).body,
    await created('/invitations', { email: 'new@cedar-valley.example', role: 'auditor' }),
    await created('/evidence', {
      resourceId: system.id,
      resourceType: 'cyber_system',
      type: 'note',
      title: 'A',
    }),
  ];
  const made = [...JSON.stringify(bodies).matchAll(TIMES)];
  const early = made.filter(
    ([, name, time]) => name !== 'expiresAt' && !time!.startsWith('2031-05-04T03:02:01'),
  );
  // The asset keeps the time of its creation.
  expect(early.map(([, name]) => name)).toEqual(['created_at']);
  expect(made.length).toBeGreaterThan(10);
  const { data } = (await client('GET', '/activity?limit=20&from=2026-07-01')).body as {
    data: { occurredAt: string; requestId: string | null; description: string }[];
  };
  const ofDemo = 'Updated the instance of';
  const own = data.filter(
    ({ requestId, description }) => requestId !== null && !description.startsWith(ofDemo),
  );
  expect(own.length).toBeGreaterThanOrEqual(6);
  expect(new Set(own.map(({ occurredAt }) => occurredAt))).toEqual(new Set([NOW]));
});

it('updates grow by a millisecond while the clock stands still', async () => {
  const { client } = await createWorld(sandbox, { from: 'empty', now: NOW });
  const { id } = (await client('POST', '/tasks', { body: { title: 'A' } })).body;
  const update = async (title: string) =>
    (await client('PUT', `/tasks/${id}`, { body: { title, status: 'open' } })).body.updatedAt;
  expect([await update('B'), await update('C')]).toEqual([
    '2031-05-04T03:02:01.001Z',
    '2031-05-04T03:02:01.002Z',
  ]);
});

it('ids stay in order while the clock stands still', async () => {
  const { client } = await createWorld(sandbox, { from: 'empty', now: NOW });
  const ids: string[] = [];
  for (let index = 0; index < 20; index++)
    ids.push((await client('POST', '/tasks', { body: { title: `${index}` } })).body.id);
  expect([...ids].sort()).toEqual(ids);
});

it('a task becomes overdue when the clock passes its due date', async () => {
  const world = await createWorld(sandbox, { from: 'empty', now: NOW });
  const task = (await world.client('POST', '/tasks', { body: { title: 'A', dueDate: '2031-05-10' } })).body;
  const status = async () => (await world.client('GET', `/tasks/${task.id}`)).body.status;
  expect(await status()).toBe('open');
  await advance(world, 'P6D');
  expect(await status()).toBe('open');
  await advance(world, 'P1D');
  expect(await status()).toBe('overdue');
  expect((await world.client('GET', '/tasks?status=overdue')).body.data).toHaveLength(1);
});

it('an invitation expires by the clock', async () => {
  const world = await createWorld(sandbox, { from: 'empty', now: NOW });
  const body = { email: 'new@cedar-valley.example', role: 'auditor' };
  const { token } = (await world.client('POST', '/invitations', { body })).body;
  const isValid = async () => (await world.client('GET', `/invitations/validate?token=${token}`)).body.valid;
  expect(await isValid()).toBe(true);
  await advance(world, 'P1Y');
  expect(await isValid()).toBe(false);
});

it('a designation is in force from its day in the world', async () => {
  const world = await createWorld(sandbox, { from: 'empty', now: NOW });
  const [{ id: userId }] = (await world.client('GET', '/users')).body.data;
  const body = { userId, effectiveDate: '2031-06-01' };
  expect((await world.client('POST', '/cip-senior-manager-assignments', { body })).status).toBe(201);
  const current = async () => (await world.client('GET', '/cip-senior-manager-assignments/current')).status;
  expect(await current()).toBe(404);
  await advance(world, 'P1M');
  expect(await current()).toBe(200);
});

it('a stored response of an Idempotency-Key expires after a day of the world', async () => {
  const world = await createWorld(sandbox, { from: 'empty', now: NOW });
  const send = async () =>
    (
      await world.client('POST', '/tasks', { body: { title: 'A' }, headers: { 'Idempotency-Key': 'once' } })
    ).headers.get('idempotency-replayed');
  expect([await send(), await send()]).toEqual([null, 'true']);
  await advance(world, 'P2D');
  expect(await send()).toBe(null);
});

it('a cursor does not expire, and is valid in its world only', async () => {
  const world = await createWorld(sandbox, { now: NOW });
  const other = await createWorld(sandbox, { now: NOW });
  const { nextCursor } = (await world.client('GET', '/activity?limit=2')).body;
  const next = async ({ client }: TestWorld) =>
    (await client('GET', `/activity?limit=2&cursor=${nextCursor}`)).status;
  expect([await next(world), await next(other)]).toEqual([200, 400]);
  await advance(world, 'P5Y');
  expect(await next(world)).toBe(200);
});

it('an API key does not expire by the clock of its world', async () => {
  const world = await createWorld(sandbox, { from: 'empty', now: NOW });
  await advance(world, 'P50Y');
  expect((await world.client('GET', '/tasks')).status).toBe(200);
});
