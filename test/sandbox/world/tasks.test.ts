// Tasks, the instances of recurring tasks, bulk creation, and reassignment from the CIP Senior Manager.
import { historyOf } from '../../support/world';
import type { Client } from '../../support/client';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import {
  create,
  dayFromNow,
  faultyFields,
  operationsOf,
  idsOf,
  itCreatesSimultaneously,
  itHonorsIfMatch,
  itKeepsRetriesSafe,
  itRejectsBodies,
  itReturns304,
  itReturns404ForUnknownIds,
  outcome,
  read,
  unique,
} from './promises';

let sandbox: Sandbox;
let users: string[];
let manager: string;
let facility: string;
const send: Client = (...request) => sandbox.client(...request);
beforeAll(async () => {
  sandbox = await startSandbox();
  manager = (await read(send, '/cip-senior-manager-assignments/current')).userId;
  users = idsOf(await send('GET', '/users')).filter((id) => id !== manager);
  facility = (await create(send, '/facilities', { name: 'Tasks' })).id;
});
afterAll(() => sandbox.close());

const newTask = (fields: object = {}) => create(send, '/tasks', { title: unique('Patch'), ...fields });
const pathOf = ({ id }: { id: string }) => `/tasks/${id}`;
const put = (task: { id: string }, fields: object, headers = {}) =>
  send('PUT', pathOf(task), { body: { title: 'Patch', status: 'open', ...fields }, headers });
const putInstance = (task: { id: string }, day: string, body: unknown, headers = {}) =>
  send('PUT', `${pathOf(task)}/${day}`, { body, headers });
/** Returns 200 for a day with an instance and 404 for another one. */
const hasInstance = async (task: { id: string }, day: string) =>
  (await putInstance(task, day, { status: 'open' }, { 'If-Match': '"none"' })).status === 412;
const YESTERDAY = dayFromNow(-1);
const NEXT_WEEK = dayFromNow(7);

const BAD_TASKS: [string, object, string | undefined][] = [
  ['a null title', { title: null }, 'title'],
  ['an empty title', { title: '' }, 'title'],
  ['a title of 256 characters', { title: 'x'.repeat(256) }, 'title'],
  ['a null assignee', { assigneeId: null }, 'assigneeId'],
  ['a list of assignees', { assigneeId: ['usr_x'] }, 'assigneeId'],
  ['a day that does not exist', { dueDate: '2026-02-30' }, 'dueDate'],
  ['a null due date', { dueDate: null }, 'dueDate'],
  ['an unknown recurrence', { dueDate: NEXT_WEEK, recurrence: 'weekly' }, 'recurrence'],
  ['a recurrence without a due date', { recurrence: 'yearly' }, 'dueDate'],
  ['a related id without its type', { relatedResourceId: 'fac_x' }, 'relatedResourceType'],
  ['a related type without an id', { relatedResourceType: 'facility' }, 'relatedResourceId'],
  ['an unknown related type', { relatedResourceId: 'x', relatedResourceType: 'user' }, 'relatedResourceType'],
  ['long notes', { notes: 'x'.repeat(2001) }, 'notes'],
  ['an unlisted field', { priority: 1 }, 'priority'],
];
const BAD_REFERENCES: [string, object, string][] = [
  ['an unknown assignee', { assigneeId: 'usr_01k00000000000000000000000' }, 'assigneeId'],
  ['an assignee named __proto__', { assigneeId: '__proto__' }, 'assigneeId'],
  ...[
    ['facility', 'fac_missing'],
    ['control_center', 'cc_missing'],
    ['cyber_system', 'cs_missing'],
    ['cyber_asset', 'ca_missing'],
    ['policy_document', 'pd_missing'],
    ['training_assignment', 'ta_missing'],
    ['access_control', 'ac_missing'],
    ['cyber_asset', 'constructor'],
  ].map(([relatedResourceType, relatedResourceId]): [string, object, string] => [
    `the unknown ${relatedResourceType} ${relatedResourceId}`,
    { relatedResourceType, relatedResourceId },
    'relatedResourceId',
  ]),
];

