// Bad input, routing: paths and methods that lead nowhere, at each available operation. What is refused has
// changed no row.
import { Agent } from 'node:http';
import { AVAILABLE, WITH_ID, idOf, missingId, pathOf, readyRequest } from '../support/available';
import { type Everything, everythingIn } from './everything';
import { type RawReply, rawRequest, wholeOf } from '../support/raw';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
let before: Everything;
const agent = new Agent({ keepAlive: true });
beforeAll(async () => {
  test = await startTestServer();
  before = await everythingIn(test.inventory);
});
afterAll(async () => {
  agent.destroy();
  await test.close();
});

type Operation = (typeof AVAILABLE)[number];

const expectNothingChanged = async () => expect(await everythingIn(test.inventory)).toEqual(before);

/** The operation's own request, but for its method or path. */
function ask(
  operation: Operation,
  { method = operation.method, path }: { method?: string; path?: string } = {},
): Promise<RawReply> {
  const ready = readyRequest(operation, 'cedar');
  const headers: [string, string][] = [
    ['X-API-Key', test.cedar.key],
    ['X-Request-Id', 'same'],
    ...(ready.body ? [['Content-Type', 'application/json'] as [string, string]] : []),
  ];
  return rawRequest(test.url, method, path ?? ready.path, {
    agent,
    headers,
    ...(ready.body ? { body: ready.body } : {}),
  });
}

const told = ({ status, text }: RawReply) => [status, (JSON.parse(text) as { error: string }).error];
const byName = (operations: Operation[]) =>
  operations.map((operation): [string, Operation] => [operation.operationId, operation]);

describe.each(byName(AVAILABLE))('bad input, routing: %s', (_operationId, operation) => {
  const { path } = readyRequest(operation, 'cedar');
  const reads = operation.method === 'GET';
  afterAll(expectNothingChanged);

  it.each([
    ['two slashes at the beginning', `/${path}`],
    ['two slashes inside', path.replace(/^(\/[^/]+)/, '$1/')],
    ['a slash at the end', `${path}/`],
    ['capitals', path.replace(/^\/[^/]+/, (collection) => collection.toUpperCase())],
    [
      'an encoded letter in its fixed part',
      path.replace(/^\/(.)/, (_all, letter: string) => `/%${letter.charCodeAt(0).toString(16)}`),
    ],
    ['a dot segment', `/.${path}`],
    ['a parameter of its segment', path.replace(/^(\/[^/]+)/, '$1;v=1')],
    ['a version before it', `/v1${path}`],
  ])('returns 404 for its path with %s', async (_what, wrong) => {
    expect(told(await ask(operation, { path: wrong }))).toEqual([404, 'not_found']);
  });

  it.each(['?limit=5', '?name=x&name=y', '?__proto__=1', '?=1', '?X-API-Key'])(
    'returns 400 for the undefined query parameter in %s',
    async (query) => {
      const reply = await ask(operation, { path: `${path}${query}` });
      const { details } = JSON.parse(reply.text) as { details: { field: string }[] };
      expect([...told(reply), details[0]!.field]).toEqual([
        400,
        'validation_error',
        /\?([^=&]*)/.exec(query)![1] || expect.any(String),
      ]);
    },
  );

  it('returns 405 with Allow for PUT, and for a method of WebDAV', async () => {
    for (const method of ['PUT', 'PROPPATCH']) {
      const reply = await ask(operation, { method });
      expect(told(reply)).toEqual([405, 'method_not_allowed']);
      expect(reply.headers.allow!.split(', ')).toEqual(expect.arrayContaining([operation.method, 'OPTIONS']));
    }
  });

  it('returns 204 with Allow and no body for OPTIONS', async () => {
    const { status, text, headers } = await ask(operation, { method: 'OPTIONS' });
    expect([status, text]).toEqual([204, '']);
    expect(headers.allow!.split(', ')).toEqual(
      expect.arrayContaining([operation.method, 'OPTIONS', ...(reads ? ['HEAD'] : [])]),
    );
  });

  if (reads) {
    it('returns 200 for HEAD with the header fields of GET and no body', async () => {
      const [get, head] = [await ask(operation), await ask(operation, { method: 'HEAD' })];
      expect(wholeOf(head)).toEqual({ ...wholeOf(get), text: '' });
    });
  }
});

/** Ids that no record has; each answer has the bytes of that for a missing one. */
const NOWHERE: [what: string, id: (operation: Operation) => string][] = [
  ['another organization’s id', (operation) => idOf(operation, 'other')],
  [
    'the prefix of another resource',
    (operation) => idOf(operation, 'cedar').replace(/^[a-z]+/, (prefix) => (prefix === 'cs' ? 'ca' : 'cs')),
  ],
  ['no prefix', (operation) => idOf(operation, 'cedar').replace(/^[a-z]+_/, '')],
  ['NUL', () => '%00'],
  ['its own id and NUL', (operation) => `${idOf(operation, 'cedar')}%00`],
  ['an encoded slash', () => 'a%2Fb'],
  ['its own id and an encoded slash', (operation) => `${idOf(operation, 'cedar')}%2F`],
  ['8 KB', (operation) => `${idOf(operation, 'cedar')}${'x'.repeat(8192)}`],
  ['SQL', (operation) => `${idOf(operation, 'cedar')}'%20OR%20'1'='1`],
  ['a wildcard of SQL', (operation) => idOf(operation, 'cedar').replace(/_.*/, '_%25')],
  ['other capitals', (operation) => idOf(operation, 'cedar').toUpperCase()],
  ['full-width letters', (operation) => encodeURIComponent(idOf(operation, 'cedar').replace('e', '\uff45'))],
  ['a character outside ASCII', () => 'ca_%F0%9F%94%8C'],
  ['a line break', (operation) => `${idOf(operation, 'cedar')}%0d%0aX-Injected:%201`],
];

describe.each(byName(WITH_ID))('bad input, ids: %s', (_operationId, operation) => {
  afterAll(expectNothingChanged);

  it.each(NOWHERE)('returns 404 for %s, the same bytes as for a missing id', async (_what, id) => {
    const missing = await ask(operation, { path: pathOf(operation, missingId(operation)) });
    expect(told(missing)).toEqual([404, 'not_found']);
    expect(wholeOf(await ask(operation, { path: pathOf(operation, id(operation)) }))).toEqual(
      wholeOf(missing),
    );
  });

  it.each(['%ZZ', 'ca_%', '%E0%A4', '%ff', '%c0%af', '%ed%a0%80'])(
    'returns 400 for the malformed percent-encoding %s',
    async (id) => {
      expect(told(await ask(operation, { path: pathOf(operation, id) }))).toEqual([400, 'bad_request']);
    },
  );

  it('returns 404 for an id of 8 KB without a query for it', async () => {
    const spies = (['find', 'read', 'snapshot', 'write', 'transaction'] as const).map((way) =>
      jest.spyOn(test.inventory.database, way),
    );
    await ask(operation, { path: pathOf(operation, `${idOf(operation, 'cedar')}${'x'.repeat(8192)}`) });
    const calls = spies.map((spy) => spy.mock.calls.length);
    for (const spy of spies) spy.mockRestore();
    expect(calls).toEqual([1, 0, 0, 0, 0]); // that of the key
  });
});
