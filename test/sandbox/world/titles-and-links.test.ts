// The rules of titles, links and document types, which several operations share.
import { contractDocument } from '../../../src/contract/document';
import type { HttpMethod } from '../../../src/contract/document';
import { type Sandbox, startSandbox } from '../../support/sandbox';
import { create, outcome } from '../../support/world';
import { createWorld } from '../../support/worlds';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const file = { fileId: 'fl_missing' };
const TITLED: [method: HttpMethod, path: string, others: object][] = [
  ['POST', '/tasks', {}],
  ['PUT', '/tasks/tsk_missing', { status: 'open' }],
  ['POST', '/training-modules', {}],
  ['PATCH', '/training-modules/tm_missing', {}],
  ['POST', '/policy-documents', {}],
  ['PATCH', '/policy-documents/pd_missing', {}],
  ['POST', '/policy-documents/create-from-processed', file],
];

describe.each(TITLED)('%s %s', (method, path, others) => {
  it.each([
    ['is empty', ''],
    ['has only spaces', '   '],
    ['starts with a space', ' Review'],
    ['ends with a space', 'Review '],
    ['has a tab', 'Review\tplan'],
    ['has a zero-width space', 'Review\u200bplan'],
    ['has a bidirectional control', 'Review \u202eplan'],
    ['is only a zero-width joiner', '\u200d'],
    ['has a lone surrogate', 'Review \ud800'],
    ['has 256 characters', 'x'.repeat(256)],
  ])('returns 400 for a title that %s', async (_what, title) => {
    const reply = await sandbox.client(method, path, { body: { title, ...others } });
    expect(outcome(reply)).toEqual([400, 'validation_error', 'title']);
  });

  it.each(['R', 'Überprüfung 変電所 🔌 (CIP-007-6 R2)', 'x'.repeat(255)])(
    'accepts the title %s',
    async (title) => {
      const { status } = await sandbox.client(method, path, { body: { title, ...others } });
      expect([201, 400, 404]).toContain(status);
      if (status === 400) expect(others).toBe(file);
    },
  );
});

describe.each([
  ['POST', '/training-modules', { title: 'Course' }],
  ['PATCH', '/training-modules/tm_missing', {}],
] as const)('%s %s', (method, path, others) => {
  const send = (externalModuleUrl: string) =>
    sandbox.client(method, path, { body: { externalModuleUrl, ...others } });

  it.each([
    'javascript:alert(1)',
    'ftp://lms.example/1',
    'lms.example/1',
    '/courses/1',
    'https://',
    'https:a',
    '',
  ])('returns 400 for the link %j, and says which links are allowed', async (link) => {
    const reply = await send(link);
    expect(outcome(reply)).toEqual([400, 'validation_error', 'externalModuleUrl']);
    if (link !== '')
      expect(reply.body.message).toMatch(/must be an absolute http or https URL, such as https/);
  });

  it.each(['http://lms.example', 'HTTPS://LMS.example:8443/a?b=c#d', 'https://[2001:db8::1]/course'])(
    'accepts the link %s',
    async (link) => expect([201, 404]).toContain((await send(link)).status),
  );
});

describe('the document types that the contract names', () => {
  const schema = JSON.stringify(contractDocument.components.schemas!['CreatePolicyDocumentRequest']);
  const named = schema.match(/dt_[0-9a-z]{26}/g)!;

  it.each(['demo', 'empty'])('exist in a new %s world', async (from) => {
    const { client } = await createWorld(sandbox, { from });
    expect(named).toHaveLength(2);
    for (const id of named)
      expect(await create(client, '/policy-documents', { title: 'Plan', documentTypeId: id })).toMatchObject({
        documentTypeId: id,
      });
  });
});
