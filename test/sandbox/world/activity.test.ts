// Tests that the activity log of the sandbox contains planned and available changes, as the contract says.
import type { Client, Reply } from '../../support/client';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import {
  create,
  createDocument,
  createFacility,
  createTask,
  createUser,
  everyRow,
  expectNotFound,
  expectNotModified,
  expectTagToMove,
  formWith,
  historyOf,
  outcome,
  read,
  unique,
  uniqueEmail,
  uploadFile,
} from '../../support/world';

let sandbox: Sandbox;
let client: Client;
beforeAll(async () => {
  sandbox = await startSandbox();
  client = sandbox.client;
});
afterAll(() => sandbox.close());

const DAY = 24 * 60 * 60 * 1000;
const day = (days = 0) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);
const total = async () => (await read(client, '/activity?limit=1')).total;
/** Returns the entries that a change adds to the log, newest first. */
async function entriesOf(change: () => Promise<unknown>) {
  const before = await total();
  await change();
  const added = (await total()) - before;
  return added === 0 ? [] : (await read(client, `/activity?limit=${added}`)).data;
}
const kinds = (entries: { operation: string; resourceType: string }[]) =>
  entries.map(({ operation, resourceType }) => `${operation} ${resourceType}`);
async function createAsset() {
  const [system] = await read(client, '/cyber-systems');
  const body = { name: unique('RTU'), asset_type: 'hardware', cyber_system_id: system.id };
  return client('POST', '/cyber-assets', { body });
}

