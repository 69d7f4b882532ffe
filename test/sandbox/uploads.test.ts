// Tests files in forms: valid ones are accepted, invalid ones are rejected, and none of them blocks or ends
// the sandbox.
import { connect } from 'node:net';
import { rawRequest } from '../support/raw';
import { type Sandbox, startSandbox } from '../support/sandbox';
import { create, read } from '../support/world';
import { createPerson, createWorld } from '../support/worlds';
import { SCADA } from './walk-ids';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());
afterEach(async () => expect((await sandbox.client('GET', '/control-centers')).status).toBe(200));

const IMPORT = `/cyber-systems/${SCADA}/cyber-assets/import`;
const UPLOAD = '/policy-documents/upload';
const PDF = 'application/pdf';
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const CSV = 'name,asset_type\nMLB345-RTU02,hardware\n';
const PLAN = '%PDF-1.7\nCIP-009\n';
const PATHS = [
  ['importCyberAssets', IMPORT, 'text/csv', CSV, 'assets.csv'],
  ['uploadPolicyDocumentFile', UPLOAD, PDF, PLAN, 'plan.PDF'],
] as const;

const BOUNDARY = 'cedar-valley';
/** Returns a part with a file. An empty media type omits the Content-Type, and an empty name the file name. */
const partOf = (type: string, fileName: string, content: string, name = 'file') =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${fileName && `; filename="${fileName}"`}\r\n` +
  `${type && `Content-Type: ${type}\r\n`}\r\n${content}\r\n`;
const field = (name: string, content: string) => partOf('', '', content, name);
const END = `--${BOUNDARY}--\r\n`;

async function send(
  path: string,
  body: string | Buffer | (string | Buffer)[],
  headers: Record<string, string> = {},
) {
  const all = {
    'X-API-Key': sandbox.key,
    'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
    ...headers,
  };
  const { status, text } = await rawRequest(sandbox.url, 'POST', path, {
    body,
    headers: Object.entries(all),
  });
  const parsed = JSON.parse(text) as { error?: string; message?: string; details?: { field: string }[] };
  return {
    status,
    error: parsed.error,
    fields: parsed.details?.map(({ field: named }) => named),
    message: parsed.message,
  };
}

describe.each(PATHS)('%s', (_operationId, path, type, valid, fileName) => {
  const part = (name: string, content: string) => partOf(type, fileName, content, name);

  it.each([
    ['one file', part('file', valid) + END],
    ['a file after a preamble', `to be ignored\r\n${part('file', valid)}${END}`],
    ['a file without a line break at the end', part('file', `${valid}LAST-LINE01,hardware`) + END],
    ['a file with a line similar to the boundary', part('file', `${valid}a--${BOUNDARY},hardware\n`) + END],
  ])('returns 201 for %s', async (_what, body) => {
    expect((await send(path, body)).status).toBe(201);
  });

  it.each([
    ['a NUL character', 'a\0.pdf', 'has a NUL character'],
    ['a sign that turns the direction', 'a\u202efdp.exe.pdf', 'has a right-to-left override'],
    ['a tab', 'a\tb.csv', 'has a tab'],
  ])('returns 400 for a file name with %s', async (_what, name, fault) => {
    const { status, fields, message } = await send(path, partOf(type, name, valid) + END);
    expect({ status, fields }).toEqual({ status: 400, fields: ['file'] });
    expect(message).toContain(`the name of the file file ${fault}`);
  });

  it('returns 201 for a form that arrives byte by byte', async () => {
    expect((await send(path, [...(part('file', valid) + END)])).status).toBe(201);
  });

  it.each([
    ['no part', END, 'file'],
    ['an empty file', part('file', '') + END, 'file'],
    ['an unknown part', part('file', valid) + field('notes', 'x') + END, 'notes'],
    ['an unknown file', part('file', valid) + part('second', valid) + END, 'second'],
    ['the file under another name', part('csv', valid) + END, 'file'],
    ['the name of a file as a plain field', field('file', fileName) + END, 'file'],
    ['a text of one line as a plain field', field('file', valid.split('\n').join(' ')) + END, 'file'],
    ['a duplicate file', part('file', valid) + part('file', valid) + END, 'file'],
    ['a part named __proto__', part('file', valid) + field('__proto__', 'x') + END, '__proto__'],
    ['a part named toString', part('file', valid) + field('toString', 'x') + END, 'toString'],
    ['a body that is truncated in the file', part('file', valid), 'body'],
    ['a body that is truncated in the header of a part', part('file', valid).slice(0, 40), 'body'],
    ['a body that is not a form', 'name,asset_type\n', 'body'],
    ['an empty body', '', 'body'],
  ])('returns 400 for %s, and names the field', async (_what, body, named) => {
    const { status, error, fields } = await send(path, body);
    expect([status, error]).toEqual([400, 'validation_error']);
    expect(fields).toContain(named);
  });

  it('returns 400 for a form without a boundary', async () => {
    expect(
      await send(path, part('file', valid) + END, { 'Content-Type': 'multipart/form-data' }),
    ).toMatchObject({ status: 400, error: 'validation_error', fields: ['body'] });
  });

  it.each([
    'application/json',
    'text/csv',
    'application/x-www-form-urlencoded',
    'multipart/mixed; boundary=x',
    '',
  ])('returns 415 for %j instead of a form', async (other) => {
    expect(await send(path, JSON.stringify({ file: CSV }), { 'Content-Type': other })).toMatchObject({
      status: 415,
      error: 'unsupported_media_type',
    });
  });

  it('returns 415 for a compressed form', async () => {
    expect((await send(path, part('file', valid) + END, { 'Content-Encoding': 'gzip' })).status).toBe(415);
  });

  it.each(['image/gif', 'application/x-msdownload', 'application/json'])(
    'returns 415 for a file of the media type %j, with the accepted media types',
    async (other) => {
      const { status, error, message } = await send(path, partOf(other, fileName, valid) + END);
      expect([status, error]).toEqual([415, 'unsupported_media_type']);
      expect(message).toContain(type);
    },
  );

  it.each(['application/octet-stream', 'text/plain', 'application/vnd.ms-excel', ''])(
    'returns 201 for a file of the media type %j, by the ending of its name, and 415 for another ending',
    async (untold) => {
      const statuses = [];
      for (const name of [fileName, 'plan.exe', 'csv'])
        statuses.push((await send(path, partOf(untold, name, valid) + END)).status);
      expect(statuses).toEqual([201, 415, 415]);
    },
  );

  it('returns 201 for a part without a file name, by its content', async () => {
    expect((await send(path, field('file', valid) + END)).status).toBe(201);
  });

  it('returns 201 for a file whose media type has uppercase letters or a parameter', async () => {
    expect(
      (await send(path, partOf(`${type.toUpperCase()}; charset=utf-8`, fileName, valid) + END)).status,
    ).toBe(201);
  });

  it('returns 401 before the form is read', async () => {
    expect((await send(path, 'no form', { 'X-API-Key': 'none' })).status).toBe(401);
  });

  it('a client that disconnects during an upload does not affect other clients', async () => {
    const { hostname, port } = new URL(sandbox.url);
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${sandbox.key}\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: 100000\r\n\r\n`;
    await new Promise<void>((resolve) => {
      const socket = connect(Number(port), hostname, () =>
        socket.write(head + part('file', valid), () => socket.destroy()),
      );
      socket.once('close', () => resolve());
    });
    expect((await send(path, part('file', valid) + END)).status).toBe(201);
  });
});

