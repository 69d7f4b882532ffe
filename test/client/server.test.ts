// Tests the client with a running server, also with lost responses: no duplicates, no overwritten changes, no
// repeated downloads.
import { type Client, createClient, paginate, unwrap, upload } from '../../src/client';
import { type FaultyProxy, startFaultyProxy } from '../support/faulty-proxy';
import { type TestServer, startTestServer } from '../support/server';

let test: TestServer;
let proxy: FaultyProxy;
let fault: ((exchange: { text: string; headers: Headers }) => void) | undefined;
let direct: Client;
let viaProxy: Client;

beforeAll(async () => {
  test = await startTestServer();
  proxy = await startFaultyProxy(test.url, (exchange) => {
    const once = fault;
    fault = undefined;
    once?.(exchange);
  });
  direct = createClient({ baseUrl: test.url, apiKey: test.cedar.key });
  viaProxy = createClient({ baseUrl: proxy.url, apiKey: test.cedar.key });
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterAll(async () => {
  jest.restoreAllMocks();
  await proxy.close();
  await test.close();
});

/** Drops the response after the server has processed the request. */
const lost = () => {
  throw new Error('lost');
};
const truncated = (exchange: { text: string }) => void (exchange.text = exchange.text.slice(0, -20));

const bodyOf = (name: string) => ({
  name,
  cyber_system_id: 'cs_cedar_relays',
  asset_type: 'hardware' as const,
});
const named = async (name: string) =>
  unwrap(await direct.GET('/cyber-assets')).filter((asset) => asset.name === name);

it.each([
  ['lost', lost],
  ['truncated', truncated],
])('a POST whose response is %s creates one asset', async (what, happens) => {
  fault = happens;
  const made = await viaProxy.POST('/cyber-assets', { body: bodyOf(`RTU-${what}`) });
  expect(made).toMatchObject({ status: 201, attempts: 2, replayed: true, data: { name: `RTU-${what}` } });
  expect(await named(`RTU-${what}`)).toEqual([made.data]);
});

it('a DELETE whose response is lost succeeds', async () => {
  const { id } = unwrap(await direct.POST('/cyber-assets', { body: bodyOf('RTU-deleted') }));
  fault = lost;
  expect(await viaProxy.DELETE('/cyber-assets/{id}', { params: { path: { id } } })).toMatchObject({
    data: undefined,
    attempts: 2,
    replayed: true,
  });
  expect(await named('RTU-deleted')).toEqual([]);
});

it('a PATCH whose response is lost returns precondition_failed with maybeDone: true', async () => {
  const made = await direct.POST('/cyber-assets', { body: bodyOf('RTU-before') });
  const path = { id: made.data!.id };
  const { etag } = (await direct.GET('/cyber-assets/{id}', { params: { path } })) as { etag: string };
  fault = lost;
  const { error } = await viaProxy.PATCH('/cyber-assets/{id}', {
    params: { path, header: { 'If-Match': etag } },
    body: { name: 'RTU-after' },
  });
  expect(error).toMatchObject({ code: 'precondition_failed', maybeDone: true, attempts: 2 });
  expect(await named('RTU-after')).toHaveLength(1);
});

it('errors have the code of the contract, the invalid fields, and the logged request id', async () => {
  const result = await direct.POST('/cyber-assets', {
    body: { ...bodyOf('RTU'), asset_type: 'virtual' as 'hardware' },
  });
  const { error } = result;
  expect(error).toMatchObject({
    kind: 'api',
    code: 'validation_error',
    status: 400,
    attempts: 1,
    maybeDone: false,
  });
  if (error?.kind !== 'api') throw new Error('no response');
  expect(error.details.map(({ field }) => field)).toEqual(['asset_type']);
  expect(test.logs.filter(({ requestId }) => requestId === error.requestId)).toHaveLength(1);
  expect(() => unwrap(result)).toThrow(error);
});

it('a planned operation has types, and returns not_implemented', async () => {
  const { error } = await direct.GET('/tasks', { params: { query: { status: 'open' } } });
  expect(error).toMatchObject({ code: 'not_implemented', status: 501, attempts: 1 });
});

it('TypeScript rejects invalid calls', () => {
  // This function is never called. `npm run types` checks it.
  const invalidCalls = async (): Promise<void> => {
    // @ts-expect-error no such path
    await direct.GET('/cyber-asset');
    // @ts-expect-error without an id
    await direct.GET('/cyber-assets/{id}');
    // @ts-expect-error no such field
    await direct.POST('/cyber-assets', { body: { ...bodyOf('RTU'), asset_typ: 'hardware' } });
    // @ts-expect-error this list has no pages
    paginate(direct, '/facilities');
    // @ts-expect-error this operation accepts no file
    await upload(direct, '/cyber-assets', new File([], 'assets.csv'));
    // @ts-expect-error no such option
    await direct.GET('/cyber-assets', { dedline: 5 });
    const { data, error } = await direct.GET('/cyber-assets');
    // @ts-expect-error the call may have failed
    data.length.toFixed();
    if (error === undefined) data.length.toFixed();
    // @ts-expect-error no such code
    else if (error.kind === 'api' && error.code === 'notfound') throw error;
    // @ts-expect-error only a response has a code
    else error.code.toString();
  };
  expect(invalidCalls).toEqual(expect.any(Function));
});

describe('lists', () => {
  it('that have not changed are not downloaded again, and each caller gets separate objects', async () => {
    const client = createClient({ baseUrl: test.url, apiKey: test.cedar.key });
    const first = await client.GET('/cyber-systems');
    first.data!.pop();
    const second = await client.GET('/cyber-systems');
    expect([first.fresh, first.status, second.fresh, second.status]).toEqual([true, 200, false, 304]);
    expect([second.data!.length, second.etag]).toEqual([3, first.etag]);
  });

  it('that have changed are downloaded again', async () => {
    const before = await direct.GET('/cyber-assets');
    await direct.POST('/cyber-assets', { body: bodyOf('RTU-new') });
    const after = await direct.GET('/cyber-assets');
    expect([after.fresh, after.data!.length]).toEqual([true, before.data!.length + 1]);
  });

  it('are separate for each API key', async () => {
    const otherClient = createClient({ baseUrl: test.url, apiKey: test.other.key });
    await direct.GET('/facilities');
    expect(unwrap(await otherClient.GET('/facilities')).map(({ id }) => id)).toEqual([
      'fac_other_millbrook',
      'fac_other_sun',
    ]);
  });

  it('are cached up to a maximum number; single records are not cached', async () => {
    const client = createClient({ baseUrl: test.url, apiKey: test.cedar.key, heldLists: 1 });
    const fresh = async (path: '/facilities' | '/cyber-systems') => (await client.GET(path)).fresh;
    expect([
      await fresh('/facilities'),
      await fresh('/facilities'),
      await fresh('/cyber-systems'),
      await fresh('/facilities'),
    ]).toEqual([true, false, true, true]);
    const read = () => client.GET('/facilities/{id}', { params: { path: { id: 'fac_cedar_sun' } } });
    expect([(await read()).fresh, (await read()).fresh]).toEqual([true, true]);
  });
});

it('a client waits for the next rate limit window and gets no 429', async () => {
  const limitedServer = await startTestServer({ rateLimit: 3 });
  const pauses: number[] = [];
  const client = createClient({
    baseUrl: limitedServer.url,
    apiKey: limitedServer.cedar.key,
    onPause: ({ delay }) => pauses.push(delay),
  });
  for (let call = 0; call < 3; call += 1) await client.GET('/facilities');
  expect((await client.GET('/facilities', { deadline: 2000 })).error).toMatchObject({
    kind: 'deadline',
    attempts: 0,
  });
  const stop = new AbortController();
  const waiting = client.GET('/facilities', { signal: stop.signal, deadline: 90_000 });
  setImmediate(() => stop.abort());
  expect((await waiting).error).toMatchObject({ kind: 'aborted', attempts: 0 });
  expect([pauses.length, pauses[0]! > 50_000]).toEqual([1, true]);
  expect(limitedServer.logs.filter(({ status }) => status === 429)).toEqual([]);
  await limitedServer.close();
});