describe('getTasks', () => {
  const listed = async (query: string) => idsOf(await send('GET', `/tasks?${query}`));

  it('returns the tasks in order of creation; a recurring task appears once', async () => {
    const tasks = [await newTask(), await newTask({ recurrence: 'quarterly', dueDate: NEXT_WEEK })];
    const { data, total } = await read(send, '/tasks');
    expect([data.slice(-2), total]).toEqual([tasks, data.length]);
    expect(new Set(data.map(({ id }: { id: string }) => id)).size).toBe(total);
  });

  it('filters by assignee and by related record, and by all filters together', async () => {
    const { id } = await create(send, '/facilities', { name: unique('Filter') });
    const related = { relatedResourceId: id, relatedResourceType: 'facility' };
    const one = await newTask({ ...related, assigneeId: users[0], dueDate: NEXT_WEEK });
    const two = await newTask({ ...related, assigneeId: users[1] });
    expect(await listed(`relatedResourceId=${id}`)).toEqual([one.id, two.id]);
    expect(await listed(`assigneeId=${users[1]}`)).toContain(two.id);
    expect(await listed(`assigneeId=${users[1]}`)).not.toContain(one.id);
    expect(await listed('relatedResourceType=facility')).toEqual(expect.arrayContaining([one.id, two.id]));
    expect(await listed(`relatedResourceType=cyber_asset&relatedResourceId=${id}`)).toEqual([]);
    const mine = `assigneeId=${users[0]}&relatedResourceId=${id}&relatedResourceType=facility`;
    const due = `dueFrom=${NEXT_WEEK}&dueTo=${NEXT_WEEK}`;
    expect(await listed(`${mine}&status=open&${due}`)).toEqual([one.id]);
  });

  it('filters by due date, both ends included, and leaves out tasks without one', async () => {
    const assigneeId = (await create(send, '/users', newUser())).id;
    const [first, second] = [
      await newTask({ assigneeId, dueDate: '2031-03-01' }),
      await newTask({ assigneeId, dueDate: '2031-03-31' }),
    ];
    await newTask({ assigneeId });
    const mine = (query: string) => listed(`assigneeId=${assigneeId}&${query}`);
    expect(await mine('dueFrom=2031-03-01&dueTo=2031-03-31')).toEqual([first.id, second.id]);
    expect(await mine('dueFrom=2031-03-02')).toEqual([second.id]);
    expect(await mine('dueTo=2031-03-30')).toEqual([first.id]);
  });

  it.each(['open', 'in_progress', 'complete', 'overdue', 'cancelled'])(
    'returns exactly the tasks that are %s',
    async (status) => {
      if (status === 'overdue') await newTask({ dueDate: YESTERDAY });
      else await put(await newTask(), { status });
      const { data } = await read(send, '/tasks');
      const matching = data.filter((task: { status: string }) => task.status === status);
      expect(matching.length).toBeGreaterThan(0);
      expect(await read(send, `/tasks?status=${status}`)).toEqual({ data: matching, total: matching.length });
    },
  );

  it('returns an empty list for an unknown id in a filter', async () => {
    for (const query of ['assigneeId=usr_missing', 'relatedResourceId=nothing'])
      expect(await read(send, `/tasks?${query}`)).toEqual({ data: [], total: 0 });
  });

  it.each([
    ['assigneeId=tsk_x', 'assigneeId'],
    ['status=done', 'status'],
    ['dueFrom=2026-13-01', 'dueFrom'],
    ['dueTo=', 'dueTo'],
    ['dueFrom=2026-03-02&dueTo=2026-03-01', undefined],
    ['relatedResourceType=user', 'relatedResourceType'],
    ['status=open&status=complete', 'status'],
    ['limit=5', 'limit'],
  ])('returns 400 for ?%s', async (query, field) => {
    const reply = await send('GET', `/tasks?${query}`);
    expect(outcome(reply)).toEqual([400, 'validation_error']);
    if (field) expect(faultyFields(reply)).toContain(field);
  });

  itReturns304(send, () => ({ path: '/tasks', change: () => newTask() }));
});

const newUser = () => ({
  name: 'Robin Vega',
  email: `${unique('robin').replaceAll(' ', '.')}@cedar-valley.example`,
  role: 'contributor',
});

