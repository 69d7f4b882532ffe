// Tests that the sandbox keeps policy documents, their files, sections and versions as the contract says.
import type { Client } from '../../support/client';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { control, createWorld } from '../../support/worlds';
import {
  atOnce,
  countStatuses,
  create,
  createDocument,
  createUser,
  everyRow,
  expectConditionalChanges,
  expectNotFound,
  expectNotModified,
  expectPages,
  expectSafeRetries,
  expectStablePages,
  expectTagToMove,
  formWith,
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
let world: string;
beforeAll(async () => {
  sandbox = await startSandbox();
  ({ client, id: world } = await createWorld(sandbox, { now: new Date().toISOString() }));
  me = (await read(client, '/users/me')).id;
});
afterAll(() => sandbox.close());

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const DAY = 24 * 60 * 60 * 1000;
const at = (id: string, rest = '') => `/policy-documents/${id}${rest}`;
const full = (id: string) => read(client, at(id, '/with-sections'));
const send = (method: string, id: string, rest: string, body?: unknown, headers?: Record<string, string>) =>
  client(method, at(id, rest), { ...(body === undefined ? {} : { body }), ...(headers ? { headers } : {}) });
const act = (id: string, action: string) => send('POST', id, `/${action}`);
const missing = { ownerId: 'usr_01kk0000000000000000000000', documentTypeId: 'dt_none', fileId: 'fl_none' };

async function submitted() {
  const { id } = await createDocument(client);
  await act(id, 'submit');
  return id as string;
}
async function approved(fields: object = {}) {
  const { id } = await createDocument(client, fields);
  await act(id, 'submit');
  await act(id, 'approve');
  return id as string;
}
/** Moves the clock to the end of the processing of each file. */
const endProcessing = () => control(sandbox, 'PATCH', `/${world}`, { advance: 'PT1S' });
const worldTime = async (): Promise<string> =>
  (await control(sandbox, 'GET')).body.find(({ id }: { id: string }) => id === world).now;
/** Uploads a file and lets it be processed. */
async function processed() {
  const { id } = await uploadFile(client);
  await endProcessing();
  return id as string;
}
async function withSections() {
  const document = await create(client, '/policy-documents/create-from-processed', {
    fileId: await processed(),
    title: unique('From a file'),
  });
  return full(document.id);
}
const documentType = async () =>
  (await everyRow(client, '/policy-documents', 200)).find((row) => row.documentTypeId)!.documentTypeId;

describe('listPolicyDocuments', () => {
  it('returns created documents at the end, in order of creation, without their sections', async () => {
    const first = await createDocument(client);
    const second = await createDocument(client);
    const page = await read(client, '/policy-documents?limit=200');
    expect(page.data.slice(-2)).toEqual([first, second]);
    expect(page.total).toBe(page.data.length);
    expect(page.data.filter((row: object) => 'sections' in row || 'assets' in row)).toEqual([]);
  });
  it('selects documents by status, and counts only those in total', async () => {
    const draft = (await createDocument(client)).id;
    const sent = await submitted();
    const inForce = await approved();
    for (const [status, id] of [
      ['draft', draft],
      ['submitted', sent],
      ['approved', inForce],
    ]) {
      const page = await read(client, `/policy-documents?limit=200&status=${status}`);
      expect(new Set(page.data.map((row: { status: string }) => row.status))).toEqual(new Set([status]));
      expect([page.data.at(-1).id, page.total]).toEqual([id, page.data.length]);
    }
  });
  it('keeps the filter on every page', async () => {
    for (let rows = 0; rows < 4; rows++) await createDocument(client);
    const rows = await everyRow(client, '/policy-documents?status=draft', 1);
    expect(rows).toEqual((await read(client, '/policy-documents?limit=200&status=draft')).data);
  });
  it('returns 400 for an unknown status, parameter or repeated parameter', async () => {
    for (const [query, field] of [
      ['status=archived', 'status'],
      ['ownerId=x', 'ownerId'],
      ['status=draft&status=draft', 'status'],
    ])
      expect(outcome(await client('GET', `/policy-documents?${query}`))).toEqual([
        400,
        'validation_error',
        field,
      ]);
  });
  it('pages to the end, and returns 400 for a faulty limit and a foreign or garbled cursor', () =>
    expectPages(client, '/policy-documents', '/users'));
  it('hides and repeats no document when documents are created and deleted between pages', () =>
    expectStablePages(
      client,
      '/policy-documents',
      () => createDocument(client),
      async ({ id }) => expect((await send('DELETE', id, '')).status).toBe(204),
    ));
  it('returns 304 until a document changes', async () => {
    await expectNotModified(client, '/policy-documents');
    await expectTagToMove(client, '/policy-documents?status=submitted', submitted);
  });
});

describe('createPolicyDocument', () => {
  it('creates an empty draft at its Location, with the supplied fields only', async () => {
    const user = await createUser(client);
    const fields = {
      title: 'Plan',
      ownerId: user.id,
      documentTypeId: await documentType(),
      reviewIntervalDays: 365,
      description: '',
    };
    const earlier = await createDocument(client);
    const reply = await client('POST', '/policy-documents', { body: fields });
    expect(reply.status).toBe(201);
    const { id, createdAt, updatedAt, ...rest } = reply.body;
    expect(rest).toEqual({ ...fields, status: 'draft' });
    expect(updatedAt).toBe(createdAt);
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(Date.parse(earlier.createdAt));
    expect(await read(client, reply.headers.get('location')!)).toEqual({
      ...reply.body,
      sections: [],
      assets: [],
    });
    expect(await full(id)).toEqual({ ...reply.body, sections: [], assets: [] });
  });
  it('leaves fields without a value absent', async () => {
    expect(Object.keys(await createDocument(client)).sort()).toEqual([
      'createdAt',
      'id',
      'status',
      'title',
      'updatedAt',
    ]);
  });
  it.each([
    [{}, 'title'],
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(256) }, 'title'],
    [{ title: null }, 'title'],
    [{ title: 1 }, 'title'],
    [{ title: 'x', status: 'approved' }, 'status'],
    [{ title: 'x', reviewIntervalDays: 0 }, 'reviewIntervalDays'],
    [{ title: 'x', reviewIntervalDays: 3651 }, 'reviewIntervalDays'],
    [{ title: 'x', reviewIntervalDays: 1.5 }, 'reviewIntervalDays'],
    [{ title: 'x', description: 'x'.repeat(2001) }, 'description'],
    [{ title: 'x', ownerId: '' }, 'ownerId'],
    [{ title: 'x', constructor: 'y' }, 'constructor'],
  ])('returns 400 validation_error for %j', async (body, field) => {
    expect(outcome(await client('POST', '/policy-documents', { body }))).toEqual([
      400,
      'validation_error',
      field,
    ]);
  });
  it('returns 400 invalid_json for the field __proto__, as available operations do', async () => {
    const reply = await client('POST', '/policy-documents', {
      body: '{"title":"x","__proto__":{"id":"pd_x"}}',
    });
    expect(outcome(reply)).toEqual([400, 'invalid_json']);
  });
  it.each([{ ownerId: missing.ownerId }, { documentTypeId: missing.documentTypeId }])(
    'returns 400 invalid_reference for %j, and creates nothing',
    async (fields) => {
      const { total } = await read(client, '/policy-documents');
      const reply = await client('POST', '/policy-documents', { body: { title: 'x', ...fields } });
      expect(outcome(reply)).toEqual([400, 'invalid_reference', Object.keys(fields)[0]]);
      expect((await read(client, '/policy-documents')).total).toBe(total);
    },
  );
  it('returns 400 invalid_reference for an owner that is a record of another kind, or deleted', async () => {
    const user = await createUser(client);
    await client('DELETE', `/users/${user.id}`);
    for (const ownerId of [user.id, (await createDocument(client)).id, 'toString']) {
      const reply = await client('POST', '/policy-documents', { body: { title: 'x', ownerId } });
      expect(outcome(reply)).toEqual([400, 'invalid_reference', 'ownerId']);
    }
  });
  it('stores hostile titles unchanged', async () => {
    for (const title of ['\'; DROP TABLE "x"; --', '<script>', '${id} {{id}}', '😀'.repeat(255), '%']) {
      const { id } = await createDocument(client, { title });
      expect((await full(id)).title).toBe(title);
    }
  });
  it('returns the first response again for the same Idempotency-Key, and creates one document', async () => {
    const title = unique('Retried');
    await expectSafeRetries(client, '/policy-documents', { title }, { title: 'Another' });
    const rows = await everyRow(client, '/policy-documents', 200);
    expect(rows.filter((row) => row.title === title)).toHaveLength(1);
  });
  it('processes the request again after a rejection with the same Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': unique('rejected') };
    const ownerId = missing.ownerId;
    const path = '/policy-documents';
    const body = { title: 'x', ownerId };
    expect((await client('POST', path, { body, headers })).status).toBe(400);
    expect((await client('POST', path, { body: { title: 'x' }, headers })).status).toBe(201);
  });
  it('creates one document from 12 simultaneous requests with one Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': unique('race') };
    const body = { title: unique('One of twelve') };
    const replies = await atOnce(12, () => client('POST', '/policy-documents', { body, headers }));
    const ids = replies.filter(({ status }) => status === 201).map((reply) => reply.body.id);
    expect(replies.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    const rows = await everyRow(client, '/policy-documents', 200);
    expect(new Set(ids)).toEqual(
      new Set(rows.filter(({ title }) => title === body.title).map(({ id }) => id)),
    );
    expect(new Set(ids).size).toBe(1);
  });
  it('creates 40 documents with 40 ids from 40 simultaneous requests', async () => {
    const replies = await atOnce(40, () => client('POST', '/policy-documents', { body: { title: 'Race' } }));
    expect(countStatuses(replies)).toEqual({ 201: 40 });
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(40);
    expect(
      (await everyRow(client, '/policy-documents', 200)).filter(({ title }) => title === 'Race'),
    ).toHaveLength(40);
  });
  it('logs the creation with every supplied field and the request id', async () => {
    const reply = await client('POST', '/policy-documents', {
      body: { title: 'Logged', reviewIntervalDays: 90 },
    });
    const [entry, ...others] = await historyOf(client, 'policy-document', reply.body.id);
    expect(others).toEqual([]);
    expect([entry.operation, entry.requestId]).toEqual(['created', reply.headers.get('x-request-id')]);
    expect(entry.changes).toEqual(
      expect.arrayContaining([
        { field: 'title', before: null, after: 'Logged' },
        { field: 'reviewIntervalDays', before: null, after: 90 },
      ]),
    );
  });
});

