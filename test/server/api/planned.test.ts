// The planned operations on the real server: told as such to whoever has a key, whatever the request. That
// others get 401 is in test/bad-input/keys.test.ts.
import { operations } from '../../../generated/operations';
import { contractDocument, listOperations } from '../../../src/contract/document';
import { rawRequest } from '../../support/raw';
import { type TestServer, startTestServer } from '../../support/server';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

interface WithExamples {
  name: string;
  examples: Record<string, { value: string }>;
}

/** The path of an operation with the contract's example for each parameter. */
function examplePath(operationId: string): string {
  const { path, parameters } = listOperations(contractDocument).find(
    (operation) => operation.operationId === operationId,
  )!;
  return path.replace(/\{(\w+)\}/g, (_template, name: string) => {
    const parameter = parameters.find((candidate) => candidate.name === name) as unknown as WithExamples;
    return Object.values(parameter.examples)[0]!.value;
  });
}

const PLANNED = operations
  .filter(({ availability }) => availability === 'planned')
  .map(({ operationId, method }): [operationId: string, method: string, path: string] => [
    operationId,
    method,
    examplePath(operationId),
  ]);

const call = (method: string, path: string, key: string, body: string) =>
  rawRequest(test.url, method, path, {
    headers: [
      ['X-API-Key', key],
      ['Content-Type', 'text/plain'],
    ],
    ...(method === 'GET' || method === 'DELETE' ? {} : { body }),
  });

describe('planned operations', () => {
  it.each(PLANNED)(
    'returns 501 for %s (%s %s) with a valid key, for every body',
    async (operationId, method, path) => {
      for (const body of ['', '{"malformed', 'x'.repeat(200_000)]) {
        const { status, text, headers } = await call(method, path, test.cedar.key, body);
        const answer = JSON.parse(text) as { error: string; message: string };
        expect([status, answer.error]).toEqual([501, 'not_implemented']);
        expect(answer.message).toContain(operationId);
        expect(headers['x-request-id']).toBeDefined();
      }
    },
  );

  it('returns 501 for every id, query and condition', async () => {
    for (const path of ['/tasks/anything', '/tasks/tsk_1?x=1&x=2', '/users/me/check-access']) {
      expect((await test.client('GET', path, { headers: { 'If-None-Match': '*' } })).status).toBe(501);
    }
  });

  it('returns 501 for HEAD of a planned GET, without a body', async () => {
    const { status, text } = await test.client('HEAD', '/tasks');
    expect([status, text]).toEqual([501, '']);
  });

  it('returns 204 with Allow for OPTIONS, and 405 for a method that is not planned', async () => {
    expect((await test.client('OPTIONS', '/tasks/bulk')).headers.get('allow')?.split(', ')).toContain('POST');
    expect((await test.client('PATCH', '/tasks/tsk_1', { body: {} })).status).toBe(405);
  });

  it('returns 501 and leaves the inventory unchanged', async () => {
    const before = (await test.client('GET', '/facilities')).text;
    expect((await test.client('POST', '/facilities', { body: { name: 'New Substation' } })).status).toBe(501);
    expect((await test.client('DELETE', '/facilities/fac_cedar_sun')).status).toBe(501);
    expect((await test.client('GET', '/facilities')).text).toBe(before);
  });
});