describe('createTask', () => {
  it('returns 201 with an open task, which is at its Location', async () => {
    const body = {
      title: unique('Patch'),
      assigneeId: users[0],
      dueDate: NEXT_WEEK,
      relatedResourceId: facility,
      relatedResourceType: 'facility',
      notes: '',
    };
    const reply = await send('POST', '/tasks', { body });
    const { notes, ...given } = body;
    expect([reply.status, reply.body]).toEqual([
      201,
      expect.objectContaining({
        ...given,
        id: expect.stringMatching(/^tsk_/),
        status: 'open',
        recurrence: null,
        completedAt: null,
        updatedAt: reply.body.createdAt,
      }),
    ]);
    expect(reply.body.notes ?? notes).toBe('');
    const found = await send('GET', reply.headers.get('location')!);
    expect([found.body, found.headers.get('etag')]).toEqual([reply.body, reply.headers.get('etag')]);
    expect(await operationsOf(send, 'task', reply.body.id)).toEqual(['created']);
  });

  it('omits optional fields without a value, and takes a null recurrence as none', async () => {
    expect(Object.keys(await newTask({ recurrence: null })).sort()).toEqual([
      'completedAt',
      'createdAt',
      'id',
      'instances',
      'nextDueDate',
      'recurrence',
      'status',
      'title',
      'updatedAt',
    ]);
  });

  it('accepts a related record that a planned operation created', async () => {
    const system = await create(send, '/cyber-systems', {
      name: unique('SCADA'),
      impact_rating: 'low',
      facility_id: facility,
    });
    const related = { relatedResourceId: system.id, relatedResourceType: 'cyber_system' };
    expect(await newTask(related)).toMatchObject(related);
    const wrong = { title: 'x', relatedResourceId: system.id, relatedResourceType: 'facility' };
    expect(outcome(await send('POST', '/tasks', { body: wrong }))).toEqual([400, 'invalid_reference']);
  });

  it.each(BAD_REFERENCES)('returns 400 invalid_reference for %s', async (_what, fields, field) => {
    const reply = await send('POST', '/tasks', { body: { title: 'Patch', ...fields } });
    expect(outcome(reply)).toEqual([400, 'invalid_reference']);
    expect(reply.text).toContain(field);
  });

  itRejectsBodies(send, 'POST', () => '/tasks', [
    ['no title', {}, 'title'],
    ['an unlisted status', { title: 'x', status: 'open' }, 'status'],
    ...BAD_TASKS.map(([what, fields, field]): [string, object, string | undefined] => [
      what,
      { title: 'Patch', ...fields },
      field,
    ]),
  ]);
  itCreatesSimultaneously(send, '/tasks', () => ({ title: unique('Race') }));
  itKeepsRetriesSafe(send, () => ({
    path: '/tasks',
    body: { title: unique('Retry') },
    other: { title: unique('Other') },
    count: async () => (await read(send, '/tasks')).total,
  }));
});

describe('bulkCreateTasks', () => {
  const bulk = (tasks: unknown) => send('POST', '/tasks/bulk', { body: { tasks } });

  it('creates 100 open tasks and returns them in the order of the request', async () => {
    const titles = Array.from({ length: 100 }, (_, index) => unique(`Bulk ${index}`));
    const { status, body } = await bulk(titles.map((title) => ({ title, dueDate: NEXT_WEEK })));
    expect([status, body.created]).toEqual([201, 100]);
    expect(body.tasks).toEqual(
      titles.map((title) => ({
        id: expect.stringMatching(/^tsk_/),
        title,
        status: 'open',
        dueDate: NEXT_WEEK,
      })),
    );
    const ids = body.tasks.map(({ id }: { id: string }) => id);
    expect(idsOf(await send('GET', '/tasks')).slice(-100)).toEqual(ids);
    for (const id of [ids[0], ids[99]]) expect(await operationsOf(send, 'task', id)).toEqual(['created']);
  });

  it('omits the due date of a task without one', async () => {
    expect((await bulk([{ title: 'x' }])).body.tasks[0]).not.toHaveProperty('dueDate');
  });

  it.each([
    ['a faulty due date', { title: 'x', dueDate: '2026-02-30' }, 'tasks.3.dueDate'],
    ['no title', {}, 'tasks.3.title'],
    ['a recurrence without a due date', { title: 'x', recurrence: 'yearly' }, 'tasks.3.dueDate'],
    ['a related id alone', { title: 'x', relatedResourceId: 'y' }, 'tasks.3.relatedResourceType'],
    ['an unlisted field', { title: 'x', status: 'open' }, 'tasks.3.status'],
  ])('returns 400 for %s, with its position, and creates none', async (_what, faulty, field) => {
    const { total } = await read(send, '/tasks');
    const reply = await bulk([{ title: 'a' }, { title: 'b' }, { title: 'c' }, faulty]);
    expect(outcome(reply)).toEqual([400, 'validation_error']);
    expect(faultyFields(reply)).toContain(field);
    expect((await read(send, '/tasks')).total).toBe(total);
  });

  it('returns 400 invalid_reference for an unknown assignee, and creates none', async () => {
    const { total } = await read(send, '/tasks');
    const reply = await bulk([{ title: 'a' }, { title: 'b', assigneeId: 'usr_missing' }]);
    expect(outcome(reply)).toEqual([400, 'invalid_reference']);
    expect(reply.text).toContain('tasks.1.assigneeId');
    expect((await read(send, '/tasks')).total).toBe(total);
  });

  itRejectsBodies(send, 'POST', () => '/tasks/bulk', [
    ['no tasks', {}, 'tasks'],
    ['an empty list', { tasks: [] }, 'tasks'],
    ['101 tasks', { tasks: Array(101).fill({ title: 'x' }) }, 'tasks'],
    ['an object', { tasks: { title: 'x' } }, 'tasks'],
    ['a null task', { tasks: [null] }, undefined],
    ['an unlisted field', { tasks: [{ title: 'x' }], dryRun: true }, 'dryRun'],
  ]);
  itKeepsRetriesSafe(send, () => ({
    path: '/tasks/bulk',
    body: { tasks: [{ title: 'a' }, { title: 'b' }] },
    other: { tasks: [{ title: 'c' }] },
    count: async () => (await read(send, '/tasks')).total,
  }));
});

