// Tests the records of an OpenAPI 3.0 document: what its paths and schemas say without any behavior in code.
import type { ContractDocument } from '../../src/contract/document';
import { type Sandbox, startSandbox } from '../support/sandbox';

const text = { type: 'string' };
const whole = { type: 'integer' };
const content = (schema: object, more: object = {}) => ({ 'application/json': { schema, ...more } });
const record = (properties: object, required = Object.keys(properties)) => ({
  type: 'object',
  required,
  properties,
});
const responding = (status: number, schema: object, more?: object) => ({
  responses: { [status]: { description: 'Done.', content: content(schema, more) } },
});
const accepting = (schema: object) => ({ requestBody: { required: true, content: content(schema) } });

const ORDER = record({ id: whole, note: text, status: { type: 'string', enum: ['open', 'closed'] } });
const SENT = record({ note: text, status: text }, ['note']);
const EXAMPLE = { id: 7, note: 'of the document', status: 'closed' };

const document = {
  openapi: '3.0.3',
  components: {},
  info: { title: 'Orders', version: '1.0.0' },
  paths: {
    '/orders': {
      get: {
        parameters: [
          { name: 'status', in: 'query', schema: text },
          { name: 'note', in: 'query', schema: { type: 'array', items: text } },
        ],
        ...responding(200, { type: 'array', items: ORDER }, { example: [EXAMPLE] }),
      },
      post: { ...accepting(SENT), ...responding(201, ORDER, { example: EXAMPLE }) },
    },
    '/orders/{orderId}': {
      parameters: [{ name: 'orderId', in: 'path', required: true, schema: whole }],
      get: responding(200, ORDER, { example: EXAMPLE }),
      put: { ...accepting(SENT), ...responding(200, ORDER, { example: EXAMPLE }) },
      delete: { responses: { 204: { description: 'Gone.' } } },
    },
    '/weights': {
      post: {
        ...accepting(
          record({
            kilograms: {
              type: 'number',
              minimum: 0,
              exclusiveMinimum: true,
              maximum: 5,
              exclusiveMaximum: false,
              nullable: true,
              multipleOf: 0.001,
            },
          }),
        ),
        responses: { 204: { description: 'Taken.' } },
      },
    },
  },
} as unknown as ContractDocument;

let sandbox: Sandbox;
beforeEach(async () => void (sandbox = await startSandbox(document)));
afterEach(() => sandbox.close());

async function call(method: string, path: string, body?: object) {
  const response = await fetch(sandbox.url + path, {
    method,
    headers: { 'X-API-Key': sandbox.key, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const answer = await response.text();
  return {
    status: response.status,
    body: answer === '' ? undefined : (JSON.parse(answer) as typeof EXAMPLE),
    by: response.headers.get('x-answered-by'),
  };
}

const create = async (note: string) => (await call('POST', '/orders', { note })).body!;

it('lists at startup which operations keep records', () => {
  expect(sandbox.server.startupReport()).toEqual([
    'These operations keep records, by their paths and schemas: GET /orders, POST /orders, ' +
      'GET /orders/{orderId}, PUT /orders/{orderId}, DELETE /orders/{orderId}.',
    'These operations return examples or generated values: POST /weights.',
  ]);
});

it('returns the example of the document until the first creation', async () => {
  expect(await call('GET', '/orders')).toMatchObject({ status: 200, body: [EXAMPLE], by: 'mock' });
  expect(await call('GET', '/orders/12')).toMatchObject({ status: 200, body: EXAMPLE, by: 'mock' });
});

it('reads and lists the records that the caller created, and no example', async () => {
  const [one, two] = [await create('one'), await create('two')];
  expect([Number.isInteger(one.id), one.note, one.id === two.id]).toEqual([true, 'one', false]);
  expect(await call('GET', `/orders/${one.id}`)).toMatchObject({ status: 200, body: one });
  expect(await call('GET', '/orders')).toMatchObject({ status: 200, body: [one, two] });
  expect((await call('GET', '/orders/12')).status).toBe(404);
});

it('replaces a record', async () => {
  const { id } = await create('one');
  const replaced = await call('PUT', `/orders/${id}`, { note: 'urgent', status: 'open' });
  expect(replaced).toMatchObject({ status: 200, body: { id, note: 'urgent', status: 'open' } });
  expect((await call('GET', `/orders/${id}`)).body).toEqual(replaced.body);
});

it('returns 404 for a deleted record', async () => {
  const { id } = await create('one');
  expect((await call('DELETE', `/orders/${id}`)).status).toBe(204);
  expect((await call('GET', `/orders/${id}`)).status).toBe(404);
  expect((await call('GET', '/orders')).body).toEqual([]);
});

it.each([
  ['note=one', ['one']],
  ['note=one&note=two', ['one', 'two']],
  ['note=other', []],
  ['note=one&status=open', []],
])('filters the list by ?%s', async (query, notes) => {
  await create('one');
  await create('two');
  const { body } = await call('GET', `/orders?${query}`);
  expect((body as unknown as (typeof EXAMPLE)[]).map(({ note }) => note)).toEqual(notes);
});

it.each([
  [0, 400],
  [0.001, 204],
  [5, 204],
  [1.005, 204],
  [1.0005, 400],
  [5.001, 400],
  [null, 204],
])('%j kilograms, in thousandths above 0 and up to 5, or null: %i', async (kilograms, status) => {
  expect((await call('POST', '/weights', { kilograms })).status).toBe(status);
});
