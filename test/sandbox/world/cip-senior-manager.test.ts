// Tests that the sandbox keeps designations of the CIP Senior Manager as the contract says.
import type { Client } from '../../support/client';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import {
  atOnce,
  countStatuses,
  create,
  createUser,
  expectNotFound,
  expectNotModified,
  expectSafeRetries,
  expectTagToMove,
  historyOf,
  operationsOf,
  outcome,
  read,
} from '../../support/world';

const PATH = '/cip-senior-manager-assignments';
const DAY = 24 * 60 * 60 * 1000;
const addDays = (date: string, days: number) =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10);
const today = () => new Date().toISOString().slice(0, 10);

let sandbox: Sandbox;
let client: Client;
/** Starts from the demo data, because a designation in the future ends the use of earlier dates. */
async function startAgain() {
  await sandbox?.close();
  sandbox = await startSandbox();
  client = sandbox.client;
}
beforeAll(startAgain);
afterAll(() => sandbox.close());

const current = () => read(client, `${PATH}/current`);
const post = (body: unknown) => client('POST', PATH, { body });
const patch = (id: string, body: unknown, headers: Record<string, string> = {}) =>
  client('PATCH', `${PATH}/${id}`, { body, headers });
/** Returns an assignment: the empty change returns the whole record. */
const assignment = async (id: string) => (await patch(id, {})).body;
const designate = async (effectiveDate: string, fields: object = {}) =>
  create(client, PATH, { userId: (await createUser(client)).id, effectiveDate, ...fields });
/** Designates a new user, effective some days after the current assignment, but not in the future. */
const succeed = async (days = 4, fields: object = {}) =>
  designate(addDays((await current()).effectiveDate, days), fields);

describe('getCurrentCipSeniorManager', () => {
  it('returns the assignment in effect today', async () => {
    const created = await succeed();
    expect(await current()).toEqual(created);
  });
  it('returns 304 until a user is designated or the assignment is corrected', async () => {
    await expectNotModified(client, `${PATH}/current`);
    await expectTagToMove(client, `${PATH}/current`, succeed);
    const { id } = await current();
    await expectTagToMove(client, `${PATH}/current`, () => patch(id, { notes: 'Letter 7' }));
  });
});

describe('createCipSeniorManagerAssignment', () => {
  it('replaces the current assignment, which ends on the day before and remains', async () => {
    const previous = await current();
    const user = await createUser(client);
    const effectiveDate = addDays(previous.effectiveDate, 4);
    const reply = await post({ userId: user.id, effectiveDate, notes: 'Resolution 9' });
    expect(reply.status).toBe(201);
    const { id, createdAt, updatedAt, ...rest } = reply.body;
    expect(rest).toEqual({ userId: user.id, effectiveDate, endDate: null, notes: 'Resolution 9' });
    expect([updatedAt, Math.abs(Date.parse(createdAt) - Date.now()) < 5000]).toEqual([createdAt, true]);
    const ended = await assignment(previous.id);
    expect(ended).toEqual({ ...previous, endDate: addDays(effectiveDate, -1), updatedAt: ended.updatedAt });
    expect(ended.updatedAt > previous.updatedAt).toBe(true);
    const now = await client('GET', `${PATH}/current`);
    expect([now.body.id, now.headers.get('etag')]).toEqual([id, reply.headers.get('etag')]);
  });
  it('has notes null when none were given', async () => {
    expect((await succeed()).notes).toBeNull();
  });
  it('logs the new assignment, and the end of the previous one', async () => {
    const previous = await current();
    const { id, effectiveDate } = await succeed();
    expect(await operationsOf(client, 'cip-senior-manager-assignment', id)).toEqual(['created']);
    const last = (await historyOf(client, 'cip-senior-manager-assignment', previous.id)).at(-1);
    expect([last.operation, last.changes]).toEqual([
      'updated',
      [{ field: 'endDate', before: null, after: addDays(effectiveDate, -1) }],
    ]);
  });
  it('lets a previous assignment last one day', async () => {
    const previous = await current();
    await succeed(1);
    expect((await assignment(previous.id)).endDate).toBe(previous.effectiveDate);
  });
  it('returns 409 for the user who is already designated', async () => {
    const { userId, effectiveDate } = await current();
    const reply = await post({ userId, effectiveDate: addDays(effectiveDate, 4) });
    expect(outcome(reply)).toEqual([409, 'conflict']);
  });
  it('designates an earlier manager again', async () => {
    const { userId } = await current();
    await succeed();
    expect((await succeed(4, { userId })).userId).toBe(userId);
  });
  it('returns 409 for an effective date that is not after that of the current assignment', async () => {
    const before = await current();
    const userId = (await createUser(client)).id;
    for (const days of [0, -1, -4000])
      expect(outcome(await post({ userId, effectiveDate: addDays(before.effectiveDate, days) }))).toEqual([
        409,
        'conflict',
      ]);
    expect(await current()).toEqual(before);
  });
  it('returns 400 invalid_reference for an unknown or deleted user, before 409', async () => {
    const { id } = await createUser(client);
    await client('DELETE', `/users/${id}`);
    for (const userId of [id, 'usr_01kk0000000000000000000000', 'constructor'])
      expect(outcome(await post({ userId, effectiveDate: '2000-01-01' }))).toEqual([
        400,
        'invalid_reference',
        'userId',
      ]);
  });
  it.each([
    [{ effectiveDate: '2026-06-01' }, 'userId'],
    [{ userId: 'usr_x' }, 'effectiveDate'],
    [{ userId: 'usr_x', effectiveDate: '2026-02-29' }, 'effectiveDate'],
    [{ userId: 'usr_x', effectiveDate: '2026-06-01T00:00:00Z' }, 'effectiveDate'],
    [{ userId: 'usr_x', effectiveDate: '2026-06-01', notes: null }, 'notes'],
    [{ userId: 'usr_x', effectiveDate: '2026-06-01', notes: '' }, 'notes'],
    [{ userId: 'usr_x', effectiveDate: '2026-06-01', endDate: '2026-07-01' }, 'endDate'],
  ])('returns 400 validation_error for %j', async (body, field) => {
    expect(outcome(await post(body))).toEqual([400, 'validation_error', field]);
  });
  it('leaves tasks with the previous manager', async () => {
    const { userId } = await succeed();
    const task = await create(client, '/tasks', { title: 'Approve policies', assigneeId: userId });
    await succeed();
    expect((await read(client, `/tasks/${task.id}`)).assigneeId).toBe(userId);
  });
  it('returns the first response again for the same Idempotency-Key', async () => {
    const effectiveDate = addDays((await current()).effectiveDate, 4);
    const body = { userId: (await createUser(client)).id, effectiveDate };
    await expectSafeRetries(client, PATH, body, { ...body, notes: 'x' });
  });
  it('returns 201 once for 12 simultaneous requests with one date, and 409 to the others', async () => {
    const effectiveDate = addDays((await current()).effectiveDate, 4);
    const users = await Promise.all(Array.from({ length: 12 }, () => createUser(client)));
    const replies = await atOnce(12, (index) => post({ userId: users[index].id, effectiveDate }));
    expect(countStatuses(replies)).toEqual({ 201: 1, 409: 11 });
  });
});