describe('getTask', () => {
  it('returns the parent of a recurring task, with its schedule', async () => {
    const task = await newTask({ recurrence: 'every_35_days', dueDate: NEXT_WEEK });
    expect(await read(send, pathOf(task))).toEqual(task);
    expect(task).toMatchObject({ nextDueDate: NEXT_WEEK, recurrence: 'every_35_days', dueDate: NEXT_WEEK });
  });

  itReturns404ForUnknownIds(send, 'tsk', 'GET', (id) => `/tasks/${id}`);
  itReturns304(send, async () => {
    const task = await newTask();
    return { path: pathOf(task), change: () => put(task, { status: 'in_progress' }) };
  });
});

describe('overdue tasks', () => {
  it('are computed when they are read: the due day itself is in time', async () => {
    const statuses = [];
    for (const days of [-1, 0, 1])
      statuses.push((await read(send, pathOf(await newTask({ dueDate: dayFromNow(days) })))).status);
    expect(statuses).toEqual(['overdue', 'open', 'open']);
  });

  it('do not move updatedAt, and are logged as a change that time made', async () => {
    const { id } = await newTask({ dueDate: YESTERDAY });
    const { createdAt, updatedAt } = await read(send, pathOf({ id }));
    expect([updatedAt, await operationsOf(send, 'task', id)]).toEqual([
      createdAt,
      ['created', 'status_changed'],
    ]);
  });

  it('stay overdue, also for a caller that sends in_progress, until a later due date', async () => {
    const task = await newTask({ dueDate: YESTERDAY });
    expect((await put(task, { status: 'in_progress', dueDate: YESTERDAY })).status).toBe(409);
    expect((await read(send, pathOf(task))).status).toBe('overdue');
    await put(task, { status: 'in_progress', dueDate: NEXT_WEEK });
    expect((await read(send, pathOf(task))).status).toBe('in_progress');
  });

  it.each(['complete', 'cancelled'])('stay %s when they are', async (status) => {
    const task = await newTask({ dueDate: YESTERDAY });
    expect((await put(task, { status, dueDate: YESTERDAY })).body.status).toBe(status);
    expect((await read(send, pathOf(task))).status).toBe(status);
  });
});

