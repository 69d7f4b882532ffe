// Tests the records of a world outside of its operations: seeds, edits, and the texts of approved versions.
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { create, createDocument, historyOf, read, uploadFile } from '../../support/world';
import { type TestWorld, contentOf, control, createWorld } from '../../support/worlds';

/* eslint-disable @typescript-eslint/no-explicit-any -- each test asserts the shape */

const NOW = '2026-09-01T08:00:00Z';

let sandbox: Sandbox;
let world: TestWorld;
beforeAll(async () => {
  sandbox = await startSandbox();
  world = await createWorld(sandbox, { from: 'empty', now: NOW });
});
afterAll(() => sandbox.close());

const seedOf = async ({ id }: TestWorld) => (await control(sandbox, 'GET', `/${id}/records`)).body;
const edit = (collection: string, id: string, body: unknown) =>
  control(sandbox, 'PUT', `/${world.id}/records/${collection}/${id}`, body);
const recordOf = async (collection: string, id: string) =>
  (await control(sandbox, 'GET', `/${world.id}/records/${collection}/${id}`)).body;
const newTask = (fields: object = {}) => create(world.client, '/tasks', { title: 'Review', ...fields });
const faultOf = ({ status, body }: any) => [status, ...(body.details ?? []).map(({ field }: any) => field)];

describe('a seed', () => {
  it('creates a world with the records of the saved one', async () => {
    const saved = await createWorld(sandbox, { now: NOW });
    const { client } = saved;
    const document = await createDocument(client);
    await client('POST', `/policy-documents/${document.id}/submit`);
    await client('POST', `/policy-documents/${document.id}/approve`);
    await uploadFile(client);
    await create(client, '/invitations', { email: 'new@cedar-valley.example', role: 'auditor' });
    const series = { title: 'Series', dueDate: '2026-08-01', recurrence: 'every_35_days' };
    const { id } = await create(client, '/tasks', series);
    await client('PUT', `/tasks/${id}/2026-08-01`, { body: { status: 'complete' } });
    await client('DELETE', `/users/${(await read(client, '/users')).data.at(-1).id}`);
    const records = await seedOf(saved);
    const copy = await createWorld(sandbox, { records, now: NOW, label: 'Copy' });
    expect(copy).toMatchObject({ from: 'records', label: 'Copy' });
    expect(await seedOf(copy)).toEqual(records);
    const withoutOwn = async (of: TestWorld) => {
      const content = JSON.stringify((await contentOf(of)).slice(0, -1)); // without the log
      return content.replace(/"organization_slug":"[^"]*"/g, '').replace(/\/sandbox\/worlds\/org_\w+/g, '');
    };
    expect(await withoutOwn(copy)).toBe(await withoutOwn(saved));
    expect((await read(copy.client, '/users/me')).id).toBe((await read(client, '/users/me')).id);
    await copy.client('POST', '/tasks', { body: { title: 'Later' } });
    await control(sandbox, 'POST', `/${copy.id}/reset`);
    expect(await seedOf(copy)).toEqual(records);
  });

  it('is a download that has no key and no log', async () => {
    const { headers, body } = await control(sandbox, 'GET', `/${world.id}/records`);
    expect(headers.get('content-disposition')).toBe(`attachment; filename=${world.id}.json`);
    expect(Object.keys(body)).toEqual(['CurrentUser', 'DocumentType', 'User']);
    expect(JSON.stringify(body)).not.toContain(world.key);
  });

  it('can have some records only, as the API returns them; the user of the first key is then Sandbox', async () => {
    const task = await newTask({ dueDate: '2026-08-31' });
    expect(task.status).toBe('overdue');
    const overdue = await read(world.client, `/tasks/${task.id}`);
    expect(overdue.status).toBe('overdue');
    const facility = { id: 'fac_01k4r1b0wxfe5vd0pm9kqhxkhr', name: 'Kestrel Ridge' };
    const seeded = await createWorld(sandbox, {
      records: { Task: [overdue], Facility: [facility] },
      now: NOW,
    });
    expect((await read(seeded.client, '/users/me')).name).toBe('Sandbox');
    expect(await read(seeded.client, `/tasks/${task.id}`)).toEqual(overdue);
    const body = { title: 'Review', dueDate: '2026-10-01', status: 'open' };
    expect((await seeded.client('PUT', `/tasks/${task.id}`, { body })).body.status).toBe('open');
    expect(await read(seeded.client, '/facilities')).toEqual([expect.objectContaining(facility)]);
  });

  const asset = {
    ...{ id: 'ca_01k4r1b0wxfe5vd0pm9kqhxkhr', name: 'RTU', cyber_system_id: 'cs_1', asset_type: 'hardware' },
    ...{ created_at: '2026-03-02T08:00:00.000Z', updated_at: '2026-03-02T08:00:00.000Z' },
  };
  const facility = { id: 'fac_1', name: 'North' };
  const system = { id: 'cs_1', name: 'Protection', impact_rating: 'low', facility_id: 'fac_1' };
  it.each<[string, object, string]>([
    ['an unknown kind', { Tasks: [] }, 'records.Tasks'],
    ['a record without an id', { Facility: [{ name: 'North' }] }, 'records.Facility.0.id'],
    ['an unknown field', { Facility: [{ ...facility, title: 'x' }] }, 'records.Facility.0.title'],
    ['a wrong field', { Facility: [facility, { id: 'fac_2', name: '' }] }, 'records.Facility.1.name'],
    ['a repeated id', { Facility: [facility, facility] }, 'records.Facility.1.id'],
    ['a system without a place', { CyberSystem: [system] }, 'records.CyberSystem.0.facility_id'],
    [
      'two assets with one name',
      {
        Facility: [facility],
        CyberSystem: [system],
        CyberAsset: [asset, { ...asset, id: 'ca_2', name: 'rtu' }],
      },
      'records.CyberAsset.1.name',
    ],
    ['no list', { Task: {} }, 'records.Task'],
  ])('with %s returns 400, which names the place', async (_what, records, field) => {
    expect(faultOf(await control(sandbox, 'POST', '', { records }))).toEqual([400, field]);
  });

  it('and an origin exclude each other', async () => {
    const body = { from: 'demo', records: {} };
    expect(faultOf(await control(sandbox, 'POST', '', body))).toEqual([400, 'records']);
  });
});