describe('updateCipSeniorManagerAssignment', () => {
  it('corrects the date, and moves the end of the previous assignment with it', async () => {
    const previous = await succeed();
    const created = await succeed(10);
    for (const days of [3, 12, 1]) {
      const effectiveDate = addDays(previous.effectiveDate, days);
      const { status, body } = await patch(created.id, { effectiveDate });
      expect([status, body]).toEqual([200, { ...created, effectiveDate, updatedAt: body.updatedAt }]);
      expect((await assignment(previous.id)).endDate).toBe(addDays(effectiveDate, -1));
    }
    const entry = (await historyOf(client, 'cip-senior-manager-assignment', created.id))[1];
    expect(entry).toMatchObject({ operation: 'updated', changes: [{ field: 'effectiveDate' }] });
    const ends = await operationsOf(client, 'cip-senior-manager-assignment', previous.id);
    expect(ends).toEqual(['created', 'updated', 'updated', 'updated', 'updated']);
  });
  it('corrects and removes the notes, and leaves the previous assignment unchanged', async () => {
    const previous = await succeed();
    const created = await succeed(4, { notes: 'Letter 1' });
    const before = await assignment(previous.id);
    expect((await patch(created.id, { notes: 'Letter 2' })).body).toMatchObject({
      ...created,
      notes: 'Letter 2',
      updatedAt: expect.any(String),
    });
    expect((await patch(created.id, { notes: null })).body.notes).toBeNull();
    expect(await assignment(previous.id)).toEqual(before);
  });
  it('changes nothing for an empty object, and logs nothing', async () => {
    const created = await succeed();
    expect((await patch(created.id, {})).body).toEqual(created);
    expect(await operationsOf(client, 'cip-senior-manager-assignment', created.id)).toEqual(['created']);
  });
  it('returns 409 for a date that is not between those of the previous and the next assignment', async () => {
    const first = await succeed();
    const middle = await succeed();
    const last = await succeed();
    for (const effectiveDate of [
      addDays(first.effectiveDate, -1),
      first.effectiveDate,
      last.effectiveDate,
      addDays(last.effectiveDate, 1),
    ])
      expect(outcome(await patch(middle.id, { effectiveDate }))).toEqual([409, 'conflict']);
    for (const effectiveDate of [addDays(first.effectiveDate, 1), addDays(last.effectiveDate, -1)])
      expect((await patch(middle.id, { effectiveDate })).body).toMatchObject({
        effectiveDate,
        endDate: addDays(last.effectiveDate, -1),
      });
    expect(outcome(await patch(last.id, { effectiveDate: addDays(last.effectiveDate, -1) }))[0]).toBe(409);
  });
  it.each([
    [{ userId: 'usr_x' }, 'userId'],
    [{ endDate: '2026-01-01' }, 'endDate'],
    [{ effectiveDate: null }, 'effectiveDate'],
    [{ effectiveDate: 'tomorrow' }, 'effectiveDate'],
    [{ notes: '' }, 'notes'],
  ])('returns 400 validation_error for %j', async (body, field) => {
    const { id } = await current();
    expect(outcome(await patch(id, body))).toEqual([400, 'validation_error', field]);
  });
  it('returns 404 for an unknown id', () =>
    expectNotFound(client, 'csm', 'PATCH', (id) => `${PATH}/${id}`, { notes: 'x' }));
  it('returns 412 for a stale If-Match, and 200 for the tag of the current assignment', async () => {
    const { id } = await current();
    const stale = (await client('GET', `${PATH}/current`)).headers.get('etag')!;
    const changed = await patch(id, { notes: 'One' }, { 'If-Match': stale });
    expect(changed.status).toBe(200);
    expect(outcome(await patch(id, { notes: 'Two' }, { 'If-Match': stale }))).toEqual([
      412,
      'precondition_failed',
    ]);
    const tag = (await client('GET', `${PATH}/current`)).headers.get('etag')!;
    expect(changed.headers.get('etag')).toBe(tag);
    expect((await patch(id, { notes: 'Two' }, { 'If-Match': tag })).status).toBe(200);
  });
  it('takes the tag of the last response for an assignment that is not current', async () => {
    const { id } = await current();
    const stale = (await client('GET', `${PATH}/current`)).headers.get('etag')!;
    await succeed();
    expect(outcome(await patch(id, { notes: 'Ended' }, { 'If-Match': stale }))[0]).toBe(412);
    const tag = (await patch(id, { notes: 'Ended' })).headers.get('etag')!;
    expect((await patch(id, { notes: 'Retired' }, { 'If-Match': tag })).status).toBe(200);
    expect((await patch(id, { notes: 'Again' }, { 'If-Match': tag })).status).toBe(412);
  });
  it('checks the body, the path, If-Match and dates in this order', async () => {
    const { id } = await current();
    const stale = { 'If-Match': '"stale"' };
    const body = { effectiveDate: '1990-01-01' };
    await succeed();
    const first = await current();
    expect(outcome(await patch('csm_none', { ...body, x: 1 }, stale))[0]).toBe(400);
    expect(outcome(await patch('csm_none', body, stale))[0]).toBe(404);
    expect(outcome(await patch(first.id, body, stale))[0]).toBe(412);
    expect(outcome(await patch(first.id, body))[0]).toBe(409);
    expect((await assignment(id)).endDate).toBe(addDays(first.effectiveDate, -1));
  });
});