describe('updateTask', () => {
  it('replaces all editable fields, and clears the omitted ones', async () => {
    const task = await newTask({
      assigneeId: users[0],
      dueDate: NEXT_WEEK,
      relatedResourceId: facility,
      relatedResourceType: 'facility',
      recurrence: 'quarterly',
      notes: 'Gone',
    });
    const { status, body } = await put(task, { title: 'Only this', status: 'in_progress' });
    expect([status, body]).toEqual([
      200,
      {
        id: task.id,
        title: 'Only this',
        status: 'in_progress',
        recurrence: null,
        nextDueDate: null,
        instances: null,
        completedAt: null,
        createdAt: task.createdAt,
        updatedAt: expect.any(String),
      },
    ]);
    expect(body.updatedAt > task.updatedAt).toBe(true);
    expect(await read(send, pathOf(task))).toEqual(body);
    expect(await operationsOf(send, 'task', task.id)).toHaveLength(2);
  });

  it('sets completedAt to the time of the request, or to the time in the body', async () => {
    const { body } = await put(await newTask(), { status: 'complete' });
    expect(Math.abs(Date.now() - Date.parse(body.completedAt))).toBeLessThan(60_000);
    const given = await put(await newTask(), { status: 'complete', completedAt: '2026-04-01T10:00:00Z' });
    expect(given.body.completedAt).toBe('2026-04-01T10:00:00.000Z');
  });

  it.each(['open', 'in_progress', 'cancelled'])(
    'returns 400 for a completion time with status %s, and accepts null',
    async (status) => {
      const task = await newTask();
      const reply = await put(task, { status, completedAt: '2026-04-01T10:00:00Z' });
      expect([outcome(reply), faultyFields(reply)]).toEqual([[400, 'validation_error'], ['completedAt']]);
      expect((await put(task, { status, completedAt: null })).body.completedAt).toBeNull();
    },
  );

  const STATUSES = ['open', 'in_progress', 'complete', 'cancelled', 'overdue'];
  const FROM = ['open', 'in_progress', 'overdue', 'complete', 'cancelled'];
  const isFinal = (status: string) => ['complete', 'cancelled'].includes(status);
  it.each(FROM.flatMap((from) => STATUSES.map((to) => [from, to] as const)))(
    'changes %s to %s only where the contract allows it',
    async (from, to) => {
      const dueDate = from === 'overdue' ? YESTERDAY : NEXT_WEEK;
      const task = await newTask({ dueDate });
      if (from !== 'overdue') await put(task, { status: from, dueDate });
      const before = await read(send, pathOf(task));
      expect(before.status).toBe(from);
      const allowed = from === to || (!isFinal(from) && to !== 'overdue');
      const isKept = from === to || isFinal(to);
      const reply = await put(task, { status: to, dueDate: isKept ? dueDate : NEXT_WEEK });
      expect(reply.status).toBe(allowed ? 200 : 409);
      if (!allowed) expect(await read(send, pathOf(task))).toEqual(before);
    },
  );

  it('returns 200 once and 409 otherwise when 12 requests complete or cancel one task at once', async () => {
    const task = await newTask();
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) => put(task, { status: index % 2 ? 'complete' : 'cancelled' })),
    );
    const { status } = await read(send, pathOf(task));
    for (const { status: code, body } of replies)
      expect([code, body.status]).toEqual(body.status === status ? [200, status] : [409, undefined]);
    expect(replies.map(({ status: code }) => code)).toContain(409);
  });

  it('changes the schedule of a recurring task, but not its completed instances', async () => {
    const task = await newTask({ recurrence: 'quarterly', dueDate: '2024-01-15' });
    const done = { status: 'complete', completedAt: '2024-04-01T00:00:00Z', notes: 'Done' };
    await putInstance(task, '2024-04-15', done);
    await put(task, { status: 'overdue', recurrence: 'yearly', dueDate: '2024-02-20' });
    const kept = await putInstance(task, '2024-04-15', { ...done, notes: 'Corrected' });
    expect([kept.status, kept.body]).toEqual([
      200,
      expect.objectContaining({ status: 'complete', completedAt: '2024-04-01T00:00:00.000Z' }),
    ]);
    expect(await hasInstance(task, '2024-07-15')).toBe(false);
    expect(await hasInstance(task, '2024-02-20')).toBe(true);
    expect(await hasInstance(task, '2025-02-20')).toBe(true);
  });

  it('checks the body, the path, the references, If-Match and the status, in this order', async () => {
    const task = await newTask();
    await put(task, { status: 'complete' });
    const stale = { 'If-Match': '"stale"' };
    const missing = { id: 'tsk_missing' };
    expect(outcome(await put(missing, { status: 'done' }))).toEqual([400, 'validation_error']);
    expect(outcome(await put(missing, { assigneeId: 'usr_missing' }))).toEqual([404, 'not_found']);
    expect(outcome(await put(task, { assigneeId: 'usr_missing' }, stale))).toEqual([
      400,
      'invalid_reference',
    ]);
    expect(outcome(await put(task, {}, stale))).toEqual([412, 'precondition_failed']);
    expect(outcome(await put(task, {}))).toEqual([409, 'conflict']);
  });

  it.each(BAD_REFERENCES)('returns 400 invalid_reference for %s', async (_what, fields, field) => {
    const reply = await put(await newTask(), fields);
    expect(outcome(reply)).toEqual([400, 'invalid_reference']);
    expect(reply.text).toContain(field);
  });

  const whole = { title: 'Patch', status: 'open' };
  itRejectsBodies(send, 'PUT', () => '/tasks/tsk_missing', [
    ['no title', { status: 'open' }, 'title'],
    ['no status', { title: 'x' }, 'status'],
    ['an unknown status', { ...whole, status: 'done' }, 'status'],
    ['a completion day', { ...whole, status: 'complete', completedAt: '2026-04-01' }, 'completedAt'],
    ...BAD_TASKS.map(([what, fields, field]): [string, object, string | undefined] => [
      what,
      { ...whole, ...fields },
      field,
    ]),
  ]);
  itReturns404ForUnknownIds(send, 'tsk', 'PUT', (id) => `/tasks/${id}`, whole);
  itHonorsIfMatch(send, 'PUT', async () => ({
    path: pathOf(await newTask()),
    body: { ...whole, status: 'in_progress' },
  }));
});

