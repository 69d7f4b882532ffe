// Recurring tasks: the instances that a parent shows, the filters on them, and the end of a series.
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { create, createTask, historyOf, outcome, read } from '../../support/world';
import { type TestWorld, control, createWorld } from '../../support/worlds';

/* eslint-disable @typescript-eslint/no-explicit-any -- tests look into any body */

let sandbox: Sandbox;
let world: TestWorld;
beforeAll(async () => {
  sandbox = await startSandbox();
  world = await createWorld(sandbox, { from: 'empty', now: '2026-03-27T08:00:00.000Z' });
});
afterAll(() => sandbox.close());

type Task = { id: string; [field: string]: any };
const newSeries = (dueDate: string, recurrence = 'quarterly'): Promise<Task> =>
  create(world.client, '/tasks', { title: 'Verify access', dueDate, recurrence });
const get = ({ id }: Task, from = world): Promise<Task> => read(from.client, `/tasks/${id}`);
const put = ({ id, title, dueDate, recurrence }: Task, fields: object) =>
  world.client('PUT', `/tasks/${id}`, { body: { title, dueDate, recurrence, ...fields } });
const putInstance = ({ id }: Task, day: string, body: object) =>
  world.client('PUT', `/tasks/${id}/${day}`, { body });
const instance = (dueDate: string, status = 'open', completedAt: string | null = null) => ({
  dueDate,
  status,
  completedAt,
});
const matching = async (query: string): Promise<string[]> =>
  (await read(world.client, `/tasks?${query}`)).data.map(({ id }: Task) => id);