describe('listActivityLogs', () => {
  it('returns the newest entry first', async () => {
    const first = await createTask(client);
    const second = await createFacility(client);
    const { data } = await read(client, '/activity?limit=2');
    expect(data.map(({ resourceId }: { resourceId: string }) => resourceId)).toEqual([second.id, first.id]);
    const all = await everyRow(client, '/activity', 200);
    const times = all.map(({ occurredAt }) => occurredAt);
    expect(times.slice(0, 2)).toEqual(times.slice(0, 2).sort().reverse());
  });
  it('contains planned and available changes with the same actor, and the id of the request', async () => {
    const available = await createAsset();
    const planned = await client('POST', '/tasks', { body: { title: 'x' } });
    const { data } = await read(client, '/activity?limit=2');
    expect(data.map(({ requestId }: { requestId: string }) => requestId)).toEqual(
      [planned, available].map(({ headers }: Reply) => headers.get('x-request-id')),
    );
    const { id } = await read(client, '/users/me');
    for (const { actorType, actorId } of data) expect([actorType, actorId]).toEqual(['user', id]);
  });
  it('has one entry for each record that changed, and none for a rejection, a read or a drill', async () => {
    const user = await createUser(client);
    const document = await createDocument(client);
    const draft = await createDocument(client);
    const facility = await createFacility(client);
    const task = { title: 'Bulk' };
    for (const [send, expected] of [
      [
        () => client('POST', '/tasks/bulk', { body: { tasks: [task, task, task] } }),
        Array(3).fill('created task'),
      ],
      [
        () => client('PATCH', `/facilities/${facility.id}`, { body: { name: unique('F') } }),
        ['updated facility'],
      ],
      [() => client('DELETE', `/facilities/${facility.id}`), ['deleted facility']],
      [() => client('PATCH', `/users/${user.id}`, { body: { role: 'auditor' } }), ['role_updated user']],
      [() => client('POST', `/policy-documents/${document.id}/submit`), ['submitted policy-document']],
      [() => client('POST', `/policy-documents/${document.id}/approve`), ['approved policy-document']],
      [
        () => client('POST', `/policy-documents/${document.id}/log-pdf-export`),
        ['pdf_exported policy-document'],
      ],
      [() => client('POST', `/policy-documents/${document.id}/revert`), ['reverted policy-document']],
      [() => client('DELETE', `/policy-documents/${draft.id}`), ['deleted policy-document']],
      [() => client('DELETE', `/policy-documents/${document.id}`), []],
      [() => client('PATCH', `/users/${user.id}`, { body: {} }), []],
      [() => client('PATCH', `/users/${user.id}`, { body: { role: 'x' } }), []],
      [() => client('POST', '/tasks', { body: { title: 'x', assigneeId: 'usr_none' } }), []],
      [() => client('POST', '/tasks', { body: { title: 'x' }, headers: { Prefer: 'code=201' } }), []],
      [() => client('POST', '/tasks', { body: { title: 'x' }, headers: { Prefer: 'dynamic=true' } }), []],
      [() => client('GET', '/tasks'), []],
    ] as const)
      expect(kinds(await entriesOf(send))).toEqual(expected);
  });
  it('has one entry for each row of an import', async () => {
    const [system] = await read(client, '/cyber-systems');
    const rows = Array.from({ length: 5 }, () => `${unique('Import')},hardware`).join('\n');
    const body = formWith('a.csv', 'text/csv', `name,asset_type\n${rows}\n`);
    const path = `/cyber-systems/${system.id}/cyber-assets/import`;
    const entries = await entriesOf(() => client('POST', path, { body }));
    expect(entries.map((entry: { resourceType: string }) => entry.resourceType)).toEqual(
      Array(5).fill('cyber-asset'),
    );
  });
  it('has one entry for a request that is repeated with its Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': unique('key') };
    const send = () => client('POST', '/tasks', { body: { title: 'Once' }, headers });
    expect(kinds(await entriesOf(async () => [await send(), await send()]))).toEqual(['created task']);
  });
  it('selects entries by day, and returns 400 for a from after to', async () => {
    const task = await createTask(client);
    for (const [query, contains] of [
      [`from=${day()}&to=${day()}`, true],
      [`from=${day(-1)}`, true],
      [`to=${day()}`, true],
      [`to=${day(-1)}`, false],
      ['to=9999-12-31', true],
    ] as const) {
      const rows = await everyRow(client, `/activity?${query}`, 200);
      expect(rows.some(({ resourceId }) => resourceId === task.id)).toBe(contains);
      const [from, to] = ['from', 'to'].map((name) => new URLSearchParams(query).get(name));
      const days = rows.map(({ occurredAt }) => occurredAt.slice(0, 10));
      expect(days.filter((one) => (from && one < from) || (to && one > to))).toEqual([]);
    }
    expect(await read(client, `/activity?from=${day(1)}`)).toEqual({ data: [], total: 0 });
    const reply = await client('GET', `/activity?from=${day()}&to=${day(-1)}`);
    expect(outcome(reply).slice(0, 2)).toEqual([400, 'validation_error']);
  });
  it('selects entries by actor and by kind, and combines filters', async () => {
    const task = await createTask(client);
    const [{ actorId }] = await historyOf(client, 'task', task.id);
    const mine = await everyRow(client, `/activity?actorId=${actorId}`, 200);
    expect(new Set(mine.map((row) => row.actorId))).toEqual(new Set([actorId]));
    const tasks = await everyRow(client, `/activity?resourceType=task&actorId=${actorId}`, 200);
    expect(tasks).toEqual(mine.filter(({ resourceType }) => resourceType === 'task'));
    expect(tasks[0].resourceId).toBe(task.id);
    const page = await read(client, `/activity?resourceType=task&actorId=${actorId}&from=${day(1)}`);
    expect(page).toEqual({ data: [], total: 0 });
    for (const nothing of [
      'actorId=usr_none',
      'actorId=%27%20OR%201%3D1',
      `actorId=${actorId.toUpperCase()}`,
    ])
      expect(await read(client, `/activity?${nothing}`)).toEqual({ data: [], total: 0 });
  });
  it('returns 400 for a malformed day, an unknown kind and an unknown parameter', async () => {
    for (const [query, field] of [
      ['from=yesterday', 'from'],
      ['to=2026-02-30', 'to'],
      ['resourceType=policy_document', 'resourceType'],
      ['actorId=', 'actorId'],
      ['operation=created', 'operation'],
    ])
      expect(outcome(await client('GET', `/activity?${query}`))).toEqual([400, 'validation_error', field]);
  });
  it('pages to the end without repeating an entry', async () => {
    const first = await read(client, '/activity?limit=1');
    expect([first.data.length, typeof first.nextCursor]).toEqual([1, 'string']);
    const rows = await everyRow(client, '/activity', 97);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(first.total);
    expect(rows).toHaveLength(first.total);
    expect((await read(client, '/activity')).data).toHaveLength(Math.min(50, first.total));
  });
  it('repeats no entry when entries are added between pages', async () => {
    const [newest, next] = (await read(client, '/activity?limit=2')).data;
    const { data, nextCursor } = await read(client, '/activity?limit=1');
    expect(data).toEqual([newest]);
    await createTask(client);
    const page = await read(client, `/activity?limit=1&cursor=${encodeURIComponent(nextCursor)}`);
    expect(page.data).toEqual([next]);
  });
  it('returns 400 for a faulty limit and a foreign or garbled cursor', async () => {
    for (const limit of ['0', '201', 'x'])
      expect(outcome(await client('GET', `/activity?limit=${limit}`))).toEqual([
        400,
        'validation_error',
        'limit',
      ]);
    const foreign = (await read(client, '/users?limit=1')).nextCursor;
    for (const cursor of [foreign, 'garbled', '%00', 'eyJhZnRlciI6LTF9'])
      expect(outcome(await client('GET', `/activity?cursor=${cursor}`))).toEqual([
        400,
        'validation_error',
        'cursor',
      ]);
  });
  it('returns 304 until something changes', async () => {
    await expectNotModified(client, '/activity');
    await expectTagToMove(client, '/activity', () => createTask(client));
  });
  it('contains no key and no token', async () => {
    const invitation = await create(client, '/invitations', { email: uniqueEmail(), role: 'auditor' });
    const { body } = await client('POST', `/invitations/${invitation.id}/resend`);
    const accept = { token: body.token, name: 'Ana' };
    await client('POST', '/invitations/accept', { body: accept });
    await uploadFile(client);
    const log = JSON.stringify(await everyRow(client, '/activity', 200));
    for (const secret of [sandbox.key, invitation.token, body.token]) expect(log).not.toContain(secret);
  });
});

