// Training modules, their assignments, completions, facilities in scope, and the export.
import { parse } from 'csv-parse/sync';
import type { Client } from '../../support/client';
import { QUOTED_CSV } from '../../support/assets';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { createPerson } from '../../support/worlds';
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
let me: string;
let trainee: string;
let facilities: { id: string; name: string }[];
const send: Client = (...request) => sandbox.client(...request);
beforeAll(async () => {
  sandbox = await startSandbox();
  me = (await read(send, '/users/me')).id;
  trainee = idsOf(await send('GET', '/users')).find((id) => id !== me)!;
  facilities = (await read(send, '/facilities')).map(({ id, name }: { id: string; name: string }) => ({
    id,
    name,
  }));
});
afterAll(() => sandbox.close());

const newModule = (fields: object = {}) =>
  create(send, '/training-modules', { title: unique('Course'), ...fields });
const newAssignment = async (fields: object = {}) =>
  create(send, '/training-assignments', {
    userId: trainee,
    trainingModuleId: (await newModule()).id,
    ...fields,
  });
const pathOf = ({ id }: { id: string }) => `/training-assignments/${id}`;
const complete = (assignment: { id: string }, fields: object = {}) =>
  send('POST', `${pathOf(assignment)}/complete`, {
    body: { completedAt: '2026-03-26T18:20:00Z', ...fields },
  });
const addFacilities = (assignment: { id: string }, facilityIds: unknown) =>
  send('POST', `${pathOf(assignment)}/facilities`, { body: { facilityIds } });
/** Returns a seeded assignment that is waived. */
const waived = async () => (await read(send, '/training-assignments?status=waived')).data[0];

const FULL_MODULE = {
  title: 'Vendor Remote Access',
  description: '',
  cipStandard: 'CIP-013-2',
  completionIntervalDays: 3660,
  externalModuleUrl: 'https://lms.cedar-valley.example/courses/x?y=1#z',
};
const BAD_MODULES: [string, unknown, string | undefined][] = [
  ['a null title', { title: null }, 'title'],
  ['an empty title', { title: '' }, 'title'],
  ['a long title', { title: 'x'.repeat(256) }, 'title'],
  ['a null description', { title: 'x', description: null }, 'description'],
  ['a long description', { title: 'x', description: 'x'.repeat(2001) }, 'description'],
  ['an empty standard', { title: 'x', cipStandard: '' }, 'cipStandard'],
  ['an interval of 0 days', { title: 'x', completionIntervalDays: 0 }, 'completionIntervalDays'],
  ['an interval of 3,661 days', { title: 'x', completionIntervalDays: 3661 }, 'completionIntervalDays'],
  ['a fractional interval', { title: 'x', completionIntervalDays: 1.5 }, 'completionIntervalDays'],
  ['an interval as text', { title: 'x', completionIntervalDays: '450' }, 'completionIntervalDays'],
  ['a URL that is none', { title: 'x', externalModuleUrl: 'no url' }, 'externalModuleUrl'],
  ['an unlisted field', { title: 'x', createdAt: '2026-01-01T00:00:00.000Z' }, 'createdAt'],
];

describe('getTrainingModules', () => {
  it('returns every module in order of creation, with the total', async () => {
    const created = [await newModule(), await newModule()];
    const { data, total } = await read(send, '/training-modules');
    expect([data.slice(-2), total]).toEqual([created, data.length]);
  });

  it('returns 400 for a query parameter, because there are no filters and no pages', async () => {
    for (const query of ['limit=1', 'cursor=x', 'title=x'])
      expect((await send('GET', `/training-modules?${query}`)).status).toBe(400);
  });

  itReturns304(send, () => ({ path: '/training-modules', change: () => newModule() }));
});

describe('createTrainingModule', () => {
  it('returns 201 with the module, which is at its Location', async () => {
    const reply = await send('POST', '/training-modules', { body: FULL_MODULE });
    expect([reply.status, reply.body]).toEqual([
      201,
      {
        ...FULL_MODULE,
        id: expect.stringMatching(/^tm_/),
        createdAt: expect.any(String),
        updatedAt: reply.body.createdAt,
      },
    ]);
    expect(Math.abs(Date.now() - Date.parse(reply.body.createdAt))).toBeLessThan(60_000);
    const found = await send('GET', reply.headers.get('location')!);
    expect([found.body, found.headers.get('etag')]).toEqual([reply.body, reply.headers.get('etag')]);
    expect(await operationsOf(send, 'training-module', reply.body.id)).toEqual(['created']);
  });

  it('omits optional fields without a value', async () => {
    expect(Object.keys(await newModule()).sort()).toEqual(['createdAt', 'id', 'title', 'updatedAt']);
  });

  itRejectsBodies(send, 'POST', () => '/training-modules', [['no title', {}, 'title'], ...BAD_MODULES]);
  itCreatesSimultaneously(send, '/training-modules', () => ({ title: unique('Race') }));
  itKeepsRetriesSafe(send, () => ({
    path: '/training-modules',
    body: { title: unique('Retry') },
    other: { title: unique('Other') },
    count: async () => (await read(send, '/training-modules')).total,
  }));
});

