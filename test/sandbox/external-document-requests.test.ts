// Tests requests of external documents: lists in queries, URL-encoded forms and file bodies.
import type { ContractDocument } from '../../src/contract/document';
import { type Sandbox, startSandbox } from '../support/sandbox';

const json = (schema: object) => ({ 'application/json': { schema } });
const answering = (value: unknown) => ({
  200: { description: 'Done.', content: { 'application/json': { examples: { shown: { value } } } } },
});
const list = (name: string, items: object, more: object = {}) => ({
  name,
  in: 'query',
  schema: { type: 'array', maxItems: 3, items },
  ...more,
});
const posting = (content: object) => ({
  post: { summary: 'Send', requestBody: { required: true, content }, responses: answering({}) },
});

const ROWS = [
  { name: 'B1', volts: 4 },
  { name: 'B2', volts: 34 },
  { name: 'B,3', volts: 345 },
];
const BREAKER = {
  type: 'object',
  required: ['id', 'name', 'volts'],
  properties: { id: { type: 'string' }, name: { type: 'string' }, volts: { type: 'integer' } },
};
const form = {
  type: 'object',
  required: ['name'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', maxLength: 5 },
    volts: { $ref: '#/components/schemas/Volts' },
    live: { type: 'boolean' },
    tags: { type: 'array', items: { type: 'string' } },
    taps: { type: 'array', items: { $ref: '#/components/schemas/Volts' } },
  },
};

const document = {
  openapi: '3.1.0',
  info: { title: 'Breakers', version: '1.0.0' },
  components: { schemas: { Volts: { type: 'integer', minimum: 1 } } },
  paths: {
    '/breakers': {
      get: {
        summary: 'List',
        parameters: [
          list('name', { type: 'string' }),
          list('volts', { $ref: '#/components/schemas/Volts' }, { explode: false }),
        ],
        responses: { 200: { description: 'All.', content: json({ type: 'array', items: BREAKER }) } },
      },
      post: {
        summary: 'Create',
        requestBody: { required: true, content: json({ type: 'object' }) },
        responses: { 201: { description: 'Made.', content: json(BREAKER) } },
      },
    },
    '/required': {
      get: {
        summary: 'List',
        parameters: [list('name', { type: 'string' }, { required: true, style: 'form' })],
        responses: answering([]),
      },
    },
    '/form': posting({
      'application/x-www-form-urlencoded': { schema: form, encoding: { taps: { explode: false } } },
    }),
    '/bytes': {
      post: {
        ...posting({ 'application/octet-stream': {} }).post,
        responses: {
          200: { description: 'Stored.', content: json({ ...BREAKER, required: ['id'] }) },
          422: { description: 'Another file.' },
        },
      },
      parameters: [{ name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } }],
    },
    '/parts': posting({
      'multipart/form-data': {
        schema: {
          ...form,
          properties: {
            ...form.properties,
            photos: {
              type: 'array',
              maxItems: 2,
              items: { type: 'string', format: 'binary', maxLength: 1000 },
            },
            icon: { type: 'string', format: 'binary', maxLength: 100 },
          },
        },
      },
      'text/plain': { schema: { type: 'string' } },
    }),
    '/tap': posting({
      'application/json': {
        schema: {
          type: 'object',
          properties: {
            volts: {
              oneOf: [
                { type: 'integer', minimum: 1 },
                { type: 'integer', maximum: 9 },
              ],
            },
          },
        },
      },
    }),
    '/picture': posting({ 'image/png': { schema: { type: 'string', format: 'binary', maxLength: 1000 } } }),
  },
} as unknown as ContractDocument;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox(document);
  for (const row of ROWS) await send('/breakers', 'application/json', JSON.stringify(row));
});
afterAll(() => sandbox.close());

async function call(path: string, init: RequestInit = {}) {
  const answer = await fetch(sandbox.url + path, {
    ...init,
    headers: { 'X-API-Key': sandbox.key, ...init.headers },
  });
  const body = (await answer.json()) as { details?: { field: string; message: string }[] };
  return { status: answer.status, body, fault: body.details?.[0] };
}

const send = (path: string, type: string, body: BodyInit) =>
  call(path, { method: 'POST', body, headers: { 'Content-Type': type } });

test('lists no operation as unsupported', () => {
  expect(sandbox.server.contract.operations.filter(({ unsupported }) => unsupported !== undefined)).toEqual(
    [],
  );
});

test.each([
  ['name=B1&name=B2', ['B1', 'B2']],
  ['name=B1', ['B1']],
  ['name=B%2C3&name=B1', ['B1', 'B,3']],
  ['name=B1,B2', []], // each name is one member
  ['volts=4,345', ['B1', 'B,3']],
  ['volts=34', ['B2']],
  ['volts=4,34&name=B2&name=B3', ['B2']],
])('reads the list of ?%s', async (query, names) => {
  const { status, body } = await call(`/breakers?${query}`);
  expect([status, (body as unknown as typeof ROWS).map(({ name }) => name)]).toEqual([200, names]);
});