describe('getActivityLogsByEntity', () => {
  it('returns every entry about one record, oldest first, and keeps it after the record is deleted', async () => {
    const { id, title } = await createDocument(client);
    await client('PATCH', `/policy-documents/${id}`, { body: { title: 'New title' } });
    await client('DELETE', `/policy-documents/${id}`);
    const { data, total: count } = await read(client, `/activity/by-resource-type/policy-document/${id}`);
    expect(count).toBe(3);
    expect(kinds(data)).toEqual(
      ['created', 'updated', 'deleted'].map((operation) => `${operation} policy-document`),
    );
    expect(data[1].changes).toEqual([{ field: 'title', before: title, after: 'New title' }]);
    expect(data[2].changes).toContainEqual({ field: 'title', before: 'New title', after: null });
    expect(new Set(data.map((row: { resourceId: string }) => row.resourceId))).toEqual(new Set([id]));
  });
  it('agrees with the log of the organization', async () => {
    const { id } = await createTask(client);
    const [entry] = (await read(client, '/activity?limit=1')).data;
    expect(await historyOf(client, 'task', id)).toEqual([entry]);
  });
  it('returns the history of assets of available operations', async () => {
    const { body } = await createAsset();
    await client('PATCH', `/cyber-assets/${body.id}`, { body: { name: unique('Renamed') } });
    await client('DELETE', `/cyber-assets/${body.id}`);
    const entries = await historyOf(client, 'cyber-asset', body.id);
    expect(entries.map(({ operation }) => operation)).toEqual(['created', 'updated', 'deleted']);
  });
  it.each([
    ['cyber_asset', 'cyber-asset'],
    ['training_module', 'training-module'],
  ])('returns the same history for %s and %s', async (underscored, hyphenated) => {
    const { id } =
      hyphenated === 'cyber-asset'
        ? (await createAsset()).body
        : await create(client, '/training-modules', { title: unique('Module') });
    const entries = await historyOf(client, hyphenated, id);
    expect([entries.length, await historyOf(client, underscored, id)]).toEqual([1, entries]);
  });
  it('returns 404 for an unknown kind, an unknown id, and an id of another kind', async () => {
    const { id } = await createTask(client);
    for (const kind of ['spaceship', 'constructor', 'cyber_asset', 'TASK', 'facility'])
      expect(outcome(await client('GET', `/activity/by-resource-type/${kind}/${id}`))).toEqual([
        404,
        'not_found',
      ]);
    await expectNotFound(client, 'tsk', 'GET', (other) => `/activity/by-resource-type/task/${other}`);
  });
  it('returns 304 until the record changes', async () => {
    const { id } = await createUser(client);
    const path = `/activity/by-resource-type/user/${id}`;
    await expectNotModified(client, path);
    await expectTagToMove(client, path, () => client('PATCH', `/users/${id}`, { body: { name: 'New' } }));
    const tag = (await client('GET', path)).headers.get('etag')!;
    await createTask(client);
    expect((await client('GET', path, { headers: { 'If-None-Match': tag } })).status).toBe(304);
  });
});