describe('getTrainingModule', () => {
  itReturns404ForUnknownIds(send, 'tm', 'GET', (id) => `/training-modules/${id}`);
  itReturns304(send, async () => {
    const path = `/training-modules/${(await newModule()).id}`;
    return { path, change: () => send('PATCH', path, { body: { title: unique('Changed') } }) };
  });
});

describe('updateTrainingModule', () => {
  it('changes the supplied fields, keeps the others, and moves updatedAt', async () => {
    const module = await newModule(FULL_MODULE);
    const path = `/training-modules/${module.id}`;
    const { status, body } = await send('PATCH', path, { body: { completionIntervalDays: 365 } });
    expect([status, body]).toEqual([
      200,
      { ...module, completionIntervalDays: 365, updatedAt: expect.any(String) },
    ]);
    expect(body.updatedAt > module.updatedAt).toBe(true);
    expect(await read(send, path)).toEqual(body);
    expect(await operationsOf(send, 'training-module', module.id)).toEqual(['created', 'updated']);
  });

  it('changes nothing for an empty object', async () => {
    const module = await newModule();
    const { status, body } = await send('PATCH', `/training-modules/${module.id}`, { body: {} });
    expect([status, body]).toEqual([200, module]);
    expect(await operationsOf(send, 'training-module', module.id)).toEqual(['created']);
  });

  it('keeps the due dates of existing assignments when the interval changes', async () => {
    const assignment = await newAssignment({ dueDate: dayFromNow(30) });
    await send('PATCH', `/training-modules/${assignment.trainingModuleId}`, {
      body: { completionIntervalDays: 10 },
    });
    expect(await read(send, pathOf(assignment))).toEqual(assignment);
  });

  itRejectsBodies(send, 'PATCH', () => '/training-modules/tm_missing', BAD_MODULES);
  itReturns404ForUnknownIds(send, 'tm', 'PATCH', (id) => `/training-modules/${id}`, { title: 'x' });
  itHonorsIfMatch(send, 'PATCH', async () => ({
    path: `/training-modules/${(await newModule()).id}`,
    body: { title: unique('Changed') },
  }));
});

describe('deleteTrainingModule', () => {
  it('returns 204; a second request returns 404, and the history stays', async () => {
    const { id } = await newModule();
    const remove = () => send('DELETE', `/training-modules/${id}`);
    const reply = await remove();
    expect([reply.status, reply.text, (await remove()).status]).toEqual([204, '', 404]);
    expect((await send('GET', `/training-modules/${id}`)).status).toBe(404);
    expect(idsOf(await send('GET', '/training-modules'))).not.toContain(id);
    expect(await operationsOf(send, 'training-module', id)).toEqual(['created', 'deleted']);
  });

  it.each([
    ['assigned', {}],
    ['overdue', { dueDate: dayFromNow(-3) }],
  ])('returns 409 while it has an assignment that is %s', async (status, fields) => {
    const assignment = await newAssignment(fields);
    expect((await read(send, pathOf(assignment))).status).toBe(status);
    const reply = await send('DELETE', `/training-modules/${assignment.trainingModuleId}`);
    expect(outcome(reply)).toEqual([409, 'conflict']);
  });

  it.each([
    ['completed', (assignment: { id: string }) => complete(assignment)],
    ['deleted', (assignment: { id: string }) => send('DELETE', pathOf(assignment))],
  ])('returns 204 after its assignment is %s', async (_what, end) => {
    const assignment = await newAssignment();
    await end(assignment);
    const path = `/training-modules/${assignment.trainingModuleId}`;
    expect((await send('DELETE', path)).status).toBe(204);
  });

  it('keeps its id in complete assignments, and rejects new references to it', async () => {
    const assignment = await newAssignment();
    await complete(assignment);
    const { trainingModuleId } = assignment;
    await send('DELETE', `/training-modules/${trainingModuleId}`);
    expect((await read(send, pathOf(assignment))).trainingModuleId).toBe(trainingModuleId);
    const reply = await send('POST', '/training-assignments', {
      body: { userId: trainee, trainingModuleId },
    });
    expect(outcome(reply)).toEqual([400, 'invalid_reference']);
  });

  itReturns404ForUnknownIds(send, 'tm', 'DELETE', (id) => `/training-modules/${id}`);
  itHonorsIfMatch(send, 'DELETE', async () => ({ path: `/training-modules/${(await newModule()).id}` }));
});

