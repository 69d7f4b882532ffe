// Tests that mock and server reject requests in the same way: each invalid request is sent to an available
// and to a planned operation.
import type { CallOptions } from '../support/client';
import { type TestServer, startTestServer } from '../support/server';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ sandbox: true, environment: 'test' });
});
afterAll(() => server.close());

/** An available operation and a similar planned one. */
const PAIRS = {
  get: ['/cyber-assets/ca_cedar_rtu', '/tasks/tsk_01kk358wb4fm7r1620hdjd55v4'],
  list: ['/cyber-assets', '/training-modules'],
  post: ['/cyber-assets', '/training-modules'],
  patch: ['/cyber-assets/ca_cedar_rtu', '/training-modules/tm_01kjx907crea69mbm1gxebqr81'],
  delete: ['/cyber-assets/ca_cedar_rtu', '/tasks/tsk_01kk358wb4fm7r1620hdjd55v4'],
  malformedId: ['/cyber-assets/tsk_1', '/tasks/ca_1'],
  nulId: ['/cyber-assets/ca_%00', '/tasks/tsk_%00'],
  slashId: ['/cyber-assets/ca_a%2Fb', '/tasks/tsk_a%2Fb'],
  malformedPath: ['/cyber-assets/%ZZ', '/tasks/%ZZ'],
  deeper: ['/cyber-assets/ca_1/none', '/tasks/tsk_1/2026-01-01/none'],
} as const;

type Kind = keyof typeof PAIRS;

const json = { 'Content-Type': 'application/json' };
const without = (name: string) => ({
  key: null,
  headers: { ...json, ...(name === '' ? {} : { [name]: 'x' }) },
});

const REJECTIONS: [promise: string, status: number, method: string, kind: Kind, options: CallOptions][] = [
  ['no key', 401, 'GET', 'get', { key: null }],
  ['an empty key', 401, 'GET', 'get', { key: '' }],
  ['a malformed key', 401, 'GET', 'list', { key: 'cik_test_short' }],
  ['a live key', 401, 'GET', 'list', { key: 'cik_live_CedarValleyPowerAndLightDemo01000000' }],
  ['a bearer token', 401, 'GET', 'get', without('Authorization')],
  ['no key and malformed JSON', 401, 'POST', 'post', { ...without(''), body: '{' }],
  ['an id with another prefix', 404, 'GET', 'malformedId', {}],
  ['an id with NUL', 404, 'GET', 'nulId', {}],
  ['an id with an encoded slash', 404, 'GET', 'slashId', {}],
  ['malformed percent-encoding', 400, 'GET', 'malformedPath', {}],
  ['an unknown path', 404, 'GET', 'deeper', {}],
  ['an undefined query parameter', 400, 'GET', 'get', {}],
  ['malformed JSON', 400, 'POST', 'post', { body: '{"name":' }],
  ['an empty body', 400, 'POST', 'post', { body: '' }],
  ['null', 400, 'POST', 'post', { body: 'null' }],
  ['a number', 400, 'PATCH', 'patch', { body: '5' }],
  ['an array', 400, 'POST', 'post', { body: '[]' }],
  ['a duplicate key', 400, 'POST', 'post', { body: '{"a":1,"\\u0061":2}' }],
  ['__proto__', 400, 'PATCH', 'patch', { body: '{"__proto__":{"a":1}}' }],
  ['invalid UTF-8', 400, 'POST', 'post', { body: Buffer.from([0x7b, 0xff, 0x7d]) }],
  ['50,000 levels of nesting', 400, 'POST', 'post', { body: '['.repeat(50_000) + ']'.repeat(50_000) }],
  ['200 KB', 413, 'POST', 'post', { body: JSON.stringify({ name: 'x'.repeat(200_000) }) }],
  ['text', 415, 'POST', 'post', { body: '{}', headers: { 'Content-Type': 'text/plain' } }],
  [
    'a form',
    415,
    'PATCH',
    'patch',
    { body: 'a=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } },
  ],
  [
    'another charset',
    415,
    'POST',
    'post',
    { body: '{}', headers: { 'Content-Type': 'application/json; charset=latin1' } },
  ],
  [
    'an unknown encoding',
    415,
    'POST',
    'post',
    { body: '{}', headers: { ...json, 'Content-Encoding': 'zstd' } },
  ],
  ['an over-long If-Match', 400, 'DELETE', 'delete', { headers: { 'If-Match': 'x'.repeat(5000) } }],
  ['an unbalanced quote in If-Match', 400, 'DELETE', 'delete', { headers: { 'If-Match': '"a" "' } }],
  [
    'an over-long Idempotency-Key',
    400,
    'POST',
    'post',
    { body: {}, headers: { 'Idempotency-Key': 'x'.repeat(256) } },
  ],
  ['an invalid preference', 400, 'GET', 'get', { headers: { Prefer: 'code=abc' } }],
];

/** Field names and the kinds of records differ between operations. Errors of the same field must not differ. */
const comparable = (text: string): unknown => {
  const body = JSON.parse(text.replace(/No (task|cyber asset) of/, 'No record of')) as {
    error: string;
    message: string;
    details?: { field: string; message: string }[];
  };
  const shared = body.details?.filter(({ field }) =>
    ['body', 'Idempotency-Key', 'If-Match', 'Prefer', 'undefined'].includes(field),
  );
  return shared && shared.length < body.details!.length ? { error: body.error, details: shared } : body;
};

test.each(REJECTIONS)(
  'mock and server reject %s with %i in the same way (%s, %s)',
  async (promise, status, method, kind, options) => {
    const suffix = promise.includes('query') ? '?undefined=1' : '';
    const [available, planned] = PAIRS[kind];
    const real = await server.client(method, available + suffix, options);
    const mock = await server.client(method, planned + suffix, options);
    expect([real.status, mock.status]).toEqual([status, status]);
    expect(comparable(mock.text)).toEqual(comparable(real.text));
    expect(mock.headers.get('www-authenticate')).toBe(real.headers.get('www-authenticate'));
  },
);

test('mock and server return 405 with Allow for a method that a path does not support', async () => {
  const real = await server.client('PUT', PAIRS.list[0]);
  const mock = await server.client('PUT', PAIRS.list[1]);
  expect(real.status).toBe(405);
  expect(mock.text).toBe(real.text);
  expect(mock.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
  expect(real.headers.get('allow')).toBe('GET, POST, HEAD, OPTIONS');
});