describe('deleteTask', () => {
  it('returns 204; a second request returns 404, and the history stays', async () => {
    const task = await newTask();
    const remove = () => send('DELETE', pathOf(task));
    const reply = await remove();
    expect([reply.status, reply.text, (await remove()).status]).toEqual([204, '', 404]);
    expect(idsOf(await send('GET', '/tasks'))).not.toContain(task.id);
    expect(await operationsOf(send, 'task', task.id)).toEqual(['created', 'deleted']);
  });

  it('deletes all instances of a recurring task, also complete ones', async () => {
    const task = await newTask({ recurrence: 'yearly', dueDate: '2024-05-01' });
    await putInstance(task, '2024-05-01', { status: 'complete' });
    expect((await send('DELETE', pathOf(task))).status).toBe(204);
    for (const day of ['2024-05-01', '2025-05-01']) expect(await hasInstance(task, day)).toBe(false);
  });

  itReturns404ForUnknownIds(send, 'tsk', 'DELETE', (id) => `/tasks/${id}`);
  itHonorsIfMatch(send, 'DELETE', async () => ({ path: pathOf(await newTask()) }));
});

describe('updateTaskInstance', () => {
  const newRecurring = (recurrence = 'quarterly', dueDate = '2024-05-15') => newTask({ recurrence, dueDate });

  it('sets the status, the completion time and the notes of one instance', async () => {
    const task = await newRecurring();
    const body = { status: 'complete', completedAt: '2024-08-10T10:00:00Z', notes: 'Done' };
    const reply = await putInstance(task, '2024-08-15', body);
    expect([reply.status, reply.body]).toEqual([
      200,
      {
        parentTaskId: task.id,
        dueDate: '2024-08-15',
        status: 'complete',
        completedAt: '2024-08-10T10:00:00.000Z',
        notes: 'Done',
      },
    ]);
    expect(reply.headers.get('etag')).toMatch(/^".+"$/);
    expect(await read(send, pathOf(task))).toMatchObject({
      ...task,
      status: 'overdue', // other instances are
      instances: expect.any(Array),
      updatedAt: expect.any(String),
    });
    const other = await putInstance(task, '2024-05-15', { status: 'cancelled' });
    expect(other.body.completedAt).toBeNull();
  });

  it('clears omitted notes, and uses the time of the request for a completion without one', async () => {
    const task = await newRecurring();
    await putInstance(task, '2024-05-15', { status: 'overdue', notes: 'Gone' });
    const { body } = await putInstance(task, '2024-05-15', { status: 'complete' });
    expect(body).not.toHaveProperty('notes');
    expect(Math.abs(Date.now() - Date.parse(body.completedAt))).toBeLessThan(60_000);
  });

  it('shows a past instance as overdue until it is complete, and a future one as it is', async () => {
    const task = await newRecurring('every_35_days', dayFromNow(-35));
    const status = async (day: string, sent: string) =>
      (await putInstance(task, day, { status: sent })).body.status;
    expect(await status(dayFromNow(-35), 'in_progress')).toBeUndefined(); // 409
    expect(await status(dayFromNow(-35), 'overdue')).toBe('overdue');
    expect(await status(dayFromNow(0), 'in_progress')).toBe('in_progress');
    expect(await status(dayFromNow(35), 'in_progress')).toBe('in_progress');
    expect(await status(dayFromNow(-35), 'complete')).toBe('complete');
  });

  it.each([
    [
      'quarterly',
      '2023-11-30',
      ['2023-11-30', '2024-02-29', '2024-05-30', '2025-02-28', '2025-11-30'],
      ['2024-02-28', '2024-05-29', '2024-03-01'],
    ],
    ['quarterly', '2024-01-31', ['2024-04-30', '2024-07-31', '2024-10-31'], ['2024-07-30', '2024-05-01']],
    ['yearly', '2024-02-29', ['2025-02-28', '2026-02-28', '2028-02-29'], ['2025-03-01', '2028-02-28']],
    [
      'every_15_months',
      '2024-08-31',
      ['2025-11-30', '2027-02-28', '2028-05-31'],
      ['2025-11-29', '2028-05-30', '2028-05-28'],
    ],
    [
      'every_35_days',
      '2024-02-01',
      ['2024-03-07', '2024-04-11', '2025-01-16'],
      ['2024-03-06', '2024-03-08', '2024-01-31'],
    ],
  ])(
    'has the instances of a %s task due on %s, by month ends and leap years',
    async (recurrence, dueDate, days, others) => {
      const task = await newRecurring(recurrence, dueDate);
      for (const day of days) expect([day, await hasInstance(task, day)]).toEqual([day, true]);
      for (const day of others) expect([day, await hasInstance(task, day)]).toEqual([day, false]);
    },
  );

  it('has no instance before the due date, and has instances for five years ahead', async () => {
    const dueDate = dayFromNow(-70);
    const task = await newRecurring('every_35_days', dueDate);
    const nth = (count: number) => dayFromNow(-70 + 35 * count);
    expect(await hasInstance(task, nth(-1))).toBe(false);
    for (const count of [0, 1, 50, 49])
      expect([count, await hasInstance(task, nth(count))]).toEqual([count, true]);
    expect(await hasInstance(task, nth(50 + 12))).toBe(false);
  });

  it('returns 404 for a task that does not recur, and for the parent of no instance that day', async () => {
    const single = await newTask({ dueDate: NEXT_WEEK });
    expect(outcome(await putInstance(single, NEXT_WEEK, { status: 'open' }))).toEqual([404, 'not_found']);
    const task = await newRecurring();
    for (const day of [
      '2024-05-16',
      '2024-5-15',
      '2024-02-30',
      'tomorrow',
      '2024-05-15T00:00:00Z',
      '__proto__',
    ])
      expect([day, ...outcome(await putInstance(task, day, { status: 'open' }))]).toEqual([
        day,
        404,
        'not_found',
      ]);
  });

  it('returns 400 for a completion time without status complete', async () => {
    const body = { status: 'in_progress', completedAt: '2024-08-10T10:00:00Z' };
    const reply = await putInstance(await newRecurring(), '2024-05-15', body);
    expect([outcome(reply), faultyFields(reply)]).toEqual([[400, 'validation_error'], ['completedAt']]);
  });

  it('returns 409 for setting overdue, and for leaving complete and cancelled', async () => {
    const task = await newRecurring('yearly', dayFromNow(30));
    const day = dayFromNow(30);
    expect(outcome(await putInstance(task, day, { status: 'overdue' }))).toEqual([409, 'conflict']);
    for (const final of ['complete', 'cancelled']) {
      const each = await newRecurring('yearly', day);
      expect((await putInstance(each, day, { status: final })).status).toBe(200);
      for (const status of [
        'open',
        'in_progress',
        'overdue',
        final === 'complete' ? 'cancelled' : 'complete',
      ])
        expect(outcome(await putInstance(each, day, { status }))).toEqual([409, 'conflict']);
      expect((await putInstance(each, day, { status: final })).status).toBe(200);
    }
  });

  it('takes the tag of its last response in If-Match, and returns 412 for another one', async () => {
    const task = await newRecurring();
    const first = await putInstance(task, '2024-05-15', { status: 'overdue' });
    const headers = { 'If-Match': first.headers.get('etag')! };
    const second = await putInstance(task, '2024-05-15', { status: 'overdue', notes: 'x' }, headers);
    expect([second.status, second.headers.get('etag') === headers['If-Match']]).toEqual([200, false]);
    const late = await putInstance(task, '2024-05-15', { status: 'complete' }, headers);
    expect(outcome(late)).toEqual([412, 'precondition_failed']);
  });

  it('logs the fields of the changed instance in the history of its task', async () => {
    const task = await newRecurring();
    const { completedAt } = (await putInstance(task, '2024-05-15', { status: 'complete', notes: 'Done.' }))
      .body;
    const entry = (await historyOf(send, 'task', task.id)).at(-1);
    expect([entry.operation, entry.changes]).toEqual([
      'updated',
      [
        { field: 'instances.2024-05-15.status', before: 'overdue', after: 'complete' },
        { field: 'instances.2024-05-15.completedAt', before: null, after: completedAt },
        { field: 'instances.2024-05-15.notes', before: null, after: 'Done.' },
      ],
    ]);
  });

  it('lets one of 12 simultaneous requests decide between complete and cancelled', async () => {
    const task = await newRecurring();
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        putInstance(task, '2024-05-15', { status: index % 2 ? 'complete' : 'cancelled' }),
      ),
    );
    const accepted = replies.filter(({ status }) => status === 200).map(({ body }) => body.status);
    expect(new Set(accepted).size).toBe(1);
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(12 - accepted.length);
  });

  itRejectsBodies(send, 'PUT', () => '/tasks/tsk_missing/2026-04-17', [
    ['no status', {}, 'status'],
    ['an unknown status', { status: 'done' }, 'status'],
    ['null notes', { status: 'open', notes: null }, 'notes'],
    ['an unlisted title', { status: 'open', title: 'x' }, 'title'],
  ]);
  itReturns404ForUnknownIds(send, 'tsk', 'PUT', (id) => `/tasks/${id}/2026-04-17`, { status: 'open' });
});