describe('createTrainingAssignment', () => {
  it('returns 201 with an assignment that is assigned, not completed, and without facilities', async () => {
    const body = {
      userId: trainee,
      trainingModuleId: (await newModule()).id,
      dueDate: dayFromNow(10),
      notes: 'Relay test laptop.',
    };
    const reply = await send('POST', '/training-assignments', { body });
    expect([reply.status, reply.body]).toEqual([
      201,
      {
        ...body,
        id: expect.stringMatching(/^ta_/),
        status: 'assigned',
        completedAt: null,
        facilities: [],
        createdAt: expect.any(String),
        updatedAt: reply.body.createdAt,
      },
    ]);
    const found = await send('GET', reply.headers.get('location')!);
    expect([found.body, found.headers.get('etag')]).toEqual([reply.body, reply.headers.get('etag')]);
    expect((await read(send, '/training-assignments')).data.at(-1)).toEqual(reply.body);
    expect(await operationsOf(send, 'training-assignment', reply.body.id)).toEqual(['created']);
  });

  it('omits dueDate and notes when they are not given', async () => {
    const assignment = await newAssignment();
    for (const field of ['dueDate', 'notes', 'completedBy', 'score', 'certificateReference'])
      expect(assignment).not.toHaveProperty(field);
  });

  it.each([
    ['userId', 'usr_01k00000000000000000000000'],
    ['userId', 'constructor'],
    ['trainingModuleId', 'tm_01k00000000000000000000000'],
    ['trainingModuleId', "'; --"],
  ])('returns 400 invalid_reference for the %s %j', async (field, id) => {
    const body = { userId: trainee, trainingModuleId: (await newModule()).id, [field]: id };
    const reply = await send('POST', '/training-assignments', { body });
    expect(outcome(reply)).toEqual([400, 'invalid_reference']);
    expect(reply.text).toContain(field);
  });

  const references = { userId: 'usr_x', trainingModuleId: 'tm_x' };
  itRejectsBodies(send, 'POST', () => '/training-assignments', [
    ['no userId', { trainingModuleId: 'tm_x' }, 'userId'],
    ['no trainingModuleId', { userId: 'usr_x' }, 'trainingModuleId'],
    ['a null userId', { ...references, userId: null }, 'userId'],
    ['a day that does not exist', { ...references, dueDate: '2026-02-30' }, 'dueDate'],
    ['a time as due date', { ...references, dueDate: '2026-02-03T00:00:00Z' }, 'dueDate'],
    ['a null due date', { ...references, dueDate: null }, 'dueDate'],
    ['long notes', { ...references, notes: 'x'.repeat(2001) }, 'notes'],
    ['an unlisted status', { ...references, status: 'complete' }, 'status'],
    ['unlisted facilities', { ...references, facilities: [] }, 'facilities'],
  ]);

  it('gives 12 simultaneous creations 12 ids', async () => {
    const body = { userId: trainee, trainingModuleId: (await newModule()).id };
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => send('POST', '/training-assignments', { body })),
    );
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(12);
  });

  itKeepsRetriesSafe(send, async () => {
    const body = { userId: trainee, trainingModuleId: (await newModule()).id };
    return {
      path: '/training-assignments',
      body,
      other: { ...body, notes: 'Other' },
      count: async () => (await read(send, '/training-assignments')).total,
    };
  });
});

describe('overdue', () => {
  it('leaves the tag of a repeated creation unchanged when the due date has passed', async () => {
    const trainingModuleId = (await newModule()).id;
    const body = { userId: trainee, trainingModuleId, dueDate: dayFromNow(-1) };
    const headers = { 'Idempotency-Key': unique('late') };
    const [first, second] = [
      await send('POST', '/training-assignments', { body, headers }),
      await send('POST', '/training-assignments', { body, headers }),
    ];
    const { headers: current } = await send('GET', pathOf(first.body));
    expect([first, second].map((reply) => reply.headers.get('etag'))).toEqual(
      Array(2).fill(current.get('etag')),
    );
  });

  it('is computed when it is read: the due day itself is in time, the day after is not', async () => {
    const statuses = [];
    for (const days of [-1, 0, 1])
      statuses.push((await read(send, pathOf(await newAssignment({ dueDate: dayFromNow(days) })))).status);
    expect(statuses).toEqual(['overdue', 'assigned', 'assigned']);
  });

  it('does not move updatedAt, and is logged as a change that time made', async () => {
    const { id } = await newAssignment({ dueDate: dayFromNow(-1) });
    const { createdAt, updatedAt } = await read(send, pathOf({ id }));
    expect([updatedAt, await operationsOf(send, 'training-assignment', id)]).toEqual([
      createdAt,
      ['created', 'status_changed'],
    ]);
  });
});