describe('PUT /sandbox/worlds/{id}/records/{kind}/{record}', () => {
  it('replaces a record, as an entry of the operator, and the next read shows it', async () => {
    const { id } = await newTask();
    const before = await recordOf('Task', id);
    expect(before).toEqual(await read(world.client, `/tasks/${id}`));
    const { status, body } = await edit('Task', id, { ...before, notes: 'By hand', status: 'in_progress' });
    expect([status, body]).toEqual([200, await read(world.client, `/tasks/${id}`)]);
    expect(body).toMatchObject({ notes: 'By hand', status: 'in_progress' });
    const [, entry] = await historyOf(world.client, 'task', id);
    expect(entry).toMatchObject({ actorType: 'operator', actorId: 'sandbox', operation: 'status_changed' });
    expect(entry.changes.map(({ field }: any) => field)).toEqual(expect.arrayContaining(['status', 'notes']));
  });

  it('replaces only the record that the caller has read, if it sends the tag', async () => {
    const { id } = await newTask();
    const path = `/${world.id}/records/Task/${id}`;
    const put = (title: string, tag: string) =>
      control(sandbox, 'PUT', path, { ...record, title }, { 'If-Match': tag });
    const { body: record, headers } = await control(sandbox, 'GET', path);
    const changed = await put('Mine', headers.get('etag')!);
    expect([changed.status, changed.body.title]).toEqual([200, 'Mine']);
    expect(changed.headers.get('etag')).toBe((await control(sandbox, 'GET', path)).headers.get('etag'));
    const refused = await put('Late', headers.get('etag')!);
    expect([refused.status, refused.body.error]).toEqual([412, 'precondition_failed']);
    await world.client('PUT', `/tasks/${id}`, { body: { title: 'Over the API', status: 'open' } });
    expect((await put('Late', changed.headers.get('etag')!)).status).toBe(412);
    expect(faultOf(await put('Late', 'unquoted'))).toEqual([400, 'If-Match']);
    expect(await read(world.client, `/tasks/${id}`)).toMatchObject({ title: 'Over the API' });
    expect((await put('Any', '*')).status).toBe(200);
  });

  it('also replaces a record of the inventory', async () => {
    const { id } = await create(world.client, '/facilities', { name: 'North' });
    expect((await edit('Facility', id, { ...(await recordOf('Facility', id)), name: 'South' })).status).toBe(
      200,
    );
    expect(await read(world.client, '/facilities')).toContainEqual(
      expect.objectContaining({ name: 'South' }),
    );
  });

  it('applies a changed role to the next request', async () => {
    const user = await create(world.client, '/users', { name: 'A', email: 'a@b.example', role: 'auditor' });
    const { key } = (await control(sandbox, 'POST', `/${world.id}/keys`, { userId: user.id })).body;
    const post = () => world.client('POST', '/facilities', { key, body: { name: 'East' } });
    expect((await post()).status).toBe(403);
    await edit('User', user.id, { ...user, role: 'organization_admin' });
    expect((await post()).status).toBe(201);
  });

  it.each<[string, object, number, string[]]>([
    ['a field of another type', { title: 7 }, 400, ['title']],
    ['an unknown field', { titel: 'x' }, 400, ['titel']],
    ['another id', { id: 'tsk_1' }, 400, ['id']],
    ['a status of another kind', { status: 'approved' }, 400, ['status']],
    ['a status that only time brings', { status: 'overdue' }, 400, ['status']],
    ['a reference to no record', { assigneeId: 'usr_01k4r1b0wxfe5vd0pm9kqhxkhr' }, 400, ['assigneeId']],
  ])('rejects %s and changes nothing', async (_what, fields, status, places) => {
    const task = await newTask();
    expect(faultOf(await edit('Task', task.id, { ...task, ...fields }))).toEqual([status, ...places]);
    expect(await read(world.client, `/tasks/${task.id}`)).toEqual(task);
  });

  it('returns 409 for a unique value that is taken, and 404 for an unknown record', async () => {
    const user = await create(world.client, '/users', { name: 'B', email: 'b@b.example', role: 'auditor' });
    const taken = (await read(world.client, '/users')).data[0].email;
    expect((await edit('User', user.id, { ...user, email: taken })).status).toBe(409);
    for (const [kind, id] of [
      ['Task', 'tsk_1'],
      ['Nothing', '1'],
      ['__proto__', 'x'],
      ['constructor', 'x'],
      ['CurrentUser', 'me'],
    ] as const)
      expect((await edit(kind, id, {})).status).toBe(404);
    expect((await edit('User', user.id, [])).status).toBe(400);
  });

  it('lets a processing file fail with a reason', async () => {
    const { id } = await uploadFile(world.client);
    const file = await recordOf('File', id);
    expect(faultOf(await edit('File', id, { ...file, status: 'failed' }))).toEqual([400, 'failureReason']);
    const failed = { ...file, status: 'failed', failureReason: 'The file has a password.' };
    expect((await edit('File', id, failed)).body).toEqual({
      ...failed,
      processedAt: '2026-09-01T08:00:00.000Z',
    });
    await control(sandbox, 'PATCH', `/${world.id}`, { advance: 'PT5S' });
    const { data } = await read(world.client, '/policy-documents/processing-files');
    expect(data.at(-1)).toMatchObject({ id, status: 'failed', failureReason: 'The file has a password.' });
    expect((await historyOf(world.client, 'file', id)).map(({ description }) => description)).toEqual([
      'Created the file "plan.pdf".',
      'The file "plan.pdf" became failed.',
    ]);
  });
});