describe('uploadPolicyDocumentFile', () => {
  it.each([
    ['plan.pdf', 'application/pdf'],
    ['plan.docx', DOCX],
    ['Plan é 😀.pdf', 'application/pdf'],
  ])('accepts %s and returns a processing file', async (fileName, mediaType) => {
    const reply = await client('POST', '/policy-documents/upload', {
      body: formWith(fileName, mediaType, mediaType === DOCX ? 'PK\u0003\u0004' : '%PDF-'),
    });
    expect(reply.status).toBe(201);
    const { id, uploadedAt, downloadUrl, ...rest } = reply.body;
    expect(downloadUrl).toContain(`/files/${id}`);
    expect(rest).toEqual({
      fileName,
      mediaType,
      sizeBytes: mediaType === DOCX ? 4 : 5,
      status: 'processing',
      uploadedBy: me,
    });
    expect(Date.parse(uploadedAt) - Date.parse(await worldTime())).toBeLessThan(1000);
    expect((await read(client, '/policy-documents/processing-files')).data.at(-1).id).toBe(id);
  });
  it('returns 413 for a file of more than 25 MiB, and 201 for one of 25 MiB', async () => {
    const size = 25 * 1024 * 1024;
    const upload = (bytes: number) =>
      client('POST', '/policy-documents/upload', {
        body: formWith('a.pdf', 'application/pdf', '%PDF-'.padEnd(bytes, 'x')),
      });
    expect(outcome(await upload(size + 1))).toEqual([413, 'payload_too_large']);
    expect((await upload(size)).body.sizeBytes).toBe(size);
  });
  it.each(['text/html', 'application/json', 'image/gif'])('returns 415 for a part of %s', async (type) => {
    const reply = await client('POST', '/policy-documents/upload', { body: formWith('a.pdf', type) });
    expect(outcome(reply)).toEqual([415, 'unsupported_media_type']);
  });
  it('returns 415 for a JSON body', async () => {
    const reply = await client('POST', '/policy-documents/upload', { body: { file: 'x' } });
    expect(outcome(reply)).toEqual([415, 'unsupported_media_type']);
  });
  it('returns 400 for a form without the part, with another part, or with the name of a file as a plain field', async () => {
    const other = formWith('a.pdf', 'application/pdf');
    other.append('title', 'x');
    const plain = new FormData();
    plain.append('file', 'x');
    for (const body of [formWith('a.pdf', 'application/pdf', 'x', 'document'), other, plain])
      expect(outcome(await client('POST', '/policy-documents/upload', { body })).slice(0, 2)).toEqual([
        400,
        'validation_error',
      ]);
  });
});