describe('getTrainingAssignments', () => {
  const listed = async (query: string) => idsOf(await send('GET', `/training-assignments?${query}`));

  it('filters by user, module, facility and status, and by all of them together', async () => {
    const one = await newAssignment({ userId: me });
    const two = await newAssignment({ trainingModuleId: one.trainingModuleId });
    await addFacilities(two, [facilities[1]!.id]);
    await complete(two);
    expect(await listed(`moduleId=${one.trainingModuleId}`)).toEqual([one.id, two.id]);
    expect(await listed(`userId=${me}&moduleId=${one.trainingModuleId}`)).toEqual([one.id]);
    expect(await listed(`facilityId=${facilities[1]!.id}`)).toContain(two.id);
    expect(await listed(`facilityId=${facilities[1]!.id}`)).not.toContain(one.id);
    expect(
      await listed(`facilityId=${facilities[1]!.id}&moduleId=${one.trainingModuleId}&status=complete`),
    ).toEqual([two.id]);
    expect(await listed(`moduleId=${one.trainingModuleId}&status=assigned`)).toEqual([one.id]);
    expect(
      await listed(`facilityId=${facilities[1]!.id}&userId=${me}&moduleId=${one.trainingModuleId}`),
    ).toEqual([]);
  });

  it.each(['assigned', 'in_progress', 'complete', 'overdue', 'waived'])(
    'returns exactly the assignments that are %s',
    async (status) => {
      await newAssignment({ dueDate: dayFromNow(-2) });
      const { data } = await read(send, '/training-assignments');
      const matching = data.filter((assignment: { status: string }) => assignment.status === status);
      expect(await read(send, `/training-assignments?status=${status}`)).toEqual({
        data: matching,
        total: matching.length,
      });
    },
  );

  it('filters by the UTC day of completion, both ends included', async () => {
    const assignment = await newAssignment();
    await complete(assignment, { completedAt: '2024-05-17T23:59:59.999Z' });
    const range = `moduleId=${assignment.trainingModuleId}&`;
    expect(await listed(`${range}completedFrom=2024-05-17&completedTo=2024-05-17`)).toEqual([assignment.id]);
    expect(await listed(`${range}completedFrom=2024-05-18`)).toEqual([]);
    expect(await listed(`${range}completedTo=2024-05-16`)).toEqual([]);
    const open = await newAssignment();
    expect(await listed(`moduleId=${open.trainingModuleId}&completedTo=2099-01-01`)).toEqual([]);
  });

  it('returns an empty list for an unknown id in a filter', async () => {
    for (const query of ['userId=usr_missing', 'moduleId=tm_missing', 'facilityId=fac_missing'])
      expect(await read(send, `/training-assignments?${query}`)).toEqual({ data: [], total: 0 });
  });

  it.each([
    ['userId=tm_x', 'userId'],
    ['moduleId=x', 'moduleId'],
    ['facilityId=fac_', 'facilityId'],
    ['status=done', 'status'],
    ['completedFrom=2026-02-30', 'completedFrom'],
    ['completedTo=today', 'completedTo'],
    ['completedFrom=2026-03-02&completedTo=2026-03-01', undefined],
    ['status=complete&status=waived', 'status'],
    ['limit=3', 'limit'],
  ])('returns 400 for ?%s', async (query, field) => {
    const reply = await send('GET', `/training-assignments?${query}`);
    expect(outcome(reply)).toEqual([400, 'validation_error']);
    if (field) expect(faultyFields(reply)).toContain(field);
  });

  itReturns304(send, () => ({ path: '/training-assignments', change: () => newAssignment() }));
});

describe('getTrainingAssignment', () => {
  itReturns404ForUnknownIds(send, 'ta', 'GET', (id) => `/training-assignments/${id}`);
  itReturns304(send, async () => {
    const assignment = await newAssignment();
    return { path: pathOf(assignment), change: () => complete(assignment) };
  });
});