describe('a task', () => {
  it('that is single has no instances', async () => {
    expect(await createTask(world.client)).toMatchObject({ nextDueDate: null, instances: null });
  });

  it('that recurs shows its overdue instances, the next four, and the first that is due', async () => {
    const task = await newSeries('2025-12-31');
    const shown = {
      nextDueDate: '2025-12-31',
      instances: [
        instance('2025-12-31', 'overdue'),
        ...['2026-03-31', '2026-06-30', '2026-09-30', '2026-12-31'].map((day) => instance(day)),
      ],
    };
    expect(await get(task)).toMatchObject({ status: 'overdue', ...shown });
    const { data } = await read(world.client, '/tasks');
    expect(data.find(({ id }: Task) => id === task.id)).toEqual(await get(task));
  });

  it('that recurs is overdue until each late instance is complete or cancelled', async () => {
    const task = await newSeries('2025-09-30');
    await putInstance(task, '2025-09-30', { status: 'cancelled' });
    expect(await get(task)).toMatchObject({ status: 'overdue', nextDueDate: '2025-12-30' });
    await putInstance(task, '2025-12-30', { status: 'complete' });
    await putInstance(task, '2026-03-30', { status: 'complete', completedAt: '2026-03-20T10:00:00Z' });
    await putInstance(task, '2026-06-30', { status: 'in_progress' });
    expect(await get(task)).toMatchObject({
      status: 'open',
      nextDueDate: '2026-06-30',
      instances: [
        { dueDate: '2025-12-30', status: 'complete' },
        instance('2026-03-30', 'complete', '2026-03-20T10:00:00.000Z'),
        instance('2026-06-30', 'in_progress'),
        instance('2026-09-30'),
        instance('2026-12-30'),
      ],
    });
  });

  it('that recurs becomes overdue by time alone, which moves its tag but not updatedAt', async () => {
    const timed = await createWorld(sandbox, { from: 'empty', now: '2026-03-27T08:00:00.000Z' });
    const task = await create(timed.client, '/tasks', {
      title: 'Evaluate patches',
      dueDate: '2026-03-27',
      recurrence: 'every_35_days',
    });
    const tag = (await timed.client('GET', `/tasks/${task.id}`)).headers.get('etag');
    await control(sandbox, 'PATCH', `/${timed.id}`, { advance: 'P1D' });
    const late = await timed.client('GET', `/tasks/${task.id}`);
    expect([late.headers.get('etag') === tag, late.body]).toEqual([
      false,
      expect.objectContaining({ status: 'overdue', updatedAt: task.updatedAt }),
    ]);
    expect(late.body.instances.map(({ status }: Task) => status)).toEqual([
      'overdue',
      'open',
      'open',
      'open',
      'open',
    ]);
  });

  it('that recurs shows the instances of a moved schedule at once', async () => {
    const task = await newSeries('2026-03-31');
    await putInstance(task, '2026-03-31', { status: 'in_progress' });
    const { body } = await put(task, { status: 'open', recurrence: 'yearly' });
    expect(body.instances.map(({ dueDate, status }: Task) => [dueDate, status])).toEqual([
      ['2026-03-31', 'open'],
      ['2027-03-31', 'open'],
      ['2028-03-31', 'open'],
      ['2029-03-31', 'open'],
    ]);
    expect(await get(task)).toEqual(body);
  });

  it('that recurs has instances for five years after its due date when that is far ahead', async () => {
    const task = await newSeries('2040-01-31', 'every_15_months');
    expect(task.instances.map(({ dueDate }: Task) => dueDate)).toEqual([
      '2040-01-31',
      '2041-04-30',
      '2042-07-31',
      '2043-10-31',
    ]);
    expect((await putInstance(task, '2043-10-31', { status: 'in_progress' })).status).toBe(200);
  });

  it('that recurs shows the last 100 overdue instances at most, from the year 1 to 9999', async () => {
    const old = await get(await newSeries('0001-01-31', 'every_35_days'));
    expect([old.nextDueDate, old.instances.length]).toEqual([old.instances[0].dueDate, 104]);
    const monthly = await get(await newSeries('0001-01-31'));
    expect(monthly.instances.at(-1).dueDate).toBe('2027-01-31');
    const last = await newSeries('9999-12-01');
    expect(last).toMatchObject({ nextDueDate: '9999-12-01', instances: [instance('9999-12-01')] });
  });

  it('is deleted without log entries about fields that are computed', async () => {
    const task = await newSeries('2026-03-31');
    await world.client('DELETE', `/tasks/${task.id}`);
    const changed = (await historyOf(world.client, 'task', task.id)).map(({ changes }) =>
      changes.map(({ field }: { field: string }) => field),
    );
    expect(changed).toEqual(Array(2).fill(['title', 'status', 'dueDate', 'recurrence']));
  });
});

describe('getTasks', () => {
  it('finds a recurring task by the due dates of all its instances', async () => {
    const task = await newSeries('2025-12-31');
    const isFound = async (query: string) => (await matching(query)).includes(task.id);
    for (const [query, expected] of [
      ['dueFrom=2030-06-01&dueTo=2030-06-30', true],
      ['dueFrom=2030-06-01&dueTo=2030-06-29', false],
      ['dueTo=2025-12-30', false],
      ['dueTo=2025-12-31', true],
      ['dueFrom=2031-03-28', false],
      ['dueFrom=9999-12-31', false],
      ['dueFrom=2026-06-30&dueTo=2026-06-30&status=overdue', false],
      ['dueFrom=2025-12-01&dueTo=2026-06-30&status=overdue', true],
      ['status=overdue', true],
      ['status=open', false],
    ] as const)
      expect([query, await isFound(query)]).toEqual([query, expected]);
    await putInstance(task, '2025-12-31', { status: 'complete' });
    expect(await isFound('dueTo=2025-12-31&status=overdue')).toBe(false);
    expect(await isFound('dueTo=2025-12-31&status=open')).toBe(true);
  });

  it('finds a complete instance that stayed when the schedule moved', async () => {
    const task = await newSeries('2025-12-15');
    await putInstance(task, '2025-12-15', { status: 'complete' });
    await put(task, { status: 'open', dueDate: '2026-05-20' });
    expect(await matching('dueTo=2025-12-15')).toContain(task.id);
    expect(await matching('dueFrom=2025-12-16&dueTo=2026-05-19')).not.toContain(task.id);
  });
});

