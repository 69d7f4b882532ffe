// A document that is not this server's own: whatever it declares is answered and asked for as it stands there.
import type { ContractDocument } from '../../src/contract/document';
import { type Sandbox, startSandbox } from '../support/sandbox';

const json = (value: unknown, schema: object = {}) => ({ 'application/json': { schema, examples: { shown: { value } } } });

/** As somebody else would write it, with errors of their own. */
const document: ContractDocument = {
  openapi: '3.1.0',
  info: { title: 'Substations', version: '1.0.0' },
  components: {},
  paths: {
    '/substations': {
      get: {
        operationId: 'getSubstations',
        summary: 'List',
        responses: {
          200: { description: 'All.', content: json([]) },
          402: { description: 'A code that the catalog does not have.', content: json({ error: 'payment_required', message: 'Pay first.', invoice: 7 }) },
          403: { description: 'A name that every object has.', content: json({ error: 'toString' }) },
          404: { description: 'One of the catalog.', content: json({ error: 'not_found', message: 'There is none.' }) },
          409: { description: 'One of the catalog, of another status.', content: json({ error: 'not_found', message: 'There is none.' }) },
          410: { description: 'Nothing to read.' },
          422: { description: 'A problem.', content: { 'application/problem+json': { schema: {}, examples: { shown: { value: { title: 'Not so' } } } } } },
        },
      },
    },
  },
};

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox(document)));
afterAll(() => sandbox.close());

it.each([
  [402, 'application/json; charset=utf-8', '{"error":"payment_required","message":"Pay first.","invoice":7}'],
  [403, 'application/json; charset=utf-8', '{"error":"toString"}'],
  [404, 'application/json; charset=utf-8', '{"error":"not_found","message":"There is none."}'],
  [409, 'application/json; charset=utf-8', '{"error":"not_found","message":"There is none."}'],
  [410, null, ''],
  [422, 'application/problem+json; charset=utf-8', '{"title":"Not so"}'],
])('an error is answered as the document declares it: %d', async (code, type, text) => {
  const answer = await fetch(`${sandbox.url}/substations`, { headers: { 'X-API-Key': sandbox.key, Prefer: `code=${code}` } });
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([code, type, text]);
  expect([answer.headers.get('cache-control'), answer.headers.get('x-answered-by')]).toEqual(['no-store', 'mock']);
});