describe('updateTrainingAssignment', () => {
  const change = (assignment: { id: string }, body: unknown, headers = {}) =>
    send('PATCH', pathOf(assignment), { body, headers });

  it('changes the due date or the module, and keeps the other fields', async () => {
    const assignment = await newAssignment({ notes: 'Kept', dueDate: dayFromNow(3) });
    const { id } = await newModule();
    const dueDate = dayFromNow(9);
    expect((await change(assignment, { dueDate })).body).toEqual({
      ...assignment,
      dueDate,
      updatedAt: expect.any(String),
    });
    const { status, body } = await change(assignment, { trainingModuleId: id });
    expect([status, body]).toEqual([
      200,
      { ...assignment, dueDate, trainingModuleId: id, updatedAt: expect.any(String) },
    ]);
    expect(body.updatedAt > assignment.updatedAt).toBe(true);
    expect(await read(send, pathOf(assignment))).toEqual(body);
    const history = await operationsOf(send, 'training-assignment', assignment.id);
    expect(history).toHaveLength(3);
  });

  it('changes nothing for an empty object', async () => {
    const assignment = await newAssignment();
    expect((await change(assignment, {})).body).toEqual(assignment);
    expect(await operationsOf(send, 'training-assignment', assignment.id)).toEqual(['created']);
  });

  it('returns an overdue assignment to assigned when the new due date has not passed', async () => {
    const assignment = await newAssignment({ dueDate: dayFromNow(-9) });
    expect((await change(assignment, { dueDate: dayFromNow(-1) })).body.status).toBe('overdue');
    expect((await change(assignment, { dueDate: dayFromNow(0) })).body.status).toBe('assigned');
    expect((await change(assignment, { dueDate: dayFromNow(-1) })).body.status).toBe('overdue');
  });

  it('returns 409 for an assignment that is complete or waived', async () => {
    const assignment = await newAssignment();
    await complete(assignment);
    for (const each of [assignment, await waived()]) {
      const before = await read(send, pathOf(each));
      expect(outcome(await change(each, { dueDate: dayFromNow(5) }))).toEqual([409, 'conflict']);
      expect(await read(send, pathOf(each))).toEqual(before);
    }
  });

  it('sets in_progress on an assigned assignment, and on an overdue one with a later due date', async () => {
    const [assigned, overdue] = [await newAssignment(), await newAssignment({ dueDate: dayFromNow(-1) })];
    const status = 'in_progress';
    expect((await change(assigned, { status })).body.status).toBe(status);
    expect((await change(overdue, { status })).status).toBe(409);
    expect((await change(overdue, { status, dueDate: dayFromNow(1) })).body.status).toBe(status);
  });

  it.each(['assigned', 'in_progress', 'overdue'])(
    'waives an assignment that is %s, for good',
    async (from) => {
      const assignment = await newAssignment(from === 'overdue' ? { dueDate: dayFromNow(-1) } : {});
      if (from === 'in_progress') await change(assignment, { status: from });
      const { status, body } = await change(assignment, { status: 'waived' });
      expect([status, body]).toEqual([200, expect.objectContaining({ status: 'waived', completedAt: null })]);
      expect(await read(send, pathOf(assignment))).toEqual(body);
      expect((await change(assignment, { status: 'waived' })).status).toBe(200);
      for (const other of [{ status: 'in_progress' }, { status: 'waived', dueDate: dayFromNow(1) }])
        expect(outcome(await change(assignment, other))).toEqual([409, 'conflict']);
    },
  );

  it('returns 409 when a user who is not a designated approver waives, and lets the user start the module', async () => {
    const { client } = await createPerson(sandbox, 'contributor');
    const assignment = await newAssignment();
    const patch = (status: string) => client('PATCH', pathOf(assignment), { body: { status } });
    const { status, body } = await patch('waived');
    expect([status, body.error, body.message]).toEqual([
      409,
      'conflict',
      expect.stringMatching(/^The user behind the key is not a designated approver\. /),
    ]);
    expect(await read(send, pathOf(assignment))).toEqual(assignment);
    expect((await patch('in_progress')).body.status).toBe('in_progress');
  });

  it('returns 409 for a status of a complete assignment, and says what it must be', async () => {
    const assignment = await newAssignment();
    await complete(assignment);
    const { status, body } = await change(assignment, { status: 'waived' });
    expect([status, body.message]).toEqual([
      409,
      'A training assignment with the status complete does not change to waived. Its status must be assigned or in_progress or overdue or waived.',
    ]);
  });

  it('checks the reference before If-Match, and If-Match before the status', async () => {
    const assignment = await newAssignment();
    await complete(assignment);
    const stale = { 'If-Match': '"stale"' };
    const missing = { trainingModuleId: 'tm_missing' };
    expect(outcome(await change({ id: 'ta_missing' }, missing))).toEqual([404, 'not_found']);
    expect(outcome(await change(assignment, missing, stale))).toEqual([400, 'invalid_reference']);
    expect((await change(assignment, { dueDate: dayFromNow(5) }, stale)).status).toBe(412);
  });

  itRejectsBodies(send, 'PATCH', () => '/training-assignments/ta_missing', [
    ['a null due date', { dueDate: null }, 'dueDate'],
    ['a null module', { trainingModuleId: null }, 'trainingModuleId'],
    ['an unlisted user', { userId: 'usr_x' }, 'userId'],
    ['a status that no update sets', { status: 'complete' }, 'status'],
    ['a status that only the platform sets', { status: 'overdue' }, 'status'],
    ['unlisted notes', { notes: 'x' }, 'notes'],
  ]);
  itReturns404ForUnknownIds(send, 'ta', 'PATCH', (id) => `/training-assignments/${id}`, {});
  itHonorsIfMatch(send, 'PATCH', async () => ({
    path: pathOf(await newAssignment()),
    body: { dueDate: dayFromNow(40) },
  }));
});

describe('deleteTrainingAssignment', () => {
  it('returns 204 in any status; a second request returns 404', async () => {
    const completed = await newAssignment();
    await complete(completed);
    for (const assignment of [
      await newAssignment(),
      await newAssignment({ dueDate: dayFromNow(-1) }),
      completed,
    ]) {
      const remove = () => send('DELETE', pathOf(assignment));
      const reply = await remove();
      expect([reply.status, reply.text, (await remove()).status]).toEqual([204, '', 404]);
      expect((await send('GET', `${pathOf(assignment)}/facilities`)).status).toBe(404);
      expect(idsOf(await send('GET', '/training-assignments'))).not.toContain(assignment.id);
      expect((await operationsOf(send, 'training-assignment', assignment.id)).at(-1)).toBe('deleted');
    }
  });

  itReturns404ForUnknownIds(send, 'ta', 'DELETE', (id) => `/training-assignments/${id}`);
  itHonorsIfMatch(send, 'DELETE', async () => ({ path: pathOf(await newAssignment()) }));
});

