// Tests rules that descriptions of planned operations state in passing: one test for each sentence.
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { create, createDocument, createUser, outcome, read, unique, uploadFile } from '../../support/world';
import { type TestWorld, control, createPerson, createWorld } from '../../support/worlds';

/* eslint-disable @typescript-eslint/no-explicit-any -- each test asserts the shape */

const NOW = '2026-04-20T08:00:00Z';

let sandbox: Sandbox;
let world: TestWorld;
beforeAll(async () => {
  sandbox = await startSandbox();
  world = await createWorld(sandbox, { now: NOW });
});
afterAll(() => sandbox.close());

const send = (method: string, path: string, body?: unknown, headers = {}) =>
  world.client(method, path, { headers, ...(body === undefined ? {} : { body }) });

const newAssignment = async (fields: object = {}): Promise<any> => {
  const { id: userId } = await createUser(world.client);
  const { id: trainingModuleId } = await create(world.client, '/training-modules', {
    title: unique('Module'),
  });
  return create(world.client, '/training-assignments', { userId, trainingModuleId, ...fields });
};

describe('updateTrainingAssignment', () => {
  it.each([
    ['contributor', 409],
    ['compliance_manager', 200],
  ])('lets an approver alone waive a training: a %s gets %i', async (role, expected) => {
    const { id } = await newAssignment();
    const { client } = await createPerson(sandbox, role, world);
    const { status, body } = await client('PATCH', `/training-assignments/${id}`, {
      body: { status: 'waived' },
    });
    expect([status, body.error ?? body.status]).toEqual([expected, expected === 409 ? 'conflict' : 'waived']);
  });
});

describe('completeTrainingAssignment', () => {
  it.each(['assigned', 'in_progress'])('completes an assignment that is %s', async (from) => {
    const { id } = await newAssignment();
    const path = `/training-assignments/${id}`;
    if (from === 'in_progress') await send('PATCH', path, { status: from });
    expect((await read(world.client, path)).status).toBe(from);
    const { status, body } = await send('POST', `${path}/complete`, { completedAt: NOW });
    expect([status, body.status]).toEqual([200, 'complete']);
  });
});

describe('exportTrainingAssignments', () => {
  it('keeps the name of a deleted user', async () => {
    const { userId, trainingModuleId } = await newAssignment();
    await send('DELETE', `/users/${userId}`);
    const path = `/training-assignments/export?format=json&moduleId=${trainingModuleId}`;
    expect(await read(world.client, path)).toEqual([
      expect.objectContaining({ userId, userName: expect.stringMatching(/./) }),
    ]);
  });
});

describe('a recurring task', () => {
  const fields = { title: 'Evaluate patches', dueDate: '2026-05-01', recurrence: 'every_35_days' };

  it('returns 412 to the tag that it had before one of its instances changed', async () => {
    const { id } = await create(world.client, '/tasks', fields);
    const tag = (await send('GET', `/tasks/${id}`)).headers.get('etag')!;
    await send('PUT', `/tasks/${id}/2026-06-05`, { status: 'in_progress' });
    const body = { ...fields, status: 'open' };
    const reply = await send('PUT', `/tasks/${id}`, body, { 'If-Match': tag });
    expect(outcome(reply)).toEqual([412, 'precondition_failed']);
  });

  it('keeps its schedule and its other instances when one of them changes', async () => {
    const before = await create(world.client, '/tasks', fields);
    await send('PUT', `/tasks/${before.id}/2026-06-05`, { status: 'complete', notes: 'Early' });
    const after = await read(world.client, `/tasks/${before.id}`);
    const next = (task: any) => task.instances.filter(({ dueDate }: any) => dueDate !== '2026-06-05');
    expect(next(after).slice(0, 3)).toEqual(next(before).slice(0, 3));
    const { title, dueDate, recurrence, status, nextDueDate } = after;
    expect({ title, dueDate, recurrence, status, nextDueDate }).toEqual({
      ...fields,
      ...{ status: 'open', nextDueDate: '2026-05-01' },
    });
  });
});

describe('an approved policy document', () => {
  it('keeps the order of its sections and its files: both changes return 409', async () => {
    const file = await uploadFile(world.client);
    await control(sandbox, 'PATCH', `/${world.id}`, { advance: 'PT2S' });
    const path = '/policy-documents/create-from-processed';
    const { id } = await create(world.client, path, { fileId: file.id, title: unique('Plan') });
    const { sections } = await read(world.client, `/policy-documents/${id}/with-sections`);
    for (const step of ['submit', 'approve']) await send('POST', `/policy-documents/${id}/${step}`);
    const sectionIds = sections.map((section: any) => section.id).reverse();
    const reordered = await send('PATCH', `/policy-documents/${id}/sections/reorder`, { sectionIds });
    const attached = await send('PATCH', `/policy-documents/${id}/assets`, { attachFileIds: [file.id] });
    expect([outcome(reordered), outcome(attached)]).toEqual([
      [409, 'conflict'],
      [409, 'conflict'],
    ]);
    expect((await read(world.client, `/policy-documents/${id}/with-sections`)).sections).toEqual(sections);
  });

  it('is approved by a compliance_manager, and by no contributor', async () => {
    const { id } = await createDocument(world.client);
    await send('POST', `/policy-documents/${id}/submit`);
    const statuses: number[] = [];
    for (const role of ['contributor', 'auditor', 'compliance_manager']) {
      const { client } = await createPerson(sandbox, role, world);
      statuses.push((await client('POST', `/policy-documents/${id}/approve`)).status);
    }
    expect(statuses).toEqual([409, 409, 200]);
  });
});

