// Tests unexpected responses: of newer servers, of servers of another kind, and malformed ones.
import { type ClientOptions, createClient } from '../../src/client';
import { contractDocument, listOperations } from '../../src/contract/document';
import { type ScriptedServer, startScripted } from './scripted';

let server: ScriptedServer;
beforeAll(async () => void (server = await startScripted()));
afterAll(() => server.close());

const open = (options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl: server.url, apiKey: 'k', retries: 0, ...options });
const get = (options: Partial<ClientOptions> = {}) =>
  open(options).GET('/cyber-assets/{id}', { params: { path: { id: 'ca_1' } } });

test('the client returns unknown fields and values unchanged', async () => {
  const response = { id: 'ca_1', asset_type: 'virtual', zone: { name: 'DMZ' } };
  server.script({ body: response });
  expect((await get()).data).toEqual(response);
});

test('the client returns an unknown error code as `unknown`, with the code in the body', async () => {
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
    'an HTML error page',
    { status: 403, body: '<h1>Forbidden</h1>' },
    403,
    /returned 403 without an error of this API \(text\/html\)/,
  ],
  ['a JSON error of another format', { status: 400, body: ['no'] }, 400, /returned 400/],
  ['a 200 with an HTML page', { body: '<h1>Welcome</h1>' }, 200, /not from this API\. Check baseUrl/],
  ['a 200 without a body', { status: 200 }, 200, /not from this API\. Check baseUrl/],
  ['a 204 to a read', { status: 204 }, 204, /not from this API\. Check baseUrl/],
])('the client returns an ApiError with code `unknown` for %s', async (_what, step, status, message) => {
  server.script(step);
  expect((await get()).error).toMatchObject({
    kind: 'api',
    code: 'unknown',
    status,
    message: expect.stringMatching(message),
  });
});

test('the client takes 204 for a success of DELETE only, as the contract declares it', async () => {
  const declaring = listOperations(contractDocument).filter(({ responses }) => '204' in responses);
  expect([...new Set(declaring.map(({ method }) => method))]).toEqual(['DELETE']);
  server.script({ status: 204 });
  const params = { path: { id: 'ca_1' } };
  const change = await open().PATCH('/cyber-assets/{id}', { params, body: { name: 'A' } });
  expect(change.error).toMatchObject({ code: 'unknown', status: 204, maybeDone: true });
  expect((await open().DELETE('/cyber-assets/{id}', { params })).error).toBeUndefined();
});

test('the client does not follow redirects, so the key stays with the configured host', async () => {
  const otherServer = await startScripted();
  otherServer.script({ body: {} });
  server.script({ status: 307, headers: { Location: `${otherServer.url}/cyber-assets/ca_1` } });
  expect((await get()).error).toMatchObject({ status: 307, message: expect.stringContaining('redirects') });
  expect(otherServer.requests).toEqual([]);
  await otherServer.close();
});

test('the client returns not_modified after a 304 to the caller’s If-None-Match', async () => {
  server.script({ status: 304 });
  const { error } = await open().GET('/cyber-assets', { params: { header: { 'If-None-Match': '"1"' } } });
  expect(error).toMatchObject({ code: 'not_modified', status: 304 });
});

test('the client sends the application and its own version as User-Agent', async () => {
  server.script({ body: {} });
  await get({ userAgent: 'cmdb-bridge/2.1' });
  expect(server.requests[0]!.headers['user-agent']).toMatch(
    /^cmdb-bridge\/2\.1 compliance-inventory-client\/\d+\.\d+\.\d+$/,
  );
});

test.each<[string, Partial<ClientOptions>, RegExp]>([
  ['a baseUrl without a scheme', { baseUrl: 'inventory.example' }, /^baseUrl must be an address/],
  [
    'credentials in baseUrl',
    { baseUrl: 'https://user:secret@inventory.example' },
    /^baseUrl must not have a user/,
  ],
  ['plain HTTP to another host', { baseUrl: 'http://inventory.example' }, /^baseUrl must begin with https:/],
  ['no key', { apiKey: '' }, /^apiKey must be a valid API key/],
  [
    'a key with a line break',
    { apiKey: 'secret\n' },
    /^apiKey must be a valid API key, without spaces or line breaks\.$/,
  ],
  ['an infinite deadline', { deadline: Infinity }, /^deadline must be a number from 1 to/],
  ['an unknown option', { retires: 3 } as object, /^"retires" is not an option\. Check its spelling\.$/],
  ['a limit of no bytes', { maxResponseBytes: 0 }, /^maxResponseBytes must be a number from 1/],
  ['a negative number of retries', { retries: -1 }, /^retries must be a number from 0/],
])('createClient rejects %s', (_what, options, message) => {
  expect(() => open(options)).toThrow(message);
});

test.each([
  ['option', { dedline: 1000 }, '"dedline" is not an option. Check its spelling.'],
  ['kind of parameters', { params: { querry: {} } }, '"querry" is not an option. Check its spelling.'],
])('a call rejects an unknown %s and sends no request', async (_what, init, message) => {
  server.script({ body: {} });
  await expect(open().GET('/cyber-assets', init as object)).rejects.toThrow(new TypeError(message));
  expect(server.requests).toEqual([]);
});

test('createClient allows plain HTTP to another host with plainHttp: true', () => {
  expect(() => open({ baseUrl: 'http://inventory.example', plainHttp: true })).not.toThrow();
});

test.each([
  ['empty', ''],
  ['two dots', '..'],
  ['a dot', '.'],
  ['missing', undefined as unknown as string],
])('DELETE rejects an id that is %s, because it would change the path', async (_what, id) => {
  server.script({ body: {} });
  await expect(open().DELETE('/cyber-assets/{id}', { params: { path: { id } } })).rejects.toThrow(
    /^id of \/cyber-assets\/\{id\} must be an id/,
  );
  expect(server.requests).toEqual([]);
});