describe('completeTrainingAssignment', () => {
  it('records the time, the user behind the key, the score and the certificate', async () => {
    const assignment = await newAssignment({ dueDate: dayFromNow(5) });
    const extra = { score: 92, certificateReference: 'LMS-2026-004831' };
    const { status, body } = await complete(assignment, extra);
    const { id, userId, trainingModuleId, dueDate } = assignment;
    const completion = { status: 'complete', completedAt: '2026-03-26T18:20:00.000Z', ...extra };
    expect([status, body]).toEqual([200, { id, userId, trainingModuleId, dueDate, ...completion }]);
    expect(await read(send, pathOf(assignment))).toEqual({
      ...assignment,
      ...completion,
      completedBy: me,
      updatedAt: expect.any(String),
    });
    expect(await operationsOf(send, 'training-assignment', id)).toEqual(['created', 'completed']);
  });

  it('returns 400 for a completion in the future, and allows five minutes for clocks that differ', async () => {
    const assignment = await newAssignment();
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    const late = await complete(assignment, { completedAt: inMinutes(6) });
    expect([outcome(late), faultyFields(late)]).toEqual([[400, 'validation_error'], ['completedAt']]);
    expect((await complete(assignment, { completedAt: inMinutes(4) })).status).toBe(200);
  });

  it('completes an overdue assignment and a waived one', async () => {
    for (const assignment of [await newAssignment({ dueDate: dayFromNow(-5) }), await waived()]) {
      expect((await complete(assignment)).status).toBe(200);
      expect((await read(send, pathOf(assignment))).status).toBe('complete');
    }
  });

  it('replaces the completion by a second request, with its score and certificate', async () => {
    const assignment = await newAssignment();
    await complete(assignment, { score: 10, certificateReference: 'wrong' });
    const { status, body } = await complete(assignment, { completedAt: '2026-03-27T00:00:00.5Z' });
    expect([status, body.completedAt]).toEqual([200, '2026-03-27T00:00:00.500Z']);
    const after = await read(send, pathOf(assignment));
    for (const each of [body, after]) {
      expect(each).not.toHaveProperty('score');
      expect(each).not.toHaveProperty('certificateReference');
    }
  });

  it('records 12 simultaneous completions one after the other, and keeps one of them', async () => {
    const assignment = await newAssignment();
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, score) => complete(assignment, { score })),
    );
    expect(replies.map(({ status, body }) => [status, body.score])).toEqual(
      Array.from({ length: 12 }, (_, score) => [200, score]),
    );
    const history = await operationsOf(send, 'training-assignment', assignment.id);
    expect(history).toEqual(['created', ...Array(12).fill('completed')]);
  });

  const at = '2026-03-26T18:20:00Z';
  itRejectsBodies(send, 'POST', () => '/training-assignments/ta_missing/complete', [
    ['no completedAt', {}, 'completedAt'],
    ['a null completedAt', { completedAt: null }, 'completedAt'],
    ['a day as completedAt', { completedAt: '2026-03-26' }, 'completedAt'],
    ['a time that does not exist', { completedAt: '2026-02-30T18:20:00Z' }, 'completedAt'],
    ['a score of 101', { completedAt: at, score: 101 }, 'score'],
    ['a negative score', { completedAt: at, score: -1 }, 'score'],
    ['a score as text', { completedAt: at, score: '92' }, 'score'],
    ['an empty certificate', { completedAt: at, certificateReference: '' }, 'certificateReference'],
    ['an unlisted field', { completedAt: at, completedBy: 'usr_x' }, 'completedBy'],
  ]);
  itReturns404ForUnknownIds(send, 'ta', 'POST', (id) => `/training-assignments/${id}/complete`, {
    completedAt: at,
  });
  itKeepsRetriesSafe(send, async () => {
    const assignment = await newAssignment();
    return {
      path: `${pathOf(assignment)}/complete`,
      body: { completedAt: at },
      other: { completedAt: at, score: 5 },
      count: async () => (await operationsOf(send, 'training-assignment', assignment.id)).length,
    };
  });
});

describe('getTrainingAssignmentFacilities', () => {
  it('returns no facilities for a new assignment', async () => {
    const path = `${pathOf(await newAssignment())}/facilities`;
    expect(await read(send, path)).toEqual({ data: [], total: 0 });
  });

  it('returns the facilities in the order of their addition, with their current names', async () => {
    const assignment = await newAssignment();
    const facility = await create(send, '/facilities', { name: 'Before' });
    await addFacilities(assignment, [facilities[2]!.id]);
    await addFacilities(assignment, [facility.id, facilities[0]!.id]);
    await send('PATCH', `/facilities/${facility.id}`, { body: { name: 'After' } });
    expect(await read(send, `${pathOf(assignment)}/facilities`)).toEqual({
      data: [facilities[2], { id: facility.id, name: 'After' }, facilities[0]],
      total: 3,
    });
  });

  it('still shows a facility that was deleted, with its last name, and changes no assignment', async () => {
    const assignments = [await newAssignment(), await newAssignment()];
    const { id } = await create(send, '/facilities', { name: unique('Before') });
    for (const each of assignments) await addFacilities(each, [id]);
    const name = unique('Sold');
    await send('PATCH', `/facilities/${id}`, { body: { name } });
    const before = await Promise.all(assignments.map(async (each) => (await send('GET', pathOf(each))).text));
    const { total } = await read(send, '/activity');
    expect((await send('DELETE', `/facilities/${id}`)).status).toBe(204);
    for (const [index, each] of assignments.entries()) {
      expect((await read(send, `${pathOf(each)}/facilities`)).data).toEqual([{ id, name }]);
      expect((await send('GET', pathOf(each))).text).toBe(before[index]);
    }
    expect((await send('GET', '/training-assignments/export')).text).toContain(name);
    expect((await read(send, '/activity')).total).toBe(total + 1);
  });

  itReturns404ForUnknownIds(send, 'ta', 'GET', (id) => `/training-assignments/${id}/facilities`);
  itReturns304(send, async () => {
    const assignment = await newAssignment();
    const path = `${pathOf(assignment)}/facilities`;
    return { path, change: () => addFacilities(assignment, [facilities[0]!.id]) };
  });
});

