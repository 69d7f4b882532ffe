// Tests what a sandbox reports about an external document at startup, and that its responses agree.
import { request } from 'node:http';
import type { ContractDocument } from '../../src/contract/document';
import { type Sandbox, startSandbox } from '../support/sandbox';

const json = (media: object) => ({ description: 'One.', content: { 'application/json': media } });
const named = (example: object) => json({ schema: { $ref: '#/components/schemas/Named' }, example });
const responding = (responses: object, parameters: object[] = []) => ({ parameters, responses });
const path = (name: string, schema: object) => ({ name, in: 'path', required: true, schema });
const id = path('id', { type: 'string' });
const fine = { 200: named({ name: 'B1' }) };

const document = {
  openapi: '3.1.0',
  components: {
    schemas: {
      Named: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 3 } } },
      Ids: { type: 'array', items: { type: 'string' } },
    },
    responses: {
      Missing: json({
        schema: { type: 'object', required: ['error'] },
        examples: { unknown: { value: {} }, sound: { value: { error: 'not_found' } } },
      }),
    },
  },
  paths: {
    '/breakers': {
      get: { operationId: 'listBreakers', ...responding(fine) },
      head: { operationId: 'headBreakers', ...responding(fine) },
      options: responding(fine),
      trace: responding(fine),
    },
    '/header': { head: responding(fine) },
    '/preflight': { options: responding(fine) },
    '/no-success': { get: responding({ 400: { description: 'Rejected.' } }) },
    '/no-responses': { delete: {} },
    '/wildcard': { get: responding({ '2XX': named({ name: 'B1' }), 302: { description: 'There.' } }) },
    '/default': { get: responding({ default: named({ name: 'B1' }) }) },
    '/moved': { get: responding({ 302: { description: 'There.' }, 404: { description: 'Nowhere.' } }) },
    '/several/{ids}': { get: responding(fine, [path('ids', { $ref: '#/components/schemas/Ids' })]) },
    '/point/{at}': { get: responding(fine, [path('at', { type: 'object' })]) },
    '/photos/{id}': { get: { operationId: 'getPhoto', ...responding(fine, [id]) } },
    '/photos/{id}#small': { get: responding(fine, [id]) },
    '/photos/{id}/small.{format}': { get: responding(fine, [id]) },
    '/twice/{id}': { get: { operationId: 'getTwice', ...responding(fine, [id]) } },
    '/a/second/{id}': { get: { operationId: 'getTwice', ...responding(fine, [id]) } },
    '/broken': {
      get: {
        operationId: 'getBroken',
        ...responding({
          200: json({
            schema: { $ref: '#/components/schemas/Named' },
            examples: { long: { value: { name: 'Breaker' } }, short: { value: { name: 'B1' } } },
          }),
          404: { $ref: '#/components/responses/Missing' },
        }),
      },
      delete: {
        operationId: 'deleteBroken',
        ...responding({ 204: { description: 'Gone.' }, 404: { $ref: '#/components/responses/Missing' } }),
      },
    },
  },
} as unknown as ContractDocument;

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox(document)));
afterAll(() => sandbox.close());

/** Sends any method: fetch does not allow TRACE. */
const send = (method: string, path: string): Promise<{ status: number; allow?: string; text: string }> =>
  new Promise((resolve, reject) => {
    request(sandbox.url + path, { method, headers: { 'X-API-Key': sandbox.key } }, (response) => {
      const { statusCode, headers } = response;
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: statusCode!, text, ...(headers.allow ? { allow: headers.allow } : {}) }),
      );
    })
      .once('error', reject)
      .end();
  });