describe('designations in the future', () => {
  beforeEach(startAgain);

  it('leave the current assignment in force until the day before', async () => {
    const before = await current();
    const { effectiveDate } = await designate(addDays(today(), 30));
    expect(await current()).toEqual({
      ...before,
      endDate: addDays(effectiveDate, -1),
      updatedAt: expect.any(String),
    });
  });
  it('are replaced by a later one only: createCipSeniorManagerAssignment returns 409 for an earlier date', async () => {
    const present = await current();
    const scheduled = await designate(addDays(today(), 30));
    const userId = (await createUser(client)).id;
    for (const days of [1, 29, 30])
      expect(outcome(await post({ userId, effectiveDate: addDays(today(), days) }))).toEqual([
        409,
        'conflict',
      ]);
    const later = await designate(addDays(today(), 40));
    expect((await assignment(scheduled.id)).endDate).toBe(addDays(later.effectiveDate, -1));
    expect((await current()).id).toBe(present.id);
    expect((await current()).endDate).toBe(addDays(scheduled.effectiveDate, -1));
  });
  it('name another user than the one in force', async () => {
    const { userId } = await current();
    await designate(addDays(today(), 30));
    expect(outcome(await post({ userId, effectiveDate: addDays(today(), 40) }))).toEqual([409, 'conflict']);
  });
  it('come into force at once when their date is corrected to today', async () => {
    const scheduled = await designate(addDays(today(), 30));
    await patch(scheduled.id, { effectiveDate: today() });
    expect((await current()).id).toBe(scheduled.id);
  });
  it('make the previous assignment current again when the date of the current one moves to tomorrow', async () => {
    const previous = await current();
    const { id } = await succeed();
    await patch(id, { effectiveDate: addDays(today(), 1) });
    expect(await current()).toMatchObject({ id: previous.id, endDate: today() });
  });
  it('leave no assignment in effect: getCurrentCipSeniorManager returns 404, and a first one can follow', async () => {
    const { id } = await current();
    expect((await patch(id, { effectiveDate: addDays(today(), 5) })).status).toBe(200);
    expect(outcome(await client('GET', `${PATH}/current`))).toEqual([404, 'not_found']);
    await patch(id, { effectiveDate: today() });
    expect((await current()).id).toBe(id);
  });
});