describe.each(['cancelled', 'complete'])('a recurring task that is %s', (status) => {
  it('has no open instance, and rejects changes of those that are not complete', async () => {
    const task = await newSeries('2025-12-31');
    await putInstance(task, '2025-12-31', { status: 'complete', completedAt: '2025-12-30T10:00:00Z' });
    await putInstance(task, '2026-03-31', { status: 'in_progress' });
    const { body } = await put(task, { status });
    expect(body).toMatchObject({
      status,
      nextDueDate: null,
      instances: [
        instance('2025-12-31', 'complete', '2025-12-30T10:00:00.000Z'),
        ...['2026-03-31', '2026-06-30', '2026-09-30', '2026-12-31'].map((day) => instance(day, 'cancelled')),
      ],
    });
    expect(await get(task)).toEqual(body);
    for (const wanted of ['open', 'complete', 'cancelled'])
      expect((await putInstance(task, '2026-03-31', { status: wanted })).body).toEqual({
        error: 'conflict',
        message: `The task is ${status}, so its instance of 2026-03-31 is cancelled and cannot change. Create a task for further work.`,
      });
    const kept = await putInstance(task, '2025-12-31', { status: 'complete', notes: 'Corrected' });
    expect(kept.body).toMatchObject({ notes: 'Corrected', completedAt: '2025-12-30T10:00:00.000Z' });
  });

  it('is not overdue, also with a late instance', async () => {
    const task = await newSeries('2025-12-31');
    await put(task, { status });
    expect(await get(task)).toMatchObject({ status });
    expect(await matching('status=overdue')).not.toContain(task.id);
    expect(await matching('dueTo=2025-12-31&status=overdue')).not.toContain(task.id);
  });
});

describe('completedAt', () => {
  const done = { status: 'complete', completedAt: '2026-03-20T10:00:00Z' };

  it('stays when only the notes change', async () => {
    const [task, series] = [await createTask(world.client), await newSeries('2026-03-31')];
    await put(task, done);
    await putInstance(series, '2026-03-31', done);
    const replies = [
      await put(task, { status: 'complete', notes: 'Filed' }),
      await putInstance(series, '2026-03-31', { status: 'complete', notes: 'Filed' }),
    ];
    for (const { body } of replies)
      expect(body).toMatchObject({ notes: 'Filed', completedAt: '2026-03-20T10:00:00.000Z' });
  });

  it('is at most five minutes after the present time', async () => {
    const [task, series] = [await createTask(world.client), await newSeries('2026-03-31')];
    const send = [
      (completedAt: string) => put(task, { status: 'complete', completedAt }),
      (completedAt: string) => putInstance(series, '2026-03-31', { status: 'complete', completedAt }),
    ];
    for (const each of send) {
      const late = await each('2026-03-27T08:05:01Z');
      expect(outcome(late)).toEqual([400, 'validation_error', 'completedAt']);
      expect(late.body.message).toContain('2026-03-27T08:00:00.000Z');
      expect(outcome(await each('2026-06-30T23:59:60Z'))).toEqual([400, 'validation_error', 'completedAt']);
      expect((await each('2026-03-27T08:05:00Z')).status).toBe(200);
    }
  });
});

it('a 409 for a status that only the platform sets says so, and what may be set', async () => {
  const task = await createTask(world.client);
  await put(task, { status: 'in_progress' });
  expect((await put(task, { status: 'overdue' })).body.message).toBe(
    'Only the platform sets the status overdue. A task with the status in_progress may change to open, complete or cancelled.',
  );
  await put(task, { status: 'cancelled' });
  expect((await put(task, { status: 'overdue' })).body.message).toBe(
    'Only the platform sets the status overdue. A task with the status cancelled does not change.',
  );
});