describe('getProcessingFiles', () => {
  it('returns files in order of upload: processing, then processed with three sections after one second', async () => {
    const first = await uploadFile(client, 'a.pdf');
    const second = await uploadFile(client, 'b.pdf');
    await endProcessing();
    const { data, total } = await read(client, '/policy-documents/processing-files');
    expect(data.slice(-2).map(({ id }: { id: string }) => id)).toEqual([first.id, second.id]);
    expect(total).toBe(data.length);
    expect(data.at(-1)).toEqual({
      ...second,
      status: 'processed',
      sectionCount: 3,
      processedAt: new Date(Date.parse(second.uploadedAt) + 1000).toISOString(),
    });
  });
  it('moves its tag when a file becomes processed', async () => {
    const { id } = await uploadFile(client);
    await expectTagToMove(client, '/policy-documents/processing-files', endProcessing);
    expect((await read(client, '/policy-documents/processing-files')).data.at(-1).id).toBe(id);
  });
  it('contains a failed file with the reason', async () => {
    const { data } = await read(client, '/policy-documents/processing-files');
    const failed = data.find(({ status }: { status: string }) => status === 'failed');
    expect(failed.failureReason).toEqual(expect.any(String));
    expect(failed.sectionCount).toBeUndefined();
  });
});

describe('createPolicyDocumentFromProcessed', () => {
  const path = '/policy-documents/create-from-processed';
  it('creates a draft with the three sections of the file, which leaves the list of processing files', async () => {
    const fileId = await processed();
    const reply = await client('POST', path, {
      body: { fileId, title: 'From a file', reviewIntervalDays: 30 },
    });
    expect(reply.status).toBe(201);
    expect(reply.body).toMatchObject({ title: 'From a file', reviewIntervalDays: 30, status: 'draft' });
    expect(reply.body.fileId).toBeUndefined();
    const document = await read(client, reply.headers.get('location')!);
    expect(document.id).toBe(reply.body.id);
    expect(document.sections.map(({ position }: { position: number }) => position)).toEqual([1, 2, 3]);
    expect(new Set(document.sections.map(({ id }: { id: string }) => id)).size).toBe(3);
    const { data } = await read(client, '/policy-documents/processing-files');
    expect(data.map(({ id }: { id: string }) => id)).not.toContain(fileId);
    expect(await operationsOf(client, 'policy-document', reply.body.id)).toEqual(['created']);
  });
  it('gives the sections of two documents different ids', async () => {
    const ids = [...(await withSections()).sections, ...(await withSections()).sections].map(({ id }) => id);
    expect(new Set(ids).size).toBe(6);
  });
  it('returns 409 for a file that is processing, has failed or is already a document', async () => {
    const { id: processing } = await uploadFile(client);
    expect(outcome(await client('POST', path, { body: { fileId: processing, title: 'x' } }))).toEqual([
      409,
      'conflict',
    ]);
    const { data } = await read(client, '/policy-documents/processing-files');
    const failed = data.find(({ status }: { status: string }) => status === 'failed').id;
    const used = await processed();
    await create(client, path, { fileId: used, title: 'x' });
    for (const fileId of [failed, used])
      expect(outcome(await client('POST', path, { body: { fileId, title: 'x' } }))).toEqual([
        409,
        'conflict',
      ]);
  });
  it('returns 400 invalid_reference for an unknown file, owner or document type, before 409', async () => {
    const { id: fileId } = await uploadFile(client);
    for (const [fields, field] of [
      [{ fileId: missing.fileId }, 'fileId'],
      [{ fileId, ownerId: missing.ownerId }, 'ownerId'],
      [{ fileId, documentTypeId: missing.documentTypeId }, 'documentTypeId'],
    ] as const)
      expect(outcome(await client('POST', path, { body: { title: 'x', ...fields } }))).toEqual([
        400,
        'invalid_reference',
        field,
      ]);
  });
  it.each([
    [{ title: 'x' }, 'fileId'],
    [{ fileId: 'fl_none' }, 'title'],
    [{ fileId: 'fl_none', title: 'x', sections: [] }, 'sections'],
  ])('returns 400 validation_error for %j', async (body, field) => {
    expect(outcome(await client('POST', path, { body }))).toEqual([400, 'validation_error', field]);
  });
  it('creates one document from 12 simultaneous requests for one file, and returns 409 to the others', async () => {
    const fileId = await processed();
    const replies = await atOnce(12, () => client('POST', path, { body: { fileId, title: 'x' } }));
    expect(countStatuses(replies)).toEqual({ 201: 1, 409: 11 });
  });
  it('returns the first response again for the same Idempotency-Key', async () => {
    const body = { fileId: await processed(), title: 'x' };
    await expectSafeRetries(client, path, body, { ...body, title: 'y' });
  });
});