const PNG = '\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR';
const JPEG = '\xff\xd8\xff\xe0\x00\x10JFIF\x00';
const FILES = [
  [PDF, 'plan.pdf', PLAN],
  [DOCX, 'plan.docx', 'PK\u0003\u0004'],
  ['image/png', 'panel.PNG', PNG],
  ['image/jpeg', 'panel.jpg', JPEG],
  ['image/jpeg', 'panel.jpeg', JPEG],
  ['text/plain', 'ports.txt', 'open: 443'],
  ['text/csv', 'accounts.csv', CSV],
] as const;
const bytesOf = (content: string): Blob => new Blob([Buffer.from(content, 'latin1')]);

it.each(FILES)(
  'uploads a %s file named %s by its ending, and returns its bytes',
  async (type, name, content) => {
    const form = new FormData();
    form.append('file', bytesOf(content), name);
    const reply = await sandbox.client('POST', UPLOAD, { body: form });
    expect([reply.status, reply.body]).toMatchObject([201, { mediaType: type, sizeBytes: content.length }]);
    const { body } = await sandbox.client('GET', '/policy-documents/processing-files');
    const listed = (body as { data: { id: string; downloadUrl: string }[] }).data.at(-1)!;
    expect(listed.id).toBe((reply.body as { id: string }).id);
    const file = await fetch(listed.downloadUrl);
    expect(Buffer.from(await file.arrayBuffer()).toString('latin1')).toBe(content);
    expect([...file.headers]).toEqual(
      expect.arrayContaining([
        ['content-type', type],
        ['content-disposition', `attachment; filename=${name}`],
        ['x-content-type-options', 'nosniff'],
      ]),
    );
  },
);

it.each([
  ['contributor', true],
  ['auditor', false],
])('lets a %s upload a file and add it as evidence: %s, as check-access says', async (role, isAllowed) => {
  const world = await createWorld(sandbox);
  const { client } = await createPerson(sandbox, role, world);
  const { allowed } = await read(client, '/users/me/check-access?permission=evidence:write');
  const form = new FormData();
  form.append('file', bytesOf(PNG), 'panel.png');
  const reply = await client('POST', UPLOAD, { body: form });
  expect([allowed, reply.status]).toEqual([isAllowed, isAllowed ? 201 : 403]);
  if (!isAllowed) return;
  const { id: fileId } = reply.body as { id: string };
  const { id: resourceId } = await create(client, '/tasks', { title: 'Check the panel' });
  await create(client, '/evidence', { resourceId, resourceType: 'task', type: 'file', fileId });
});