describe('reassignTasksFromCsm', () => {
  const reassign = (fromUserId: unknown, toUserId: unknown) =>
    send('POST', '/tasks/reassign-from-csm', { body: { fromUserId, toUserId } });

  it('moves the open, in_progress and overdue tasks of the CIP Senior Manager, and no others', async () => {
    const task = (fields: object = {}) => newTask({ assigneeId: manager, ...fields });
    const moved = [await task(), await task(), await task({ dueDate: YESTERDAY })];
    await put(moved[1], { status: 'in_progress', assigneeId: manager });
    const kept = [await task(), await task()];
    await put(kept[0], { status: 'complete', assigneeId: manager });
    await put(kept[1], { status: 'cancelled', assigneeId: manager });
    const { data } = await read(send, `/tasks?assigneeId=${manager}`);
    const active = data.filter(
      ({ status }: { status: string }) => !['complete', 'cancelled'].includes(status),
    );
    const { status, body } = await reassign(manager, users[2]);
    expect([status, body]).toEqual([
      200,
      { reassigned: active.length, fromUserId: manager, toUserId: users[2] },
    ]);
    for (const { id } of moved) expect((await read(send, pathOf({ id }))).assigneeId).toBe(users[2]);
    for (const { id } of kept) expect((await read(send, pathOf({ id }))).assigneeId).toBe(manager);
    expect(await operationsOf(send, 'task', moved[0].id)).toHaveLength(2);
    expect(await operationsOf(send, 'task', kept[0].id)).toHaveLength(2);
    expect((await reassign(manager, users[2])).body.reassigned).toBe(0);
  });

  it('moves the tag and updatedAt of each task', async () => {
    const task = await newTask({ assigneeId: manager });
    const tag = (await send('GET', pathOf(task))).headers.get('etag');
    await reassign(manager, users[1]);
    const after = await send('GET', pathOf(task));
    expect([after.headers.get('etag') === tag, after.body.updatedAt > task.updatedAt]).toEqual([false, true]);
  });

  it('returns 400 for an unknown user and for the same user twice', async () => {
    for (const [from, to, field] of [
      ['usr_missing', users[0], 'fromUserId'],
      [manager, 'usr_missing', 'toUserId'],
      [manager, '__proto__', 'toUserId'],
    ] as const) {
      const reply = await reassign(from, to);
      expect(outcome(reply)).toEqual([400, 'invalid_reference']);
      expect(reply.text).toContain(field);
    }
    expect(outcome(await reassign(manager, manager))).toEqual([400, 'validation_error']);
  });

  it('returns 409 for a user that was never CIP Senior Manager, and moves nothing', async () => {
    const task = await newTask({ assigneeId: users[0] });
    expect(outcome(await reassign(users[0], users[1]))).toEqual([409, 'conflict']);
    expect((await read(send, pathOf(task))).assigneeId).toBe(users[0]);
  });

  itRejectsBodies(send, 'POST', () => '/tasks/reassign-from-csm', [
    ['no fromUserId', { toUserId: 'usr_x' }, 'fromUserId'],
    ['no toUserId', { fromUserId: 'usr_x' }, 'toUserId'],
    ['a null toUserId', { fromUserId: 'usr_x', toUserId: null }, 'toUserId'],
    ['an unlisted field', { fromUserId: 'usr_x', toUserId: 'usr_y', dryRun: true }, 'dryRun'],
  ]);
  itKeepsRetriesSafe(send, async () => {
    const { id } = await newTask({ assigneeId: manager });
    return {
      path: '/tasks/reassign-from-csm',
      body: { fromUserId: manager, toUserId: users[3] },
      other: { fromUserId: manager, toUserId: users[2] },
      count: async () => (await operationsOf(send, 'task', id)).length,
    };
  });

  it('still moves the tasks of a former CIP Senior Manager', async () => {
    const successor = await create(send, '/users', { ...newUser(), role: 'compliance_manager' });
    await create(send, '/cip-senior-manager-assignments', {
      userId: successor.id,
      effectiveDate: dayFromNow(0),
    });
    expect((await read(send, '/cip-senior-manager-assignments/current')).userId).toBe(successor.id);
    const task = await newTask({ assigneeId: manager });
    expect((await reassign(manager, successor.id)).status).toBe(200);
    expect((await read(send, pathOf(task))).assigneeId).toBe(successor.id);
  });
});