describe('getPolicyDocumentWithSections', () => {
  it('returns a document in any status', async () => {
    expect((await full((await createDocument(client)).id)).status).toBe('draft');
    expect((await full(await submitted())).status).toBe('submitted');
    expect((await full(await approved())).status).toBe('approved');
  });
  it('shows submitter and time of a submitted document, and neither of a draft', async () => {
    const id = await approved();
    expect(await full(id)).toMatchObject({ submittedBy: me, submittedAt: expect.any(String) });
    await act(id, 'revert');
    expect(Object.keys(await full(id))).not.toEqual(expect.arrayContaining(['submittedBy']));
    expect((await full(id)).submittedAt).toBeUndefined();
  });
  it('returns 404 for an unknown id', () =>
    expectNotFound(client, 'pd', 'GET', (id) => at(id, '/with-sections')));
  it('returns 304 until the document, its sections or its files change', async () => {
    const { id, sections } = await withSections();
    const path = at(id, '/with-sections');
    await expectNotModified(client, path);
    await expectTagToMove(client, path, () => send('PATCH', id, '', { title: 'y' }));
    const sectionIds = sections.map((section: { id: string }) => section.id).reverse();
    await expectTagToMove(client, path, () => send('PATCH', id, '/sections/reorder', { sectionIds }));
    const attachFileIds = [(await uploadFile(client)).id];
    await expectTagToMove(client, path, () => send('PATCH', id, '/assets', { attachFileIds }));
    await expectTagToMove(client, path, () => act(id, 'submit'));
  });
});

describe('updatePolicyDocument', () => {
  it('changes the supplied fields only, in the record and in the list', async () => {
    const user = await createUser(client);
    const document = await createDocument(client, { description: 'before', reviewIntervalDays: 10 });
    const changes = { title: 'After', ownerId: user.id, reviewDate: '2028-02-29' };
    const { status, body } = await send('PATCH', document.id, '', changes);
    expect([status, body]).toEqual([200, { ...document, ...changes, updatedAt: body.updatedAt }]);
    expect(body.updatedAt > document.updatedAt).toBe(true);
    expect(await full(document.id)).toMatchObject(body);
    expect((await everyRow(client, '/policy-documents', 200)).find(({ id }) => id === document.id)).toEqual(
      body,
    );
    const [, entry] = await historyOf(client, 'policy-document', document.id);
    expect([entry.operation, entry.changes.map(({ field }: { field: string }) => field).sort()]).toEqual([
      'updated',
      ['ownerId', 'reviewDate', 'title'],
    ]);
    expect(entry.changes).toContainEqual({ field: 'title', before: document.title, after: 'After' });
  });
  it('changes nothing for an empty object, and logs nothing', async () => {
    const document = await createDocument(client);
    const tag = (await client('GET', at(document.id, '/with-sections'))).headers.get('etag');
    expect((await send('PATCH', document.id, '', {})).body).toEqual(document);
    expect((await client('GET', at(document.id, '/with-sections'))).headers.get('etag')).toBe(tag);
    expect(await operationsOf(client, 'policy-document', document.id)).toEqual(['created']);
  });
  it.each([
    [{ title: null }, 'title'],
    [{ ownerId: null }, 'ownerId'],
    [{ reviewDate: '2026-02-30' }, 'reviewDate'],
    [{ reviewDate: '26-2-3' }, 'reviewDate'],
    [{ status: 'approved' }, 'status'],
    [{ documentTypeId: 'dt_x' }, 'documentTypeId'],
  ])('returns 400 validation_error for %j', async (body, field) => {
    const { id } = await createDocument(client);
    expect(outcome(await send('PATCH', id, '', body))).toEqual([400, 'validation_error', field]);
  });
  it('returns 400 invalid_reference for an unknown owner', async () => {
    const { id } = await createDocument(client);
    expect(outcome(await send('PATCH', id, '', { ownerId: missing.ownerId }))).toEqual([
      400,
      'invalid_reference',
      'ownerId',
    ]);
  });
  it('returns 409 for a submitted or approved document, and 200 after a revert', async () => {
    const id = await submitted();
    const before = await full(id);
    expect(outcome(await send('PATCH', id, '', { title: 'y' }))).toEqual([409, 'conflict']);
    expect(await full(id)).toEqual(before);
    await act(id, 'approve');
    expect(outcome(await send('PATCH', id, '', { title: 'y' }))).toEqual([409, 'conflict']);
    await act(id, 'revert');
    expect((await send('PATCH', id, '', { title: 'y' })).status).toBe(200);
  });
  it('returns 404 for an unknown id', () =>
    expectNotFound(client, 'pd', 'PATCH', (id) => at(id), { title: 'y' }));
  it('returns 412 for a stale If-Match, and 200 for the tag of the record', async () => {
    const { id } = await createDocument(client);
    await expectConditionalChanges(client, at(id, '/with-sections'), (headers) =>
      send('PATCH', id, '', { title: unique('y') }, headers),
    );
  });
  it('checks the body, the path, references, If-Match and the status in this order', async () => {
    const id = await submitted();
    const stale = { 'If-Match': '"stale"' };
    const bad = { ownerId: missing.ownerId };
    expect(outcome(await send('PATCH', 'pd_none', '', { ...bad, x: 1 }, stale))[1]).toBe('validation_error');
    expect(outcome(await send('PATCH', 'pd_none', '', bad, stale))[1]).toBe('not_found');
    expect(outcome(await send('PATCH', id, '', bad, stale))[1]).toBe('invalid_reference');
    expect(outcome(await send('PATCH', id, '', { title: 'y' }, stale))[1]).toBe('precondition_failed');
    expect(outcome(await send('PATCH', id, '', { title: 'y' }))[1]).toBe('conflict');
  });
});