describe('the snapshotUrl of a version', () => {
  it('leads to the text that was approved, also after the next change', async () => {
    const { client } = await createWorld(sandbox, { now: NOW });
    const [approved] = (await read(client, '/policy-documents?status=approved')).data;
    const versions = (await read(client, `/policy-documents/${approved.id}/versions`)).data;
    expect(versions.length).toBeGreaterThan(0);
    for (const { snapshotUrl } of versions) {
      const response = await fetch(snapshotUrl);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/markdown; charset=utf-8',
      ]);
      expect(await response.text()).toContain(`# ${approved.title}\n`);
    }
    const { id } = await createDocument(client, { title: 'First title' });
    const step = (name: string) => client('POST', `/policy-documents/${id}/${name}`);
    for (const name of ['submit', 'approve', 'revert']) await step(name);
    await client('PATCH', `/policy-documents/${id}`, { body: { title: 'Second title' } });
    for (const name of ['submit', 'approve']) await step(name);
    const urls = (await read(client, `/policy-documents/${id}/versions`)).data.map(
      (each: any) => each.snapshotUrl,
    );
    const texts = await Promise.all(urls.map(async (url: string) => (await fetch(url)).text()));
    expect(texts.map((text) => text.split('\n')[0])).toEqual(['# Second title', '# First title']);
    expect((await fetch(urls[0].replace(/2$/, '3'))).status).toBe(404);
  });
});