describe('checkAccess', () => {
  it.each([
    ['contributor', false],
    ['organization_admin', true],
  ])('answers for the role alone when the id names no record: %s', async (role, allowed) => {
    const { client } = await createPerson(sandbox, role, world);
    const query = 'permission=facilities:write&resourceType=facility&resourceId=fac_none';
    expect((await read(client, `/users/me/check-access?${query}`)).allowed).toBe(allowed);
  });
});

describe('createUser', () => {
  it('gives the account the permissions of its role at once, and no other', async () => {
    const { client } = await createPerson(sandbox, 'contributor', world);
    const statuses = [
      await client('GET', '/facilities'),
      await client('POST', '/tasks', { body: { title: unique('Task') } }),
      await client('POST', '/facilities', { body: { name: unique('Facility') } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([200, 201, 403]);
  });
});

describe('deleteUser', () => {
  it('keeps the id in tasks and in the log', async () => {
    const { id, client } = await createPerson(sandbox, 'contributor', world);
    const task = await create(client, '/tasks', { title: unique('Task'), assigneeId: id });
    await send('DELETE', `/users/${id}`);
    expect((await read(world.client, `/tasks/${task.id}`)).assigneeId).toBe(id);
    const { data } = await read(world.client, `/activity?actorId=${id}`);
    expect(data.map(({ resourceId }: any) => resourceId)).toEqual([task.id, id]);
    const history = await read(world.client, `/activity/by-resource-type/user/${id}`);
    expect(history.data.map(({ operation }: any) => operation)).toEqual(['created', 'signed_in', 'deleted']);
  });
});

describe('an invitation after its expiresAt', () => {
  it('stays pending in the list, is not valid, and is valid again after a resend', async () => {
    const late = await createWorld(sandbox, { from: 'empty', now: NOW });
    const body = { email: 'late@cedar-valley.example', role: 'auditor' };
    const { id, token } = await create(late.client, '/invitations', body);
    await control(sandbox, 'PATCH', `/${late.id}`, { advance: 'P14D' });
    const validity = (of: string) => read(late.client, `/invitations/validate?token=${of}`);
    const { data } = await read(late.client, '/invitations?status=pending');
    expect(data).toEqual([expect.objectContaining({ id, status: 'pending' })]);
    expect(await validity(token)).toEqual({ valid: false });
    expect(await validity('x'.repeat(24))).toEqual({ valid: false });
    const again = await late.client('POST', `/invitations/${id}/resend`);
    expect((await validity(again.body.token)).valid).toBe(true);
    expect(await validity(token)).toEqual({ valid: false });
  });
});

describe('listActivityLogs', () => {
  it('shows the address and the User-Agent of a planned request, and neither of a change by time', async () => {
    const headers = { 'User-Agent': 'work-orders/1.0' };
    await send('POST', '/tasks', { title: unique('Task') }, headers);
    const [entry] = (await read(world.client, '/activity?limit=1')).data;
    expect([entry.sourceAddress, entry.userAgent]).toEqual(['127.0.0.1', 'work-orders/1.0']);
    const [passed] = (await read(world.client, '/activity?limit=1&actorId=system')).data;
    expect([passed.requestId, passed.sourceAddress, passed.userAgent]).toEqual([null, null, null]);
  });
});

describe('If-Match and If-None-Match', () => {
  it('need the quotes of a tag in If-Match, and match no version without them in If-None-Match', async () => {
    const { id } = await create(world.client, '/facilities', { name: unique('Facility') });
    const path = `/training-modules/${(await newAssignment()).trainingModuleId}`;
    const bare = async (of: string) => (await send('GET', of)).headers.get('etag')!.replaceAll('"', '');
    const held = await send('GET', path, undefined, { 'If-None-Match': await bare(path) });
    const name = { name: unique('Facility') };
    const changed = await send('PATCH', `/facilities/${id}`, name, { 'If-Match': '"other"' });
    const module = await send('PATCH', path, { title: 'New' }, { 'If-Match': await bare(path) });
    expect([held.status, changed.status, module.status]).toEqual([200, 412, 400]);
  });
});