describe('deletePolicyDocument', () => {
  it('deletes a draft, and returns 404 from then on everywhere', async () => {
    const { id, title } = await createDocument(client);
    const { status, text } = await send('DELETE', id, '');
    expect([status, text]).toEqual([204, '']);
    for (const [method, rest, body] of [
      ['DELETE', ''],
      ['GET', '/with-sections'],
      ['PATCH', '', { title: 'y' }],
      ['PATCH', '/assets', {}],
      ['PATCH', '/sections/reorder', { sectionIds: ['sec_x'] }],
      ['POST', '/submit'],
      ['POST', '/approve'],
      ['POST', '/revert'],
      ['POST', '/log-pdf-export'],
      ['GET', '/versions'],
      ['GET', '/versions/latest'],
      ['GET', '/versions/1'],
    ] as const)
      expect([method, rest, ...outcome(await send(method, id, rest, body))]).toEqual([
        method,
        rest,
        404,
        'not_found',
      ]);
    expect((await everyRow(client, '/policy-documents', 200)).map((row) => row.id)).not.toContain(id);
    const history = await historyOf(client, 'policy-document', id);
    expect(history.map(({ operation }) => operation)).toEqual(['created', 'deleted']);
    expect(history[1].changes).toContainEqual({ field: 'title', before: title, after: null });
  });
  it('returns 409 for a reverted draft with a version, says how to retire it, and keeps it', async () => {
    const id = await approved();
    await send('POST', id, '/revert');
    const { status, body } = await send('DELETE', id, '');
    expect([status, body.message]).toEqual([
      409,
      'The document has 1 approved version, which is immutable, and cannot be deleted. To retire it, say so in the title of its next draft, and approve that.',
    ]);
    expect((await send('PATCH', id, '', { title: 'Retired recovery plan' })).status).toBe(200);
    expect((await read(client, `/policy-documents/${id}/versions`)).total).toBe(1);
  });
  it('returns 409 for a submitted or approved document, and keeps it', async () => {
    for (const id of [await submitted(), await approved()]) {
      expect(outcome(await send('DELETE', id, ''))).toEqual([409, 'conflict']);
      expect((await full(id)).id).toBe(id);
    }
  });
  it('returns 412 for a stale If-Match and keeps the draft, and 204 for the current tag', async () => {
    const { id } = await createDocument(client);
    const tag = (await client('GET', at(id, '/with-sections'))).headers.get('etag')!;
    await send('PATCH', id, '', { title: 'y' });
    expect(outcome(await send('DELETE', id, '', undefined, { 'If-Match': tag }))).toEqual([
      412,
      'precondition_failed',
    ]);
    const current = (await client('GET', at(id, '/with-sections'))).headers.get('etag')!;
    expect((await send('DELETE', id, '', undefined, { 'If-Match': current })).status).toBe(204);
  });
  it('returns 404 for an unknown id', () => expectNotFound(client, 'pd', 'DELETE', (id) => at(id)));
  it('returns 204 once for 12 simultaneous requests, and 404 to the others', async () => {
    const { id } = await createDocument(client);
    expect(countStatuses(await atOnce(12, () => send('DELETE', id, '')))).toEqual({ 204: 1, 404: 11 });
  });
});

