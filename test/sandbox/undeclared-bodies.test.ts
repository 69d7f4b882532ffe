// Tests that operations without a request body reject one, except reads and deletions, where it has no meaning.
import { contractDocument, operationsOf } from '../../src/contract/document';
import { rawRequest } from '../support/raw';
import { type Sandbox, startSandbox } from '../support/sandbox';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const ACTIONS = operationsOf(contractDocument)
  .filter(({ method, requestBody }) => !['GET', 'DELETE'].includes(method) && !requestBody)
  .map(({ operationId, method, path, parameters }) => {
    const [example] = Object.values(parameters.find(({ in: place }) => place === 'path')!.examples!);
    return [operationId, method, path.replace('{id}', String(example!.value))] as const;
  });

async function send(method: string, path: string, body: string | string[]) {
  const headers: [string, string][] = [
    ['X-API-Key', sandbox.key],
    ['Content-Type', 'application/json'],
  ];
  const { status, text } = await rawRequest(sandbox.url, method, path, { headers, body });
  return { status, body: JSON.parse(text) as { error?: string; details?: { field: string }[] } };
}

describe.each(ACTIONS)('%s', (_operationId, method, path) => {
  it.each([
    ['an object', '{}'],
    ['text', 'x'],
    ['a body in chunks', ['{', '}']],
  ])('returns 400 for %s as the body, and changes nothing', async (_what, body) => {
    const { data } = (await sandbox.client('GET', '/activity')).body;
    const reply = await send(method, path, body);
    expect([reply.status, reply.body.error, reply.body.details![0]!.field]).toEqual([
      400,
      'validation_error',
      'body',
    ]);
    expect((await sandbox.client('GET', '/activity')).body.data).toEqual(data);
  });

  it('accepts Content-Type: application/json without a body', async () => {
    expect((await send(method, path, '')).body.details?.[0]?.field).not.toBe('body');
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
