// Tests OpenAPI features of external documents that the Compliance Inventory contract does not use.
import type { ContractDocument } from '../../src/contract/document';
import { type Sandbox, startSandbox } from '../support/sandbox';

const json = (media: object) => ({ description: 'One.', content: { 'application/json': media } });
const shown = { examples: { shown: { value: { kind: 'breaker', name: 'B1' } } } };
const reading = (responses?: object, parameters: object[] = []) => ({
  get: { summary: 'Read', parameters, ...(responses ? { responses } : {}) },
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const document = {
  openapi: '3.1.0',
  info: { title: 'Devices', version: '1.0.0' },
  components: {
    pathItems: { Shared: reading({ 200: json(shown) }) },
    schemas: {
      Breaker: {
        $id: 'https://devices.example/breaker',
        type: 'object',
        required: ['name'],
        properties: { kind: { type: 'string' }, name: ref('Name') },
      },
      Name: { $id: 'https://devices.example/name', type: 'string', maxLength: 3 },
      Relay: { type: 'object', required: ['relay'] },
      Device: {
        oneOf: [ref('Breaker'), ref('Relay')],
        discriminator: { propertyName: 'kind', mapping: { breaker: '#/components/schemas/Breaker' } },
      },
      Anything: true,
    },
  },
  paths: {
    '/discriminated': {
      ...reading({ 200: json({ schema: ref('Device'), ...shown }) }),
      post: {
        summary: 'Add',
        requestBody: { required: true, content: { 'application/json': { schema: ref('Device') } } },
        responses: { 201: json(shown) },
      },
    },
    '/boolean': reading({ 200: json({ schema: true, ...shown }) }),
    '/boolean-component': reading({ 200: json({ schema: ref('Anything'), ...shown }) }),
    '/no-schema': reading({ 200: json({ example: { kind: 'breaker' } }) }),
    '/shared': { $ref: '#/components/pathItems/Shared' },
    '/shared-too': { $ref: '#/components/pathItems/Shared' },
    '/any-success': reading({ '2XX': json(shown), default: json({ example: 'an error' }) }),
    '/default': reading({ default: json(shown) }),
    '/elsewhere': reading({ 302: { description: 'There.' } }),
    '/silent': reading(),
    '/numbers/{volts}': reading({ 200: json(shown) }, [
      { name: 'volts', in: 'path', required: true, schema: { type: 'number', minimum: 0 } },
      { name: 'limit', in: 'query', schema: { type: 'number', maximum: 2.5 } },
    ]),
    '/named/{id}': reading(
      {
        200: json({
          schema: { type: 'object' },
          examples: { shown: { value: { id: 'dev_1', name: 'B1' } } },
        }),
      },
      [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
    ),
    '/said-charset': {
      post: {
        summary: 'Add',
        requestBody: { content: { 'application/json; charset=utf-8': { schema: ref('Breaker') } } },
        responses: { 201: { description: 'One.', content: { 'application/json;charset="UTF-8"': shown } } },
      },
    },
    '/xml-first': reading({
      200: {
        description: 'One.',
        content: {
          'application/xml': { schema: ref('Breaker') },
          'application/json': { schema: ref('Breaker'), ...shown },
        },
      },
    }),
    '/text-first': reading({
      200: {
        description: 'One.',
        content: { 'text/plain': { schema: { type: 'string' }, example: 'B1' }, 'application/json': shown },
      },
    }),
    '/xml': reading({
      200: { description: 'One.', content: { 'application/xml': { schema: ref('Breaker') } } },
    }),
    '/no-media-type': reading({ 200: { description: 'One.', content: { text: { example: 'B1' } } } }),
    '/old-limits': reading({
      200: json({ schema: { type: 'number', minimum: 0, exclusiveMinimum: true }, example: 1 }),
    }),
    '/files/{name}.json': reading({ 200: json(shown) }, [
      { name: 'name', in: 'path', required: true, schema: { type: 'string' } },
    ]),
    '/lists': reading({ 200: json(shown) }, [
      {
        name: 'ids',
        in: 'query',
        required: true,
        style: 'pipeDelimited',
        schema: { type: 'array', items: {} },
      },
    ]),
    '/objects': reading({ 200: json(shown) }, [
      { name: 'filter', in: 'query', required: true, schema: { type: 'object' } },
    ]),
    '/text': {
      post: {
        summary: 'Add',
        requestBody: { content: { 'text/plain': { schema: { type: 'string' } } } },
        responses: { 201: json(shown) },
      },
    },
  },
} as unknown as ContractDocument;

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox(document)));
afterAll(() => sandbox.close());

async function call(path: string, init: RequestInit = {}): Promise<[status: number, text: string]> {
  const answer = await fetch(sandbox.url + path, {
    redirect: 'manual',
    ...init,
    headers: { 'X-API-Key': sandbox.key, ...init.headers },
  });
  return [answer.status, await answer.text()];
}

const BREAKER = '{"kind":"breaker","name":"B1"}';

it.each([
  ['a discriminator with a mapping', '/discriminated', 200, BREAKER],
  ['a schema that is true', '/boolean', 200, BREAKER],
  ['a component that is true', '/boolean-component', 200, BREAKER],
  ['JSON with an example and no schema', '/no-schema', 200, '{"kind":"breaker"}'],
  ['a path item among the components', '/shared', 200, BREAKER],
  ['the same path item for another path', '/shared-too', 200, BREAKER],
  ['2XX', '/any-success', 200, BREAKER],
  ['default alone', '/default', 200, BREAKER],
  ['a redirection', '/elsewhere', 302, ''],
  ['JSON behind XML', '/xml-first', 200, BREAKER],
  ['JSON behind text', '/text-first', 200, BREAKER],
  ['parameters that are numbers', '/numbers/12.5?limit=-2.5', 200, BREAKER],
])('supports %s', async (_what, path, status, text) => {
  expect(await call(path)).toEqual([status, text]);
});

it.each([
  ['/xml-first', 'application/xml', 'application/json', BREAKER], // the sandbox does not write XML
  ['/xml-first', '*/*', 'application/json', BREAKER],
  ['/text-first', 'text/plain', 'text/plain', 'B1'],
])('returns %s for Accept: %s as %s', async (path, accept, type, text) => {
  const answer = await fetch(sandbox.url + path, { headers: { 'X-API-Key': sandbox.key, Accept: accept } });
  expect([answer.headers.get('content-type'), await answer.text()]).toEqual([`${type}; charset=utf-8`, text]);
});

it('validates requests against schemas with a discriminator or $id', async () => {
  const add = (body: object) =>
    call('/discriminated', {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'Content-Type': 'application/json' },
    });
  expect((await add({ name: 'B1' }))[0]).toBe(201);
  expect((await add({ name: 'too long' }))[0]).toBe(400);
});