describe('updatePolicyDocumentAssets', () => {
  const change = (id: string, body: object, headers?: Record<string, string>) =>
    send('PATCH', id, '/assets', body, headers);
  const fileIds = ({ body }: { body: { assets: { fileId: string }[] } }) =>
    body.assets.map(({ fileId }) => fileId);

  it('attaches files in order and detaches others, in one change, and shows them in the document', async () => {
    const document = await createDocument(client);
    const files = await Promise.all(['a.pdf', 'b.pdf', 'c.pdf'].map((name) => uploadFile(client, name)));
    const [a, b, c] = files.map(({ id }) => id);
    const attached = await change(document.id, { attachFileIds: [b, a] });
    expect([attached.status, attached.body.documentId, fileIds(attached)]).toEqual([
      200,
      document.id,
      [b, a],
    ]);
    expect(attached.body.assets[1]).toEqual({
      fileId: a,
      fileName: 'a.pdf',
      mediaType: 'application/pdf',
      sizeBytes: 8,
    });
    expect(fileIds(await change(document.id, { attachFileIds: [c], detachFileIds: [b] }))).toEqual([a, c]);
    const now = await full(document.id);
    expect(fileIds({ body: now })).toEqual([a, c]);
    expect(now.updatedAt > document.updatedAt).toBe(true);
    expect(await operationsOf(client, 'policy-document', document.id)).toEqual([
      'created',
      'updated',
      'updated',
    ]);
  });
  it('keeps a file attached that is attached again, and lets a detached file be attached again', async () => {
    const { id } = await createDocument(client);
    const file = (await uploadFile(client)).id;
    await change(id, { attachFileIds: [file] });
    expect(fileIds(await change(id, { attachFileIds: [file] }))).toEqual([file]);
    expect(fileIds(await change(id, { detachFileIds: [file] }))).toEqual([]);
    expect(fileIds(await change(id, { attachFileIds: [file] }))).toEqual([file]);
  });
  it('changes nothing for an empty object', async () => {
    const document = await createDocument(client);
    expect((await change(document.id, {})).body).toEqual({ documentId: document.id, assets: [] });
    expect((await full(document.id)).updatedAt).toBe(document.updatedAt);
    expect(await operationsOf(client, 'policy-document', document.id)).toEqual(['created']);
  });
  it('returns 200 for an empty object in every status', async () => {
    for (const id of [await submitted(), await approved()])
      expect(await change(id, {})).toMatchObject({ status: 200, body: { documentId: id, assets: [] } });
  });
  it('returns 400 rather than 412 for a file that is not attached', async () => {
    const { id } = await createDocument(client);
    const reply = await change(id, { detachFileIds: ['fl_none'] }, { 'If-Match': '"stale"' });
    expect(outcome(reply)).toEqual([400, 'invalid_reference', 'detachFileIds.0']);
  });
  it('returns 400 invalid_reference for an unknown file or one that is not attached, and changes nothing', async () => {
    const { id } = await createDocument(client);
    const file = (await uploadFile(client)).id;
    for (const [body, field] of [
      [{ attachFileIds: [file, 'fl_none'] }, 'attachFileIds.1'],
      [{ attachFileIds: [id] }, 'attachFileIds.0'],
      [{ detachFileIds: [file] }, 'detachFileIds.0'],
      [{ attachFileIds: [file], detachFileIds: ['fl_none'] }, 'detachFileIds.0'],
    ] as const)
      expect(outcome(await change(id, body))).toEqual([400, 'invalid_reference', field]);
    expect((await full(id)).assets).toEqual([]);
  });
  it('returns 400 validation_error for the same file in both lists', async () => {
    const { id } = await createDocument(client);
    const file = (await uploadFile(client)).id;
    await change(id, { attachFileIds: [file] });
    const reply = await change(id, { attachFileIds: [file], detachFileIds: [file] });
    expect(outcome(reply).slice(0, 2)).toEqual([400, 'validation_error']);
  });
  it.each([
    { attachFileIds: [] },
    { attachFileIds: ['fl_x', 'fl_x'] },
    { attachFileIds: 'fl_x' },
    { files: [] },
  ])('returns 400 validation_error for %j', async (body) => {
    const { id } = await createDocument(client);
    expect(outcome(await change(id, body)).slice(0, 2)).toEqual([400, 'validation_error']);
  });
  it('returns 409 for a submitted or approved document', async () => {
    const attachFileIds = [(await uploadFile(client)).id];
    for (const id of [await submitted(), await approved()])
      expect(outcome(await change(id, { attachFileIds }))).toEqual([409, 'conflict']);
  });
  it('returns 404 for an unknown id', () =>
    expectNotFound(client, 'pd', 'PATCH', (id) => at(id, '/assets'), {}));
  it('returns 412 for a stale If-Match, and 200 for the tag of the record', async () => {
    const { id } = await createDocument(client);
    await expectConditionalChanges(client, at(id, '/with-sections'), async (headers) =>
      change(id, { attachFileIds: [(await uploadFile(client)).id] }, headers),
    );
  });
});

describe('reorderDocumentSections', () => {
  const reorder = (id: string, sectionIds: unknown[], headers?: Record<string, string>) =>
    send('PATCH', id, '/sections/reorder', { sectionIds }, headers);

  it('changes the display order and the positions, and keeps texts', async () => {
    const { id, sections } = await withSections();
    const [first, second, third] = sections;
    const { status, body } = await reorder(id, [third.id, first.id, second.id]);
    expect([status, body.sections]).toEqual([
      200,
      [
        { ...third, position: 1 },
        { ...first, position: 2 },
        { ...second, position: 3 },
      ],
    ]);
    expect(await full(id)).toEqual(body);
    expect(await operationsOf(client, 'policy-document', id)).toEqual(['created', 'updated']);
  });
  it('returns 400 validation_error for a missing or repeated section and an empty list', async () => {
    const { id, sections } = await withSections();
    const [a, b] = sections.map((section: { id: string }) => section.id);
    for (const ids of [[a, b], [a, b, b], []])
      expect(outcome(await reorder(id, ids)).slice(0, 2)).toEqual([400, 'validation_error']);
    expect((await full(id)).sections).toEqual(sections);
  });
  it('returns 400 invalid_reference for an id that is not a section of this document', async () => {
    const { id, sections } = await withSections();
    const other = (await withSections()).sections[0].id;
    const [a, b] = sections.map((section: { id: string }) => section.id);
    for (const foreign of [other, 'sec_none'])
      expect(outcome(await reorder(id, [a, b, foreign]))).toEqual([400, 'invalid_reference', 'sectionIds.2']);
    expect((await full(id)).sections).toEqual(sections);
  });
  it('returns 400 rather than 412 for an unknown and for a missing section', async () => {
    const { id, sections } = await withSections();
    const [a, b, c] = sections.map((section: { id: string }) => section.id);
    const stale = { 'If-Match': '"stale"' };
    expect(outcome(await reorder(id, [a, b, c, 'sec_none'], stale))[1]).toBe('invalid_reference');
    expect(outcome(await reorder(id, [a, b], stale))[1]).toBe('validation_error');
  });
  it('returns 409 for a submitted document', async () => {
    const { id, sections } = await withSections();
    await act(id, 'submit');
    const ids = sections.map((section: { id: string }) => section.id);
    expect(outcome(await reorder(id, ids))).toEqual([409, 'conflict']);
  });
  it('returns 404 for an unknown id', () =>
    expectNotFound(client, 'pd', 'PATCH', (id) => at(id, '/sections/reorder'), { sectionIds: ['sec_x'] }));
  it('returns 412 for a stale If-Match, and 200 for the tag of the record', async () => {
    const { id, sections } = await withSections();
    const ids = sections.map((section: { id: string }) => section.id);
    await expectConditionalChanges(client, at(id, '/with-sections'), (headers) =>
      reorder(id, headers['If-Match'] === '"stale"' ? ids : ids.reverse(), headers),
    );
  });
});

