// Tests that the sandbox keeps evidence as the contract says.
import type { Client } from '../../support/client';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import {
  atOnce,
  countStatuses,
  create,
  createDocument,
  createFacility,
  createTask,
  createUser,
  expectNotFound,
  expectNotModified,
  expectSafeRetries,
  expectTagToMove,
  historyOf,
  operationsOf,
  outcome,
  read,
  unique,
  uploadFile,
} from '../../support/world';

let sandbox: Sandbox;
let client: Client;
let me: string;
let task: { id: string };
beforeAll(async () => {
  sandbox = await startSandbox();
  client = sandbox.client;
  me = (await read(client, '/users/me')).id;
  task = await createTask(client);
});
afterAll(() => sandbox.close());

const note = (fields: object = {}) => ({
  resourceId: task.id,
  resourceType: 'task',
  type: 'note',
  noteText: 'Firmware 4.2 installed.',
  ...fields,
});
const post = (body: unknown) => client('POST', '/evidence', { body });
const record = (fields: object = {}) => create(client, '/evidence', note(fields));
const remove = (id: string, headers: Record<string, string> = {}) =>
  client('DELETE', `/evidence/${id}`, { headers });
const of = async (resourceId: string) => read(client, `/evidence/by-resource/${resourceId}`);

/** Returns a record of each kind that evidence can support. */
async function resources(): Promise<[string, string][]> {
  const userId = (await createUser(client)).id;
  const trainingModuleId = (await create(client, '/training-modules', { title: unique('Module') })).id;
  const [system] = await read(client, '/cyber-systems');
  const asset = { name: unique('RTU'), asset_type: 'hardware', cyber_system_id: system.id };
  const item = {
    userId,
    resourceType: 'facility',
    resourceId: (await createFacility(client)).id,
    accessLevel: 'read',
  };
  return [
    ['cyber_asset', (await create(client, '/cyber-assets', asset)).id],
    ['task', (await createTask(client)).id],
    ['policy_document', (await createDocument(client)).id],
    ['training_assignment', (await create(client, '/training-assignments', { userId, trainingModuleId })).id],
    ['access_control', (await create(client, '/access-control', item)).id],
  ];
}

const COLLECTIONS: Record<string, string> = {
  cyber_asset: 'cyber-assets',
  task: 'tasks',
  policy_document: 'policy-documents',
  training_assignment: 'training-assignments',
  access_control: 'access-control',
};

