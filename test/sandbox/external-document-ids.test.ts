// Tests an OpenAPI 3.0 document: ids without a type prefix, and boolean exclusive bounds.
import type { ContractDocument } from '../../src/contract/document';
import { type Sandbox, startSandbox } from '../support/sandbox';

const text = { type: 'string' };
const whole = { type: 'integer' };
const parameter = (name: string, schema: object) => ({ name, in: 'path', required: true, schema });
const object = (properties: object) => ({
  'application/json': { schema: { type: 'object', required: Object.keys(properties), properties } },
});
const reading = (properties: object) => ({
  responses: { 200: { description: 'One.', content: object(properties) } },
});
const making = (properties: object) => ({
  requestBody: { required: true, content: object({ note: text }) },
  responses: { 201: { description: 'Made.', content: object(properties) } },
});

const ORDER = { id: whole, note: text };
const LINE = { id: text, orderId: whole, note: text };

const LISTED = {
  'application/json': {
    schema: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'status', 'tags'],
        properties: {
          id: whole,
          status: { type: 'string', enum: ['open', 'closed'] },
          tags: { type: 'array', items: text },
        },
      },
    },
  },
};

const document = {
  openapi: '3.0.3',
  components: {},
  info: { title: 'Orders', version: '1.0.0' },
  paths: {
    '/orders/{orderId}': {
      parameters: [parameter('orderId', whole)],
      get: reading(ORDER),
      put: { ...making(ORDER), responses: reading(ORDER).responses },
      delete: { responses: { 204: { description: 'Gone.' } } },
    },
    '/orders/{orderId}/cancel': {
      parameters: [parameter('orderId', whole)],
      post: { responses: reading(ORDER).responses },
    },
    '/orders/{id}/lines': {
      parameters: [parameter('id', whole)],
      get: {
        responses: {
          200: {
            description: 'All.',
            content: { 'application/json': { schema: { type: 'array', items: {} } } },
          },
        },
      },
      post: making(ORDER),
    },
    '/orders/{orderId}/lines/{line-id}': {
      parameters: [parameter('orderId', whole), parameter('line-id', text)],
      get: reading(LINE),
    },
    '/customers/{customerId}/cards/{cardId}': {
      parameters: [parameter('customerId', text), parameter('cardId', text)],
      get: reading({ id: text, customerId: text, label: text }),
    },
    '/orders/{orderId}/labels': {
      parameters: [parameter('orderId', text)],
      post: {
        responses: {
          201: {
            description: 'Made.',
            content: {
              'application/json': {
                schema: { type: 'object' },
                examples: { shown: { value: { id: 11, orderId: '1', copies: 10 } } },
              },
            },
          },
        },
      },
    },
    '/teams/{teamId}/members': {
      parameters: [parameter('teamId', text)],
      get: {
        parameters: [
          { name: 'limit', in: 'query', schema: whole },
          { name: 'cursor', in: 'query', schema: text },
        ],
        responses: {
          200: {
            description: 'All.',
            content: {
              'application/json': {
                schema: { type: 'object' },
                examples: { shown: { value: { data: [{ name: 'Ann' }, { name: 'Bo' }] } } },
              },
            },
          },
          400: { description: 'Refused.' },
        },
      },
    },
    '/ratings': {
      get: {
        parameters: [
          { name: 'status', in: 'query', schema: text },
          { name: 'id', in: 'query', schema: whole },
          { name: 'tags', in: 'query', schema: { type: 'array', items: text } },
          { name: 'limit', in: 'query', schema: whole },
        ],
        responses: { 200: { description: 'All.', content: LISTED } },
      },
    },
    '/weights': {
      post: {
        requestBody: {
          required: true,
          content: object({
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
        },
        responses: { 204: { description: 'Taken.' } },
      },
    },
  },
} as unknown as ContractDocument;

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox(document)));
afterAll(() => sandbox.close());

async function call(method: string, path: string, body?: object) {
  const answer = await fetch(sandbox.url + path, {
    method,
    headers: { 'X-API-Key': sandbox.key, 'Content-Type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
  };
}

test.each([
  ['is read', 'GET', '/orders/7', undefined, { id: 7 }],
  ['is replaced', 'PUT', '/orders/7', { note: 'urgent' }, { id: 7, note: 'urgent' }],
  ['is replaced under another id', 'PUT', '/orders/7', { id: 8, note: 'urgent' }, { id: 7, note: 'urgent' }],
  ['is the target of an action', 'POST', '/orders/7/cancel', undefined, { id: 7 }],
  ['is nested in another record', 'GET', '/orders/7/lines/l-9', undefined, { id: 'l-9', orderId: 7 }],
  [
    'has an id with a type prefix, and the example none',
    'GET',
    '/customers/cus_9/cards/card_3',
    undefined,
    { id: 'card_3', customerId: 'cus_9', label: 'string' },
  ],
])('returns the id of the path for a record that %s', async (_what, method, path, body, expected) => {
  expect(await call(method, path, body)).toMatchObject({ status: 200, body: expected });
});

test('gives a new nested record another id than its parent', async () => {
  const { status, body } = await call('POST', '/orders/7/lines', { note: 'urgent' });
  expect([status, body!['note'], body!['id'] === 7]).toEqual([201, 'urgent', false]);
});

test('replaces the id of the example and no other value', async () => {
  expect(await call('POST', '/orders/ord_5/labels')).toMatchObject({
    status: 201,
    body: { id: 11, orderId: 'ord_5', copies: 10 },
  });
});

test('rejects a cursor of another record', async () => {
  const { body } = await call('GET', '/teams/red/members?limit=1');
  const next = (team: string) =>
    call('GET', `/teams/${team}/members?limit=1&cursor=${String(body!['nextCursor'])}`);
  expect([await next('red'), (await next('blue')).status]).toMatchObject([
    { status: 200, body: { data: [{ name: 'Bo' }] } },
    400,
  ]);
});

test.each([
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

test.each([
  ['', { status: 'open' }],
  ['?status=closed&id=7', { status: 'closed', id: 7 }],
  ['?status=closed&tags=x&limit=5', { status: 'closed' }],
  ['?status=unheard-of', { status: 'open' }], // no row can match
])('/ratings%s has a generated row that matches the filters', async (query, expected) => {
  expect(await call('GET', `/ratings${query}`)).toMatchObject({ status: 200, body: [expected] });
});