describe('submitPolicyDocument', () => {
  it('moves a draft to submitted, and records the submitter and the time', async () => {
    const { id, updatedAt } = await createDocument(client);
    const { status, body } = await act(id, 'submit');
    expect([status, body]).toEqual([
      200,
      { id, status: 'submitted', submittedAt: body.submittedAt, submittedBy: me },
    ]);
    const document = await full(id);
    expect(document).toMatchObject({ ...body });
    expect(document.updatedAt > updatedAt).toBe(true);
    expect(await operationsOf(client, 'policy-document', id)).toEqual(['created', 'submitted']);
  });
  it('returns 409 for a submitted and for an approved document', async () => {
    for (const id of [await submitted(), await approved()])
      expect(outcome(await act(id, 'submit'))).toEqual([409, 'conflict']);
  });
  it('returns 200 once for 12 simultaneous requests, and 409 to the others, with one entry in the log', async () => {
    const { id } = await createDocument(client);
    expect(countStatuses(await atOnce(12, () => act(id, 'submit')))).toEqual({ 200: 1, 409: 11 });
    expect(await operationsOf(client, 'policy-document', id)).toEqual(['created', 'submitted']);
  });
  it('returns the first response again for the same Idempotency-Key', async () => {
    const { id } = await createDocument(client);
    await expectSafeRetries(client, at(id, '/submit'), undefined);
  });
  it('processes the request again after a 409 with the same Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': unique('submit') };
    const id = await approved();
    expect((await send('POST', id, '/submit', undefined, headers)).status).toBe(409);
    await act(id, 'revert');
    expect((await send('POST', id, '/submit', undefined, headers)).status).toBe(200);
  });
  it('returns 422 for the same Idempotency-Key on another document', async () => {
    const headers = { 'Idempotency-Key': unique('submit') };
    const { id } = await createDocument(client);
    const { id: other } = await createDocument(client);
    expect((await send('POST', id, '/submit', undefined, headers)).status).toBe(200);
    expect(outcome(await send('POST', other, '/submit', undefined, headers))).toEqual([
      422,
      'idempotency_mismatch',
    ]);
  });
  it('returns 404 for an unknown id', () => expectNotFound(client, 'pd', 'POST', (id) => at(id, '/submit')));
});

describe('approvePolicyDocument', () => {
  it('moves a submitted document to approved, and creates the version with the next number', async () => {
    const id = await submitted();
    const { status, body } = await act(id, 'approve');
    expect([status, body]).toEqual([
      200,
      { id, status: 'approved', approvedAt: body.approvedAt, approvedBy: me, versionNumber: 1 },
    ]);
    expect((await full(id)).status).toBe('approved');
    await act(id, 'revert');
    await act(id, 'submit');
    expect((await act(id, 'approve')).body.versionNumber).toBe(2);
    expect(await operationsOf(client, 'policy-document', id)).toEqual([
      'created',
      'submitted',
      'approved',
      'reverted',
      'submitted',
      'approved',
    ]);
  });
  it('sets the review date to the day of the approval plus the interval', async () => {
    const id = await approved({ reviewIntervalDays: 30 });
    const [{ approvedAt }] = (await read(client, at(id, '/versions'))).data;
    const day = (time: number) => new Date(time).toISOString().slice(0, 10);
    expect((await full(id)).reviewDate).toBe(day(Date.parse(approvedAt.slice(0, 10)) + 30 * DAY));
    await act(id, 'revert');
    await send('PATCH', id, '', { reviewDate: '2040-01-01' });
    expect((await full(id)).reviewDate).toBe('2040-01-01');
    await act(id, 'submit');
    await act(id, 'approve');
    expect((await full(id)).reviewDate).toBe(day(Date.parse(approvedAt.slice(0, 10)) + 30 * DAY));
  });
  it('leaves the review date absent without an interval', async () => {
    expect((await full(await approved())).reviewDate).toBeUndefined();
  });
  it('returns 409 for a draft and for an approved document', async () => {
    for (const id of [(await createDocument(client)).id, await approved()])
      expect(outcome(await act(id, 'approve'))).toEqual([409, 'conflict']);
  });
  it('returns 200 once for 12 simultaneous requests, 409 to the others, and creates one version', async () => {
    const id = await submitted();
    expect(countStatuses(await atOnce(12, () => act(id, 'approve')))).toEqual({ 200: 1, 409: 11 });
    expect((await read(client, at(id, '/versions'))).total).toBe(1);
  });
  it('returns the first response again for the same Idempotency-Key', async () => {
    await expectSafeRetries(client, at(await submitted(), '/approve'), undefined);
  });
  it('returns 404 for an unknown id', () => expectNotFound(client, 'pd', 'POST', (id) => at(id, '/approve')));
});