describe('addFacilitiesToAssignment', () => {
  it('returns all facilities in scope, which the assignment shows too', async () => {
    const assignment = await newAssignment();
    await addFacilities(assignment, [facilities[1]!.id]);
    const { status, body } = await addFacilities(assignment, [facilities[0]!.id, facilities[1]!.id]);
    expect([status, body]).toEqual([
      200,
      { trainingAssignmentId: assignment.id, facilities: [facilities[1], facilities[0]] },
    ]);
    expect((await read(send, pathOf(assignment))).facilities).toEqual(body.facilities);
    expect(await operationsOf(send, 'training-assignment', assignment.id)).toHaveLength(3);
  });

  it('adds a facility once when the request repeats it', async () => {
    const { id } = facilities[0]!;
    const { body } = await addFacilities(await newAssignment(), [id, id]);
    expect(body.facilities).toEqual([facilities[0]]);
  });

  it('adds none when one id is unknown', async () => {
    const assignment = await newAssignment();
    for (const missing of ['fac_missing', 'cc_x', '__proto__']) {
      const reply = await addFacilities(assignment, [facilities[0]!.id, missing]);
      expect(outcome(reply)).toEqual([400, 'invalid_reference']);
    }
    expect((await read(send, pathOf(assignment))).facilities).toEqual([]);
  });

  itRejectsBodies(send, 'POST', () => '/training-assignments/ta_missing/facilities', [
    ['no facilityIds', {}, 'facilityIds'],
    ['an empty list', { facilityIds: [] }, 'facilityIds'],
    ['501 ids', { facilityIds: Array(501).fill('fac_x') }, 'facilityIds'],
    ['a text', { facilityIds: 'fac_x' }, 'facilityIds'],
    ['a null id', { facilityIds: [null] }, undefined],
    ['an unlisted field', { facilityIds: ['fac_x'], replace: true }, 'replace'],
  ]);
  itReturns404ForUnknownIds(send, 'ta', 'POST', (id) => `/training-assignments/${id}/facilities`, {
    facilityIds: ['fac_missing'],
  });
  itKeepsRetriesSafe(send, async () => {
    const assignment = await newAssignment();
    return {
      path: `${pathOf(assignment)}/facilities`,
      body: { facilityIds: [facilities[0]!.id] },
      other: { facilityIds: [facilities[1]!.id] },
      count: async () => (await read(send, `${pathOf(assignment)}/facilities`)).total,
    };
  });
});

describe('removeFacilityFromAssignment', () => {
  async function inScope() {
    const assignment = await newAssignment();
    await addFacilities(assignment, [facilities[0]!.id, facilities[1]!.id]);
    const list = `${pathOf(assignment)}/facilities`;
    return { assignment, tagPath: list, path: `${list}/${facilities[0]!.id}` };
  }

  it('returns 204, and keeps the facility itself and the others in scope', async () => {
    const { assignment, path } = await inScope();
    const reply = await send('DELETE', path);
    expect([reply.status, reply.text, (await send('DELETE', path)).status]).toEqual([204, '', 404]);
    expect((await read(send, pathOf(assignment))).facilities).toEqual([facilities[1]]);
    expect((await send('GET', `/facilities/${facilities[0]!.id}`)).status).toBe(200);
    expect(await operationsOf(send, 'training-assignment', assignment.id)).toHaveLength(3);
  });

  it('returns 404 for a facility that exists and is not in scope', async () => {
    const { tagPath } = await inScope();
    const reply = await send('DELETE', `${tagPath}/${facilities[2]!.id}`);
    expect(outcome(reply)).toEqual([404, 'not_found']);
  });

  itReturns404ForUnknownIds(send, 'ta', 'DELETE', (id) => `/training-assignments/${id}/facilities/fac_x`);
  itHonorsIfMatch(send, 'DELETE', inScope);
});

