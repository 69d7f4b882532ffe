// Tests that actions without fields accept no body or `{}` and reject others, except reads and deletions, where a body
// has no meaning.
import { contractDocument, listOperations } from '../../src/contract/document';
import { rawRequest } from '../support/raw';
import { type Sandbox, startSandbox } from '../support/sandbox';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const ACTIONS = listOperations(contractDocument)
  .filter(({ method, requestBody }) => !['GET', 'DELETE'].includes(method) && !requestBody)
  .map(({ operationId, method, path, parameters }) => {
    const [example] = Object.values(parameters.find(({ in: place }) => place === 'path')!.examples!);
    return [operationId, method, path.replace('{id}', String(example!.value))] as const;
  });

async function send(method: string, path: string, body: string | string[], type = 'application/json') {
  const headers: [string, string][] = [
    ['X-API-Key', sandbox.key],
    ['Content-Type', type],
  ];
  const { status, text } = await rawRequest(sandbox.url, method, path, { headers, body });
  return { status, body: JSON.parse(text) as { error?: string; details?: { field: string }[] } };
}

describe.each(ACTIONS)('%s', (_operationId, method, path) => {
  it.each([
    ['an object with a field', '{"reason":"Reviewed"}', 'validation_error'],
    ['a list', '[]', 'validation_error'],
    ['null', 'null', 'validation_error'],
    ['text', 'x', 'invalid_json'],
    ['a text in chunks', ['{', '"a":1}'], 'validation_error'],
  ])('returns 400 for %s as the body, and changes nothing', async (_what, body, error) => {
    const { data } = (await sandbox.client('GET', '/activity')).body;
    const reply = await send(method, path, body);
    expect([reply.status, reply.body.error]).toEqual([400, error]);
    if (error === 'validation_error') expect(reply.body.details![0]!.field).toBe('body');
    expect((await sandbox.client('GET', '/activity')).body.data).toEqual(data);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'])(
    'returns 415 for a body of the type %s',
    async (type) => {
      expect((await send(method, path, '{}', type)).status).toBe(415);
    },
  );

  it.each([
    ['no body', '', 'application/json'],
    ['no body of another type', '', 'text/plain'],
    ['{}', '{}', 'application/json'],
    ['{} in chunks, with white space', ['{', ' }\n'], 'application/json; charset=UTF-8'],
    ['{} of another JSON type', '{}', 'application/vnd.api+json'],
  ])('accepts %s', async (_what, body, type) => {
    expect([400, 413, 415]).not.toContain((await send(method, path, body, type)).status);
  });
});

it('covers the five actions without a body', () => {
  expect(ACTIONS.map(([operationId]) => operationId).sort()).toEqual([
    'approvePolicyDocument',
    'logPdfExport',
    'resendInvitation',
    'revertPolicyDocument',
    'submitPolicyDocument',
  ]);
});
