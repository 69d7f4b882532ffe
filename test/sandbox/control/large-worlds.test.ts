// Tests that changes of a whole large world let other worlds work, and the maximum of all snapshots.
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { repeatDuring } from '../../support/until';
import { type TestWorld, control, createWorld } from '../../support/worlds';

const MAX_SNAPSHOTS = 8_000_000;
const TASKS = 5000;
const idOf = (index: number): string => `tsk_${String(index).padStart(26, '0')}`;
const LAST = idOf(TASKS - 1);
let sandbox: Sandbox;
let large: TestWorld;

beforeAll(async () => {
  sandbox = await startSandbox(undefined, {}, MAX_SNAPSHOTS);
  const Task = Array.from({ length: TASKS }, (_, index) => ({
    ...{ id: idOf(index), title: `Task ${index}`, status: 'open', recurrence: null, completedAt: null },
    ...{
      dueDate: '2099-01-01',
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    },
  }));
  large = await createWorld(sandbox, { records: { Task } });
});
afterAll(() => sandbox.close());

const seedOf = async ({ id }: { id: string }) => (await control(sandbox, 'GET', `/${id}/records`)).body;

it('forks and resets all records of a large world', async () => {
  const first = await seedOf(large);
  expect(first.Task).toHaveLength(TASKS);
  await large.client('POST', '/tasks', { body: { title: 'New' } });
  const fork = await createWorld(sandbox, { from: large.id });
  expect(await seedOf(fork)).toEqual(await seedOf(large));
  expect((await control(sandbox, 'POST', `/${large.id}/reset`)).status).toBe(200);
  expect(await seedOf(large)).toEqual(first);
  expect((await control(sandbox, 'DELETE', `/${fork.id}`)).status).toBe(204);
}, 30_000);

it('lets requests of a world wait for its reset, and those of other worlds run', async () => {
  const other = await createWorld(sandbox, { from: 'empty' });
  await large.client('POST', '/tasks', { body: { title: 'New' } });
  const reset = control(sandbox, 'POST', `/${large.id}/reset`);
  let changes = 0;
  let waiting: ReturnType<TestWorld['client']> | undefined;
  const { status } = await repeatDuring(reset, async () => {
    expect((await other.client('POST', '/tasks', { body: { title: 'Meanwhile' } })).status).toBe(201);
    changes++;
    waiting ??= large.client('GET', `/tasks/${LAST}`);
  });
  expect([status, (await waiting)!.status]).toEqual([200, 200]);
  expect(changes).toBeGreaterThan(1);
  expect((await seedOf(large)).Task).toHaveLength(TASKS);
}, 30_000);

it('returns 409 for snapshots that exceed the maximum, and counts no rejected one', async () => {
  const forks: string[] = [];
  const fork = async () => {
    const { status, body } = await control(sandbox, 'POST', '', { from: large.id });
    if (status === 201) forks.push(body.id as string);
    return [status, body.message];
  };
  const full = [
    409,
    `The snapshots of all worlds exceed ${MAX_SNAPSHOTS} characters. Delete worlds that were forked or imported.`,
  ];
  let last = await fork();
  for (let count = 1; count < 5 && last[0] === 201; count++) last = await fork();
  expect(last).toEqual(full);
  expect(forks.length).toBeGreaterThan(0);
  expect(await fork()).toEqual(full);
  const listed = (await control(sandbox, 'GET')).body as { id: string }[];
  expect(listed.filter(({ id }) => forks.includes(id))).toHaveLength(forks.length);
  await control(sandbox, 'DELETE', `/${forks.pop()}`);
  expect((await fork())[0]).toBe(201);
  expect(await fork()).toEqual(full);
}, 60_000);
