// Answers that the client was not made for: newer servers, other people's servers, and what cannot be meant.
import { type ClientOptions, createClient } from '../../src/client';
import { type Scripted, startScripted } from './scripted';

let server: Scripted;
beforeAll(async () => void (server = await startScripted()));
afterAll(() => server.close());

const open = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: server.url, apiKey: 'k', retries: 0, ...options });
const get = (options: Partial<ClientOptions> = {}) =>
  open(options).GET('/cyber-assets/{id}', { params: { path: { id: 'ca_1' } } });

test('fields and values that a later contract has are handed on', async () => {
  const later = { id: 'ca_1', asset_type: 'virtual', zone: { name: 'DMZ' } };
  server.script({ body: later });
  expect((await get()).data).toEqual(later);
});

test('a code that a later contract has is `unknown`, and is in the body', async () => {
  server.script({
    status: 403,
    body: {
      error: 'quota_exceeded',
      message: 'The plan ends here.',
      details: [{ field: 'x', message: 'y' }, 'z'],
    },
  });
  const { error } = await get();
  expect(error).toMatchObject({
    code: 'unknown',
    status: 403,
    message: 'The plan ends here.',
    details: [{ field: 'x', message: 'y' }],
    body: { error: 'quota_exceeded' },
  });
});

test.each([
  ['an error without a body', { status: 418 }, 418, /returned 418/],
  [
    'an error that is a page',
    { status: 403, body: '<h1>Forbidden</h1>' },
    403,
    /returned 403 without an error of this API \(text\/html\)/,
  ],
  ['an error that is JSON of another kind', { status: 400, body: ['no'] }, 400, /returned 400/],
  ['a success that is a page', { body: '<h1>Welcome</h1>' }, 200, /not from this API\. Check baseUrl/],
  ['a success with nothing in it', { status: 200 }, 200, /not from this API\. Check baseUrl/],
])('%s is an ApiError of code unknown', async (_what, step, status, message) => {
  server.script(step);
  expect((await get()).error).toMatchObject({
    kind: 'api',
    code: 'unknown',
    status,
    message: expect.stringMatching(message),
  });
});

test('a redirect is not followed, so that the key goes nowhere else', async () => {
  const elsewhere = await startScripted();
  elsewhere.script({ body: {} });
  server.script({ status: 307, headers: { Location: `${elsewhere.url}/cyber-assets/ca_1` } });
  expect((await get()).error).toMatchObject({ status: 307, message: expect.stringContaining('redirects') });
  expect(elsewhere.asked).toEqual([]);
  await elsewhere.close();
});

test('a 304 to the caller’s own If-None-Match is told', async () => {
  server.script({ status: 304 });
  const { error } = await open().GET('/cyber-assets', { params: { header: { 'If-None-Match': '"1"' } } });
  expect(error).toMatchObject({ code: 'not_modified', status: 304 });
});

test('User-Agent names the application and the client', async () => {
  server.script({ body: {} });
  await get({ userAgent: 'cmdb-bridge/2.1' });
  expect(server.asked[0]!.headers['user-agent']).toMatch(
    /^cmdb-bridge\/2\.1 compliance-inventory-client\/\d+\.\d+\.\d+$/,
  );
});

test.each<[string, Partial<ClientOptions>, RegExp]>([
  ['an address that is none', { baseUrl: 'inventory.example' }, /^baseUrl must be an address/],
  [
    'a key in the address',
    { baseUrl: 'https://user:secret@inventory.example' },
    /^baseUrl must not have a user/,
  ],
  ['plain HTTP to another host', { baseUrl: 'http://inventory.example' }, /^baseUrl must begin with https:/],
  ['no key', { apiKey: '' }, /^apiKey must be a valid API key/],
  [
    'a key with a line end',
    { apiKey: 'secret\n' },
    /^apiKey must be a valid API key, without spaces or line breaks\.$/,
  ],
  ['a deadline that never comes', { deadline: Infinity }, /^deadline must be a number from 1 to/],
  ['fewer than no retries', { retries: -1 }, /^retries must be a number from 0/],
])('a client is refused with %s', (_what, options, message) => {
  expect(() => open(options)).toThrow(message);
});

test('plain HTTP to another host is allowed when something else encrypts the way', () => {
  expect(() => open({ baseUrl: 'http://inventory.example', plainHttp: true })).not.toThrow();
});

test.each(['', '..', '.', undefined as unknown as string])(
  'the id "%s", which would make another path, is refused',
  async (id) => {
    server.script({ body: {} });
    await expect(open().DELETE('/cyber-assets/{id}', { params: { path: { id } } })).rejects.toThrow(
      /^id of \/cyber-assets\/\{id\} must be an id/,
    );
    expect(server.asked).toEqual([]);
  },
);