test('names every difference between the document and the served operations', () => {
  expect(sandbox.server.startupReport()).toEqual([
    'The document has no info.title and info.version. The sandbox uses "Untitled" and "0.0.0".',
    'GET /moved declares no 2xx response and returns 302.',
    'GET /no-success is unsupported and returns 501: it declares no 2xx response.',
    'DELETE /no-responses is unsupported and returns 501: it declares no 2xx response.',
    'GET /several/{ids} is unsupported and returns 501: its path parameter ids is an array.',
    'GET /point/{at} is unsupported and returns 501: its path parameter at is an object.',
    'GET /photos/{id}#small is unsupported and returns 501: ' +
      'its path segment {id}#small combines text and a parameter.',
    'GET /photos/{id}/small.{format} is unsupported and returns 501: ' +
      'its path segment small.{format} combines text and a parameter.',
    'HEAD /breakers is not served as authored: a HEAD request gets the header fields of the GET response.',
    'OPTIONS /breakers is not served as authored: an OPTIONS request gets 204 with Allow.',
    'TRACE /breakers is not served as authored: TRACE is not supported.',
    'HEAD /header is not served as authored: HEAD is supported only with GET.',
    'OPTIONS /preflight is not served as authored: an OPTIONS request gets 204 with Allow.',
    'The 200 example long of getBroken breaks its schema and is served unchanged: ' +
      '/name must NOT have more than 3 characters.',
    'The 404 example unknown of getBroken and 1 more breaks its schema and is served unchanged: ' +
      "must have required property 'error'.",
    'These operations return examples or generated values: listBreakers, GET /wildcard, GET /default, ' +
      'GET /moved, getPhoto, getTwice, GET /a/second/{id}, getBroken, deleteBroken.',
  ]);
});

it.each([
  ['GET', '/no-success'],
  ['DELETE', '/no-responses'],
  ['GET', '/several/a,b'],
  ['GET', '/point/x,1,y,2'],
  ['GET', '/photos/7/small.png'],
  ['TRACE', '/breakers'],
  ['HEAD', '/header'],
])('returns 501 for %s %s, which the report names', async (method, path) => {
  expect((await send(method, path)).status).toBe(501);
});

it('returns 501 with the reason of the report', async () => {
  expect(JSON.parse((await send('GET', '/several/a')).text)).toEqual({
    error: 'not_implemented',
    message: 'This server does not support GET /several/{ids}: its path parameter ids is an array.',
  });
});

it.each([
  ['HEAD', '/breakers', 200, undefined],
  ['OPTIONS', '/breakers', 204, 'GET, HEAD, OPTIONS, TRACE'],
  ['OPTIONS', '/preflight', 204, 'OPTIONS'],
  ['GET', '/preflight', 405, 'OPTIONS'],
  ['HEAD', '/no-responses', 405, 'DELETE, OPTIONS'],
  ['HEAD', '/nowhere', 404, undefined],
  ['GET', '/moved', 302, undefined],
  ['GET', '/wildcard', 200, undefined],
  ['GET', '/default', 200, undefined],
])('answers %s %s with %i', async (method, path, status, allow) => {
  expect(await send(method, path)).toMatchObject({ status, ...(allow ? { allow } : {}) });
});

it('prefers an operation without text next to its path parameter', async () => {
  expect((await send('GET', '/photos/7')).status).toBe(200);
});

it('routes two operations with the same operationId', async () => {
  expect((await send('GET', '/twice/7')).status).toBe(200);
  expect((await send('GET', '/a/second/7')).status).toBe(200);
});

it('shows a placeholder for the missing version', async () => {
  const response = await fetch(`${sandbox.url}/breakers`, { headers: { 'X-API-Key': sandbox.key } });
  expect(response.headers.get('x-contract-version')).toBe('0.0.0');
});

it('reports nothing about its own contract', async () => {
  const own = await startSandbox();
  expect(own.server.startupReport()).toEqual([]);
  await own.close();
});

it('checks the examples of 100 operations in less than 0.3 seconds', async () => {
  const { get } = document.paths['/broken']!;
  const paths = Object.fromEntries(
    Array.from({ length: 100 }, (_, index) => [
      `/broken${index}`,
      { get: { ...(get as object), operationId: `get${index}` } },
    ]),
  );
  const large = await startSandbox({ ...document, paths });
  const startedAt = performance.now();
  expect(large.server.startupReport()).toHaveLength(103);
  expect(performance.now() - startedAt).toBeLessThan(300);
  await large.close();
});