it('names the link of a file that the world does not have, and keeps files apart from other worlds', async () => {
  const form = new FormData();
  form.append('file', bytesOf(PLAN), 'plan.pdf');
  const { body } = await sandbox.client('POST', UPLOAD, { body: form });
  const { downloadUrl } = body as { downloadUrl: string };
  const other = await createWorld(sandbox);
  expect((await fetch(downloadUrl)).status).toBe(200);
  expect((await fetch(downloadUrl.replace(/org_\w+/, other.id))).status).toBe(404);
  expect((await fetch(downloadUrl.replace(/fl_\w+/, 'fl_unknown'))).status).toBe(404);
});

it('keeps the bytes in a fork of the world', async () => {
  const world = await createWorld(sandbox);
  const form = new FormData();
  form.append('file', bytesOf(JPEG), 'panel.jpg');
  await world.client('POST', UPLOAD, { body: form });
  const fork = await createWorld(sandbox, { from: world.id });
  const { body } = await fork.client('GET', '/policy-documents/processing-files');
  const { downloadUrl } = (body as { data: { downloadUrl: string }[] }).data.at(-1)!;
  expect(downloadUrl).toContain(fork.id);
  expect((await (await fetch(downloadUrl)).arrayBuffer()).byteLength).toBe(JPEG.length);
});

it.each([
  ['CSV', PDF, 'plan.pdf', CSV, 'PDF'],
  ['a PDF', DOCX, 'plan.docx', PLAN, 'DOCX'],
  ['CSV', '', 'plan.docx', CSV, 'DOCX'],
  ['CSV', 'application/octet-stream', 'plan.pdf', CSV, 'PDF'],
  ['CSV', '', 'panel.png', CSV, 'PNG'],
  ['a PDF', 'image/jpeg', 'panel.jpg', PLAN, 'JPEG'],
])(
  'uploadPolicyDocumentFile returns 400 for %s with the media type %j and the name %s',
  async (_what, type, name, content, wanted) => {
    const reply = await send(UPLOAD, partOf(type, name, content) + END);
    expect(reply).toMatchObject({ status: 400, error: 'validation_error', fields: ['file'] });
    expect(reply.message).toContain(`must be a ${wanted} file`);
  },
);

it.each([
  ['text/plain', 'notes.txt', 'must be a text, without binary content'],
  ['text/csv', 'accounts.csv', 'must be a CSV file, without binary content'],
])('uploadPolicyDocumentFile returns 400 for binary content as %s', async (type, name, message) => {
  const reply = await send(UPLOAD, partOf(type, name, 'a\0b') + END);
  expect([reply.status, reply.message]).toEqual([400, expect.stringContaining(message)]);
});

it('uploadPolicyDocumentFile names a file without a name by its part and content', async () => {
  const form = new FormData();
  form.append('file', PLAN);
  const reply = await sandbox.client('POST', UPLOAD, { body: form });
  expect(reply.body).toMatchObject({ fileName: 'file.pdf', mediaType: PDF });
});

it('uploadPolicyDocumentFile returns the name, media type and size of the file, and shortens long names', async () => {
  const upload = async (name: string) => {
    const form = new FormData();
    form.append('file', new Blob(['%PDF-1.7 …'], { type: PDF }), name);
    return (
      await fetch(sandbox.url + UPLOAD, { method: 'POST', headers: { 'X-API-Key': sandbox.key }, body: form })
    ).json();
  };
  expect(await upload('Recovery plan, ärea 2.pdf')).toMatchObject({
    fileName: 'Recovery plan, ärea 2.pdf',
    mediaType: PDF,
    sizeBytes: 12,
    status: 'processing',
  });
  expect(await upload(`${'x'.repeat(252)}.pdf`)).toMatchObject({
    fileName: `${'x'.repeat(252)}.pd`,
    mediaType: PDF,
  });
});

it.each([
  ['importCyberAssets', IMPORT, 'text/csv', 10 * 1024 * 1024, 400], // it is no CSV of assets
  ['uploadPolicyDocumentFile', UPLOAD, PDF, 25 * 1024 * 1024, 201],
])(
  '%s reads a file of the maximum size, and returns 413 for one more byte',
  async (_operationId, path, type, bytes, status) => {
    const file = '%PDF-'.padEnd(bytes, 'x');
    expect((await send(path, partOf(type, 'a', file) + END)).status).toBe(status);
    expect(await send(path, partOf(type, 'a', `${file}x`) + END)).toMatchObject({
      status: 413,
      error: 'payload_too_large',
    });
  },
);

it.each([
  ['name', partOf('text/csv', 'b.csv', CSV)],
  ['media type', partOf('text/plain', 'a.txt', CSV)],
])(
  'uploadPolicyDocumentFile returns 422 for a file of another %s under one Idempotency-Key',
  async (_what, other) => {
    const headers = { 'Idempotency-Key': `upload ${other.length}` };
    const first = partOf('text/csv', 'a.csv', CSV);
    const statuses = [];
    for (const part of [first, other, first]) statuses.push((await send(UPLOAD, part + END, headers)).status);
    expect(statuses).toEqual([201, 422, 201]);
  },
);
