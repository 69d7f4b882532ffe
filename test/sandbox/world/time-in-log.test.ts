// Tests that the log has each change that time brings, once, with the time at which it became true.
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { create, historyOf, operationsOf, read, unique, uploadFile } from '../../support/world';
import { type TestWorld, control, createWorld } from '../../support/worlds';

/* eslint-disable @typescript-eslint/no-explicit-any -- each test asserts the shape */

let sandbox: Sandbox;
let world: TestWorld;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());
beforeEach(async () => {
  world = await createWorld(sandbox, { from: 'empty', now: '2026-03-02T08:00:00Z' });
});

const advance = (duration: string, { id } = world) =>
  control(sandbox, 'PATCH', `/${id}`, { advance: duration });
const newTask = (fields: object, { client } = world) =>
  create(client, '/tasks', { title: unique('Task'), ...fields });
const seen = ({ actorType, actorId, operation, occurredAt, requestId, changes }: any) => ({
  ...{ by: `${actorType} ${actorId}`, operation, occurredAt, requestId },
  changes: changes.map(({ field, before, after }: any) => `${field}: ${before} -> ${after}`),
});
const turned = (occurredAt: string, ...changes: string[]) => ({
  ...{ by: 'system system', operation: 'status_changed', occurredAt, requestId: null, changes },
});

it('a task that becomes overdue leaves one entry by the system, with the end of its due date', async () => {
  const { id } = await newTask({ dueDate: '2026-03-31' });
  await advance('P29D');
  expect(await operationsOf(world.client, 'task', id)).toEqual(['created']);
  await advance('P20D');
  for (let time = 0; time < 2; time++) {
    const [, entry, ...more] = await historyOf(world.client, 'task', id);
    expect(seen(entry)).toEqual(turned('2026-04-01T00:00:00.000Z', 'status: open -> overdue'));
    expect(more).toEqual([]);
  }
  const { updatedAt, createdAt } = await read(world.client, `/tasks/${id}`);
  expect(updatedAt).toBe(createdAt);
});

it('a later due date is an entry of the user, which shows the status before and after', async () => {
  const { id, title } = await newTask({ dueDate: '2026-03-31' });
  await advance('P35D');
  const body = { title, status: 'in_progress', dueDate: '2026-05-01' };
  await world.client('PUT', `/tasks/${id}`, { body });
  await advance('P35D');
  const history = (await historyOf(world.client, 'task', id)).slice(1).map(seen);
  expect(history.map(({ changes }) => changes)).toEqual([
    ['status: open -> overdue'],
    ['status: overdue -> in_progress', 'dueDate: 2026-03-31 -> 2026-05-01'],
    ['status: in_progress -> overdue'],
  ]);
});

it('each instance of a recurring task that becomes overdue is an entry of the task', async () => {
  const { id } = await newTask({ dueDate: '2026-03-10', recurrence: 'every_35_days' });
  await world.client('PUT', `/tasks/${id}/2026-04-14`, { body: { status: 'complete' } });
  await advance('P1Y');
  const history = (await historyOf(world.client, 'task', id)).map(seen);
  const days = history.slice(2).map(({ changes }) => changes[0]);
  expect(history[2]).toEqual(
    turned('2026-03-11T00:00:00.000Z', 'instances.2026-03-10.status: open -> overdue'),
  );
  expect(days).toHaveLength(10);
  expect(days).not.toContainEqual(expect.stringContaining('2026-04-14'));
  expect(days[1]).toBe('instances.2026-05-19.status: open -> overdue');
});

it('an upload and the end of its processing are entries of the file', async () => {
  const { id } = await uploadFile(world.client);
  await advance('PT2S');
  const [created, processed] = (await historyOf(world.client, 'file', id)).map(seen);
  expect([created!.operation, created!.changes]).toEqual([
    'created',
    expect.arrayContaining(['fileName: null -> plan.pdf', 'status: null -> processing']),
  ]);
  expect(processed).toEqual(
    turned(
      '2026-03-02T08:00:01.000Z',
      'status: processing -> processed',
      'sectionCount: null -> 3',
      'processedAt: null -> 2026-03-02T08:00:01.000Z',
    ),
  );
});

it('the expiry of an invitation is an entry without changed fields', async () => {
  const { id, expiresAt } = await create(world.client, '/invitations', {
    email: 'a@b.example',
    role: 'auditor',
  });
  await advance('P30D');
  const [, entry] = await historyOf(world.client, 'invitation', id);
  expect(seen(entry)).toEqual(turned(expiresAt));
});

it('an assignment that is created late is overdue from its creation', async () => {
  const me = await read(world.client, '/users/me');
  const { id: trainingModuleId } = await create(world.client, '/training-modules', { title: 'A' });
  const body = { userId: me.id, trainingModuleId, dueDate: '2026-02-01' };
  const { id } = await create(world.client, '/training-assignments', body);
  await advance('P1D');
  const history = (await historyOf(world.client, 'training-assignment', id)).map(seen);
  expect(history.slice(1)).toEqual([turned('2026-03-02T08:00:00.000Z', 'status: assigned -> overdue')]);
});

it('entries are in the order of their times before each change, planned or released', async () => {
  const demo = await createWorld(sandbox, { now: '2026-09-01T08:00:00Z' });
  await newTask({ dueDate: '2026-09-02' }, demo);
  await advance('P5D', demo);
  const [asset] = await read(demo.client, '/cyber-assets');
  await demo.client('PATCH', `/cyber-assets/${asset.id}`, { body: { name: unique('RTU') } });
  const { data } = await read(demo.client, '/activity?limit=200');
  const times = data.map(({ occurredAt }: any) => occurredAt);
  expect(times).toEqual([...times].sort().reverse());
  expect(data[0].resourceType).toBe('cyber-asset');
  expect(data.map(({ actorType }: any) => actorType)).toContain('system');
});

it('a fork and a reset have each entry once', async () => {
  const { id } = await newTask({ dueDate: '2026-03-31' });
  await advance('P35D');
  const fork = await createWorld(sandbox, { from: world.id });
  expect(await operationsOf(fork.client, 'task', id)).toEqual(['created', 'status_changed']);
  expect(await operationsOf(world.client, 'task', id)).toEqual(['created', 'status_changed']);
  const demo = await createWorld(sandbox, { now: '2026-06-01T08:00:00Z' });
  const entries = async () => (await read(demo.client, '/activity?actorId=system')).data;
  const before = await entries();
  expect(before.length).toBeGreaterThan(0);
  await advance('P1Y', demo);
  expect((await entries()).length).toBeGreaterThan(before.length);
  await control(sandbox, 'POST', `/${demo.id}/reset`);
  expect((await entries()).map(({ id: entry }: any) => entry)).toEqual(
    before.map(({ id: entry }: any) => entry),
  );
});

it('a request that changes nothing leaves no entry, and keeps the record', async () => {
  const { client } = world;
  const facility = await create(client, '/facilities', { name: unique('Facility') });
  const task = await create(client, '/tasks', { title: unique('Task'), dueDate: '2026-03-31' });
  const { total } = await read(client, '/activity');
  const { name } = facility;
  expect((await client('PATCH', `/facilities/${facility.id}`, { body: { name } })).body).toEqual(facility);
  const { title, dueDate } = task;
  const body = { title, dueDate, status: 'open' };
  expect((await client('PUT', `/tasks/${task.id}`, { body })).body).toEqual(task);
  expect((await read(client, '/activity')).total).toBe(total);
});