describe('revertPolicyDocument', () => {
  it('makes an approved document a draft again, without its submission, and keeps its versions', async () => {
    const id = await approved();
    const versions = await read(client, at(id, '/versions'));
    const { status, body } = await act(id, 'revert');
    expect([status, body.status, body.submittedAt, body.submittedBy]).toEqual([
      200,
      'draft',
      undefined,
      undefined,
    ]);
    expect(await full(id)).toEqual({ ...body, sections: [], assets: [] });
    expect(await read(client, at(id, '/versions'))).toEqual(versions);
  });
  it('returns 409 for a draft and for a submitted document', async () => {
    for (const id of [(await createDocument(client)).id, await submitted()])
      expect(outcome(await act(id, 'revert'))).toEqual([409, 'conflict']);
  });
  it('returns the first response again for the same Idempotency-Key', async () => {
    await expectSafeRetries(client, at(await approved(), '/revert'), undefined);
  });
  it('returns 404 for an unknown id', () => expectNotFound(client, 'pd', 'POST', (id) => at(id, '/revert')));
});

describe('logPdfExport', () => {
  it('records each export in the log, in any status, and leaves the document unchanged', async () => {
    for (const id of [(await createDocument(client)).id, await submitted(), await approved()]) {
      const before = await full(id);
      const { status, body } = await act(id, 'log-pdf-export');
      expect([status, body]).toEqual([200, { documentId: id, exportedAt: body.exportedAt, exportedBy: me }]);
      await act(id, 'log-pdf-export');
      expect(await full(id)).toEqual(before);
      const history = await historyOf(client, 'policy-document', id);
      expect(history.slice(-2)).toMatchObject([
        { operation: 'pdf_exported', changes: [] },
        { operation: 'pdf_exported', changes: [] },
      ]);
    }
  });
  it('records one export for two requests with the same Idempotency-Key', async () => {
    const { id } = await createDocument(client);
    await expectSafeRetries(client, at(id, '/log-pdf-export'), undefined);
    expect(await operationsOf(client, 'policy-document', id)).toEqual(['created', 'pdf_exported']);
  });
  it('returns 404 for an unknown id', () =>
    expectNotFound(client, 'pd', 'POST', (id) => at(id, '/log-pdf-export')));
});

/** Approves a document, changes its title and approves it again. */
async function twoVersions() {
  const id = await approved({ title: 'First text' });
  await act(id, 'revert');
  await send('PATCH', id, '', { title: 'Second text' });
  await act(id, 'submit');
  await act(id, 'approve');
  return id;
}

describe('listDocumentVersions', () => {
  it('returns every version, latest first, and an empty list before the first approval', async () => {
    const id = await twoVersions();
    const { data, total } = await read(client, at(id, '/versions'));
    expect([data.map((row: { versionNumber: number }) => row.versionNumber), total]).toEqual([[2, 1], 2]);
    expect(data[0]).toMatchObject({ documentId: id, approvedBy: me });
    expect(new Set(data.map((row: { snapshotUrl: string }) => row.snapshotUrl)).size).toBe(2);
    expect(await read(client, at(await submitted(), '/versions'))).toEqual({ data: [], total: 0 });
  });
  it('returns 304 until a new approval', async () => {
    const id = await submitted();
    await expectTagToMove(client, at(id, '/versions'), () => act(id, 'approve'));
    await expectNotModified(client, at(id, '/versions'));
  });
  it('returns 404 for an unknown id', () => expectNotFound(client, 'pd', 'GET', (id) => at(id, '/versions')));
});

describe('getLatestDocumentVersion', () => {
  it('returns the version of the last approval, even while a revision is in progress', async () => {
    const id = await twoVersions();
    const [latest] = (await read(client, at(id, '/versions'))).data;
    expect(await read(client, at(id, '/versions/latest'))).toEqual(latest);
    await act(id, 'revert');
    await act(id, 'submit');
    expect(await read(client, at(id, '/versions/latest'))).toEqual(latest);
  });
  it('returns 404 for a document without an approval', async () => {
    expect(outcome(await send('GET', await submitted(), '/versions/latest'))).toEqual([404, 'not_found']);
  });
  it('returns 304 for its tag', async () =>
    expectNotModified(client, at(await approved(), '/versions/latest')));
  it('returns 404 for an unknown id', () =>
    expectNotFound(client, 'pd', 'GET', (id) => at(id, '/versions/latest')));
});

describe('getDocumentVersionByNumber', () => {
  it('returns one version, whose contents and tag never change', async () => {
    const id = await approved();
    const first = await send('GET', id, '/versions/1');
    await act(id, 'revert');
    await send('PATCH', id, '', { title: 'Second text' });
    await act(id, 'submit');
    await act(id, 'approve');
    const later = await send('GET', id, '/versions/1');
    expect([later.body, later.headers.get('etag')]).toEqual([first.body, first.headers.get('etag')]);
    expect((await read(client, at(id, '/versions/2'))).versionNumber).toBe(2);
  });
  it('returns 404 for an unknown number', async () => {
    const id = await approved();
    for (const number of ['2', '0', '-1', '1.5', 'x', '99999999999', 'constructor'])
      expect([number, ...outcome(await send('GET', id, `/versions/${number}`))]).toEqual([
        number,
        404,
        'not_found',
      ]);
  });
  it('returns 404 for an unknown id', () =>
    expectNotFound(client, 'pd', 'GET', (id) => at(id, '/versions/1')));
  it('returns 304 for its tag', async () => expectNotModified(client, at(await approved(), '/versions/1')));
});