it.each(['%22quoted', 'back%5Cslash', '$&$1'])('accepts any characters in an id: dev_%s', async (id) => {
  expect(await call(`/named/dev_${id}`)).toEqual([200, '{"id":"dev_1","name":"B1"}']);
});

it('treats a media type with a charset like one without', async () => {
  const add = (body: object, type: string) =>
    call('/said-charset', { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': type } });
  expect(await add({ name: 'B1' }, 'application/json')).toEqual([201, BREAKER]);
  expect((await add({ name: 'too long' }, 'application/json; charset=utf-8'))[0]).toBe(400);
});

it.each([
  [400, '/numbers/12.5?limit=2.6'],
  [400, '/numbers/12.5?limit=1e1'],
  [400, '/numbers/12.5?limit='],
  [404, '/numbers/-1'],
  [404, '/numbers/high'],
])('returns %i for %s, which exceeds its bounds', async (status, path) => {
  expect((await call(path))[0]).toBe(status);
});

it.each([
  ['an operation without responses', 'GET', '/silent', /it declares no 2xx response/],
  [
    'a response that is neither JSON nor text',
    'GET',
    '/xml',
    /its response is application\/xml; only JSON and text are supported/,
  ],
  [
    'a media type that is none',
    'GET',
    '/no-media-type',
    /its response is text; only JSON and text are supported/,
  ],
  ['a limit of OpenAPI 3.0', 'GET', '/old-limits', /exclusiveMinimum/],
  [
    'text next to a parameter in a path',
    'GET',
    '/files/a.json',
    /its path segment \{name\}\.json combines text and a parameter/,
  ],
  [
    'a required list in another style',
    'GET',
    '/lists?ids=1',
    /required query parameter ids is an array in the style pipeDelimited/,
  ],
  [
    'a required object in the query',
    'GET',
    '/objects?filter=1',
    /required query parameter filter is an object/,
  ],
  ['a body that is neither JSON, a form nor a file', 'POST', '/text', /its request body is text\/plain/],
])('returns 501 with the reason for %s', async (_what, method, path, why) => {
  const operation = sandbox.server.contract.operations.find(
    (one) => one.path.split('/')[1] === path.split(/[/?]/)[1],
  )!;
  expect(operation.unsupported).toMatch(why);
  const [status, text] = await call(path, { method });
  expect([status, JSON.parse(text)]).toEqual([
    501,
    {
      error: 'not_implemented',
      message: `This server does not support ${operation.operationId}: ${operation.unsupported}.`,
    },
  ]);
});

it('lists no supported operation as unsupported', () => {
  const warnings = sandbox.server.contract.operations
    .filter(({ unsupported }) => unsupported !== undefined)
    .map(({ path }) => path);
  expect(warnings).toEqual([
    '/silent',
    '/xml',
    '/no-media-type',
    '/old-limits',
    '/files/{name}.json',
    '/lists',
    '/objects',
    '/text',
  ]);
});