test.each([
  ['volts=4&volts=34', 'volts', 'must appear only once'],
  ['volts=4,high', 'volts.1', 'must be of type integer'],
  ['volts=4%2C34', 'volts.0', 'must be of type integer'], // an encoded comma is no separator
  ['volts=0', 'volts.0', 'must be at least 1'],
  ['name=1&name=2&name=3&name=4', 'name', 'must have at most 3 entries'],
])('rejects ?%s', async (query, field, message) => {
  expect(await call(`/breakers?${query}`)).toMatchObject({ status: 400, fault: { field, message } });
});

test('rejects a value that matches more than one of the allowed schemas', async () => {
  const tap = (volts: unknown) =>
    call('/tap', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ volts }),
    });
  expect(await tap(5)).toMatchObject({
    status: 400,
    fault: { field: 'volts', message: 'matches more than one of the allowed schemas' },
  });
  expect((await tap(0)).status).toBe(200);
});

test('rejects a missing required list', async () => {
  expect(await call('/required')).toMatchObject({
    status: 400,
    fault: { field: 'name', message: 'is required' },
  });
  expect((await call('/required?name=B1&name=B2')).status).toBe(200);
});

test('replays the response for the same file and rejects another file with the same Idempotency-Key', async () => {
  const send = async (content: string) =>
    (
      await call('/bytes', {
        method: 'POST',
        body: content,
        headers: { 'Content-Type': 'application/octet-stream', 'Idempotency-Key': 'k1' },
      })
    ).status;
  expect([await send('one'), await send('one'), await send('two')]).toEqual([200, 200, 422]);
});

const FORM = 'application/x-www-form-urlencoded';

test('validates the fields of a URL-encoded form as their types', async () => {
  expect(
    (await send('/form', FORM, 'name=A+%26+B&volts=345&live=true&tags=x&tags=y,z&taps=1,2,3')).status,
  ).toBe(200);
  expect((await send('/form', `${FORM}; charset=utf-8`, new URLSearchParams({ name: 'Ä' }))).status).toBe(
    200,
  );
});

test.each([
  ['', 'name', 'is required'],
  ['name=Ashford', 'name', 'must have at most 5 characters'],
  ['name=A&volts=high', 'volts', 'must be of type integer'],
  ['name=A&live=1', 'live', 'must be of type boolean'],
  ['name=A&taps=1,0', 'taps.1', 'must be at least 1'],
  ['name=A&name=B', 'name', 'the field name appears twice'],
  ['name=A&__proto__=B', '__proto__', expect.stringContaining('is not a known field')],
])('rejects the form %j', async (body, field, message) => {
  expect(await send('/form', FORM, body)).toMatchObject({ status: 400, fault: { field, message } });
});

const parts = (...all: [name: string, value: string | Blob][]) => {
  const body = new FormData();
  for (const [name, value] of all) body.append(name, value);
  return call('/parts', { method: 'POST', body });
};
const photo = (bytes: number) => new Blob([Buffer.alloc(bytes)], { type: 'image/png' });

test('each part of a form is parsed by its schema, and each list member is a part', async () => {
  expect(
    (
      await parts(
        ['name', 'A%,+'],
        ['volts', '345'],
        ['live', 'true'],
        ['tags', 'x'],
        ['tags', 'y,z'],
        ['taps', '1'],
        ['photos', photo(1)],
        ['photos', photo(1000)],
      )
    ).status,
  ).toBe(200);
});

test.each([
  ['an invalid number', 400, ['volts', 'high'] as const],
  ['a list in one part', 400, ['taps', '1,2'] as const],
  ['a duplicate name', 400, ['name', 'B'] as const],
  ['a file that is too large', 413, ['photos', photo(1001)] as const],
  ['a file above the limit of its own part only', 413, ['icon', photo(101)] as const],
])('rejects a form with %s', async (_what, status, [name, value]) => {
  expect((await parts(['name', 'A'], [name, value])).status).toBe(status);
});

test('rejects a form with too many fields', async () => {
  const many = Array.from({ length: 21 }, (): [string, string] => ['tags', 'x']);
  expect(await parts(['name', 'A'], ...many)).toMatchObject({
    status: 400,
    fault: { message: 'it has more than 20 fields' },
  });
});

test('returns 415 with the supported media types for an unsupported one', async () => {
  expect(await send('/parts', 'text/plain', 'x')).toMatchObject({
    status: 415,
    body: { message: 'Send the body as multipart/form-data in UTF-8.' },
  });
});

test('accepts a file body of the declared media type up to its maximum size', async () => {
  expect((await send('/bytes', 'application/octet-stream', Buffer.alloc(200_000))).status).toBe(200);
  expect((await send('/picture', 'image/png', Buffer.alloc(1000))).status).toBe(200);
  expect((await send('/picture', 'image/png', Buffer.alloc(1001))).status).toBe(413);
  expect((await send('/picture', 'image/gif', Buffer.alloc(10))).status).toBe(415);
  expect((await send('/bytes', FORM, 'a=b')).status).toBe(415);
});