describe('exportTrainingAssignments', () => {
  const COLUMNS =
    'id,userId,userName,trainingModuleId,trainingModuleTitle,cipStandard,status,' +
    'dueDate,completedAt,score,certificateReference,facilities,notes';
  const exported = (query: string, headers = {}) =>
    send('GET', `/training-assignments/export?${query}`, { headers });

  /** Creates a complete assignment with two facilities, and returns its row. */
  async function completeRow() {
    const module = await newModule({ cipStandard: 'CIP-004-7', title: unique('=Course, "7"') });
    const fields = { dueDate: dayFromNow(5), notes: '@home;-x', trainingModuleId: module.id };
    const assignment = await newAssignment(fields);
    await addFacilities(assignment, [facilities[1]!.id, facilities[0]!.id]);
    await complete(assignment, { score: 92, certificateReference: '+1' });
    return {
      id: assignment.id,
      userId: trainee,
      userName: (await read(send, `/users/${trainee}`)).name,
      trainingModuleId: module.id,
      trainingModuleTitle: module.title,
      cipStandard: 'CIP-004-7',
      status: 'complete',
      dueDate: fields.dueDate,
      completedAt: '2026-03-26T18:20:00.000Z',
      score: 92,
      certificateReference: '+1',
      facilities: [facilities[1], facilities[0]],
      notes: '@home;-x',
    };
  }

  it('returns JSON rows with names beside the ids, without regard to Accept', async () => {
    const row = await completeRow();
    const reply = await exported(`format=json&moduleId=${row.trainingModuleId}`, { Accept: 'text/csv' });
    expect([reply.status, reply.body]).toEqual([200, [row]]);
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename=".+\.json"/);
  });

  it('takes the standard from the module, also for an assignment of the demo data', async () => {
    const [assignment] = (await read(send, '/training-assignments?status=in_progress')).data;
    const { id } = await newModule();
    await send('PATCH', pathOf(assignment), { body: { trainingModuleId: id } });
    const { body } = await exported(`format=json&moduleId=${id}`);
    expect(body).toEqual([expect.objectContaining({ id: assignment.id, trainingModuleId: id })]);
    expect(body[0]).not.toHaveProperty('cipStandard');
  });

  it('returns CSV by default, quoted and with neutralized formulas, without regard to Accept', async () => {
    const row = await completeRow();
    const query = `moduleId=${row.trainingModuleId}`;
    const reply = await exported(query, { Accept: 'application/json' });
    expect(reply.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(reply.headers.get('content-disposition')).toMatch(/^attachment; filename=".+\.csv"/);
    expect(reply.text).toMatch(QUOTED_CSV);
    expect(reply.text).toBe((await exported(`${query}&format=csv`)).text);
    const [header, cells, ...others] = parse(reply.text);
    expect([header, others]).toEqual([COLUMNS.split(','), []]);
    expect(cells).toEqual([
      row.id,
      trainee,
      row.userName,
      row.trainingModuleId,
      `'${row.trainingModuleTitle}`,
      'CIP-004-7',
      'complete',
      row.dueDate,
      row.completedAt,
      '92',
      "'+1",
      expect.stringMatching(new RegExp(`^${facilities[1]!.name}; ?${facilities[0]!.name}$`)),
      "'@home;'-x",
    ]);
  });

  it('leaves the cells of absent fields empty', async () => {
    const assignment = await newAssignment();
    const { text } = await exported(`moduleId=${assignment.trainingModuleId}`);
    expect(parse(text, { columns: true })[0]).toMatchObject({
      cipStandard: '',
      dueDate: '',
      completedAt: '',
      score: '',
      facilities: '',
      notes: '',
    });
  });

  it('returns the assignments that match all filters, in order of creation', async () => {
    // A sandbox of its own: rows of deleted modules have a test of their own below.
    const fresh = await startSandbox();
    try {
      for (const query of ['', 'status=overdue&', 'status=complete&']) {
        const rows = await read(fresh.client, `/training-assignments/export?${query}format=json`);
        const { data } = await read(fresh.client, `/training-assignments?${query.replace('&', '')}`);
        const pick = ({ id, status }: { id: string; status: string }) => [id, status];
        expect(rows.length).toBeGreaterThan(0);
        expect(rows.map(pick)).toEqual(data.map(pick));
      }
    } finally {
      await fresh.close();
    }
  });

  it.each(['csv', 'json'])('shows the last title of a deleted module in %s', async (format) => {
    const assignment = await newAssignment();
    await complete(assignment);
    const path = `/training-modules/${assignment.trainingModuleId}`;
    const { title } = (await send('GET', path)).body;
    await send('DELETE', path);
    const query = `moduleId=${assignment.trainingModuleId}&format=${format}`;
    const { status, text } = await exported(query);
    expect(status).toBe(200);
    const rows = format === 'csv' ? parse(text, { columns: true }) : JSON.parse(text);
    expect(rows).toEqual([expect.objectContaining({ id: assignment.id, trainingModuleTitle: title })]);
  });

  it('returns a file without rows when nothing matches', async () => {
    const query = 'moduleId=tm_missing';
    expect(parse((await exported(query)).text)).toEqual([COLUMNS.split(',')]);
    expect((await exported(`${query}&format=json`)).body).toEqual([]);
  });

  it.each(['format=xlsx', 'status=done', 'moduleId=x', 'userId=usr_x'])(
    'returns 400 for ?%s',
    async (query) => {
      expect(outcome(await exported(query))).toEqual([400, 'validation_error']);
    },
  );
});