describe('createEvidence', () => {
  it('records a note at its Location', async () => {
    const body = note({ description: '' });
    const reply = await post(body);
    expect(reply.status).toBe(201);
    const { id, createdAt, ...rest } = reply.body;
    expect(rest).toEqual({ ...body, createdBy: me });
    expect(Math.abs(Date.parse(createdAt) - Date.now())).toBeLessThan(5000);
    expect(reply.headers.get('location')).toBe(`/evidence/${id}`);
    const held = await client('GET', `/evidence/${id}`);
    expect([held.body, held.headers.get('etag')]).toEqual([reply.body, reply.headers.get('etag')]);
  });
  it('records a file and a link, with the field of their type only', async () => {
    const { id: fileId } = await uploadFile(client);
    const base = { resourceId: task.id, resourceType: 'task' };
    for (const fields of [
      { type: 'file', fileId },
      { type: 'link', url: 'https://cedar-valley.example/log?id=7#row' },
    ]) {
      const { id, createdAt, createdBy, ...rest } = await create(client, '/evidence', { ...base, ...fields });
      expect(rest).toEqual({ ...base, ...fields });
      expect([createdBy, (await read(client, `/evidence/${id}`)).createdAt]).toEqual([me, createdAt]);
    }
  });
  it('records evidence for records of each kind', async () => {
    for (const [resourceType, resourceId] of await resources()) {
      const evidence = await record({ resourceType, resourceId });
      expect((await of(resourceId)).data).toEqual([evidence]);
    }
  });
  it('leaves the supported record unchanged', async () => {
    const { id } = await createTask(client);
    const before = await client('GET', `/tasks/${id}`);
    const evidence = await record({ resourceId: id });
    await remove(evidence.id);
    const after = await client('GET', `/tasks/${id}`);
    expect([after.text, after.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')]);
    expect(await operationsOf(client, 'task', id)).toEqual(['created']);
  });
  it.each([
    [{ noteText: undefined }, 'noteText'],
    [{ noteText: '' }, 'noteText'],
    [{ noteText: 'x'.repeat(2001) }, 'noteText'],
    [{ type: 'photo' }, 'type'],
    [{ type: undefined }, 'type'],
    [{ resourceId: undefined }, 'resourceId'],
    [{ resourceType: undefined }, 'resourceType'],
    [{ resourceType: 'facility' }, 'resourceType'],
    [{ url: 'https://a.example' }, 'url'],
    [{ fileId: 'fl_x' }, 'fileId'],
    [{ createdBy: 'usr_x' }, 'createdBy'],
    [{ description: null }, 'description'],
  ])('returns 400 validation_error for a note with %j', async (fields, field) => {
    expect(outcome(await post(note(fields)))).toEqual([400, 'validation_error', field]);
  });
  it.each([
    [{ type: 'file' }, 'fileId'],
    [{ type: 'link' }, 'url'],
    [{ type: 'link', url: 'not a url' }, 'url'],
    [{ type: 'link', url: '/relative' }, 'url'],
    [{ type: 'link', url: 'javascript:alert(1)' }, 'url'],
    [{ type: 'link', url: 'ftp://files.example/log' }, 'url'],
    [{ type: 'link', url: 'file:///etc/hosts' }, 'url'],
    [{ type: 'link', url: 'https://' }, 'url'],
    [{ type: 'link', url: 'https:files.example' }, 'url'],
    [{ type: 'link', url: 'https://a.example', noteText: 'x' }, 'noteText'],
    [{ type: 'file', fileId: 'fl_x', url: 'https://a.example' }, 'url'],
  ])('returns 400 validation_error for %j', async (fields, field) => {
    const reply = await post({ resourceId: task.id, resourceType: 'task', ...fields });
    expect(outcome(reply)).toEqual([400, 'validation_error', field]);
  });
  it('returns 400 invalid_reference for an unknown record, one of another kind, and a deleted one', async () => {
    const deleted = await createTask(client);
    await client('DELETE', `/tasks/${deleted.id}`);
    const document = await createDocument(client);
    for (const resourceId of ['tsk_none', 'none', 'constructor', document.id, deleted.id])
      expect(outcome(await post(note({ resourceId })))).toEqual([400, 'invalid_reference', 'resourceId']);
    const mismatched = note({ resourceType: 'policy_document' });
    expect(outcome(await post(mismatched))).toEqual([400, 'invalid_reference', 'resourceId']);
  });
  it('returns 400 invalid_reference for an unknown file', async () => {
    for (const fileId of ['fl_none', task.id]) {
      const reply = await post({ resourceId: task.id, resourceType: 'task', type: 'file', fileId });
      expect(outcome(reply)).toEqual([400, 'invalid_reference', 'fileId']);
    }
  });
  it('stores hostile notes unchanged', async () => {
    for (const noteText of [
      "'); DROP TABLE evidence;--",
      '<script>1</script>',
      '=HYPERLINK("x")',
      '😀'.repeat(2000),
    ])
      expect((await read(client, `/evidence/${(await record({ noteText })).id}`)).noteText).toBe(noteText);
  });
  it('returns the first response again for the same Idempotency-Key, and records one artifact', async () => {
    const resourceId = (await createTask(client)).id;
    await expectSafeRetries(
      client,
      '/evidence',
      note({ resourceId }),
      note({ resourceId, noteText: 'Other' }),
    );
    expect((await of(resourceId)).total).toBe(1);
  });
  it('records 40 artifacts with 40 ids from 40 simultaneous requests', async () => {
    const resourceId = (await createTask(client)).id;
    const replies = await atOnce(40, () => post(note({ resourceId })));
    expect(countStatuses(replies)).toEqual({ 201: 40 });
    expect(new Set((await of(resourceId)).data.map(({ id }: { id: string }) => id)).size).toBe(40);
  });
  it('logs the creation with every supplied field', async () => {
    const { id } = await record();
    const [entry] = await historyOf(client, 'evidence', id);
    expect(entry.operation).toBe('created');
    for (const [field, after] of Object.entries(note()))
      expect(entry.changes).toContainEqual({ field, before: null, after });
  });
});

describe('getEvidenceById', () => {
  it('returns a record that never changes, also when the supported record is deleted', async () => {
    const { id: resourceId } = await createTask(client);
    const evidence = await record({ resourceId });
    const before = await client('GET', `/evidence/${evidence.id}`);
    await client('DELETE', `/tasks/${resourceId}`);
    const after = await client('GET', `/evidence/${evidence.id}`);
    expect([after.text, after.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')]);
  });
  it('has no operation that changes it', async () => {
    const { id } = await record();
    for (const method of ['PATCH', 'PUT'])
      expect(outcome(await client(method, `/evidence/${id}`, { body: {} }))).toEqual([
        405,
        'method_not_allowed',
      ]);
  });
  it('returns 404 for an unknown id', () => expectNotFound(client, 'ev', 'GET', (id) => `/evidence/${id}`));
  it('returns 304 for its tag', async () => expectNotModified(client, `/evidence/${(await record()).id}`));
});

describe('deleteEvidence', () => {
  it('deletes a record, which is then 404 and in no list', async () => {
    const { id: resourceId } = await createTask(client);
    const { id } = await record({ resourceId });
    const { status, text } = await remove(id);
    expect([status, text]).toEqual([204, '']);
    expect(outcome(await remove(id))).toEqual([404, 'not_found']);
    expect(outcome(await client('GET', `/evidence/${id}`))).toEqual([404, 'not_found']);
    expect(await of(resourceId)).toEqual({ data: [], total: 0 });
    const history = await historyOf(client, 'evidence', id);
    expect(history.map(({ operation }) => operation)).toEqual(['created', 'deleted']);
    expect(history[1].changes).toContainEqual({ field: 'resourceId', before: resourceId, after: null });
  });
  it('returns 412 for another If-Match and keeps the record, and 204 for its tag', async () => {
    const { id } = await record();
    expect(outcome(await remove(id, { 'If-Match': '"other"' }))).toEqual([412, 'precondition_failed']);
    const tag = (await client('GET', `/evidence/${id}`)).headers.get('etag')!;
    expect((await remove(id, { 'If-Match': tag })).status).toBe(204);
  });
  it('returns 404 for an unknown id, before 412', async () => {
    await expectNotFound(client, 'ev', 'DELETE', (id) => `/evidence/${id}`);
    expect(outcome(await remove('ev_none', { 'If-Match': '"other"' }))).toEqual([404, 'not_found']);
  });
  it('returns 204 once for 12 simultaneous requests, and 404 to the others', async () => {
    const { id } = await record();
    expect(countStatuses(await atOnce(12, () => remove(id)))).toEqual({ 204: 1, 404: 11 });
  });
});

describe('listEvidenceByResource', () => {
  it('returns all evidence for one record, in order of creation', async () => {
    const { id: resourceId } = await createTask(client);
    const all = [];
    for (let count = 0; count < 60; count++) all.push(await record({ resourceId }));
    await record();
    expect(await of(resourceId)).toEqual({ data: all, total: 60 });
  });
  it('is empty for a record of each kind without evidence', async () => {
    for (const [, id] of await resources()) expect(await of(id)).toEqual({ data: [], total: 0 });
  });
  it('returns 404 for an unknown record, a deleted one, and one of a kind without evidence', async () => {
    for (const prefix of ['ca', 'tsk', 'pd', 'ta', 'ac'])
      await expectNotFound(client, prefix, 'GET', (id) => `/evidence/by-resource/${id}`);
    const { id } = await createTask(client);
    await client('DELETE', `/tasks/${id}`);
    for (const other of [id, (await createFacility(client)).id])
      expect(outcome(await client('GET', `/evidence/by-resource/${other}`))).toEqual([404, 'not_found']);
  });
  it('returns the evidence of a deleted record of each kind, until it is deleted too', async () => {
    for (const [resourceType, resourceId] of await resources()) {
      const evidence = await record({ resourceType, resourceId });
      const path = `/${COLLECTIONS[resourceType]}/${resourceId}`;
      expect([path, (await client('DELETE', path)).status]).toEqual([path, 204]);
      expect(await of(resourceId)).toEqual({ data: [evidence], total: 1 });
      expect((await remove(evidence.id)).status).toBe(204);
      expect(outcome(await client('GET', `/evidence/by-resource/${resourceId}`))).toEqual([404, 'not_found']);
    }
  });
  it('returns 304 until evidence is recorded or deleted', async () => {
    const { id: resourceId } = await createTask(client);
    const path = `/evidence/by-resource/${resourceId}`;
    await expectNotModified(client, path);
    let id = '';
    await expectTagToMove(client, path, async () => void (id = (await record({ resourceId })).id));
    await expectTagToMove(client, path, () => remove(id));
  });
});
