// Tests responses that do not come from the inventory API.
import { createClient } from '../../src/client/index';
import { limitConcurrency, createRemote, createRateLimitedFetch } from '../../src/sync/inventory/remote';

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

const json = (body: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(body), { ...init, headers: { 'Content-Type': 'application/json' } });
const open = (fetch: typeof globalThis.fetch) =>
  createRemote(createClient({ baseUrl: 'https://inventory.example', apiKey: 'k', fetch }));

test.each([
  ['an object', { status: 'ok' }],
  ['a list of null', [null]],
  ['a list of another type', [{ number: 'INC0010', short_description: 'Printer' }]],
])('the remote reports %s instead of a list of assets as an error', async (_what, body) => {
  const remote = open(() => Promise.resolve(json(body)));
  await expect(remote.snapshot()).rejects.toMatchObject({
    name: 'SyncError',
    message: expect.stringMatching(
      /^The inventory cannot be read: the response is not a list of .*\. Check the address\.$/,
    ),
  });
  await expect(remote.assets()).rejects.toMatchObject({ name: 'SyncError' });
});

test('an unexpected response to a change reports that the change may have been made', async () => {
  const remote = open(() => Promise.resolve(json({ maintenance: true })));
  expect(await remote.update('ca_1', { name: 'A' }, '"1"', 'x')).toMatchObject({
    is: 'failed',
    maybeDone: true,
    ofThisChangeAlone: false,
  });
});

test('the remote removes control characters from server messages', async () => {
  const remote = open(() =>
    Promise.resolve(
      json({ error: 'bad_request', message: '\u001b]0;owned\u0007\u001b[2Jgone' }, { status: 403 }),
    ),
  );
  await expect(remote.assets()).rejects.toThrow(
    'The inventory cannot be read: 403 bad_request: ?]0;owned??[2Jgone',
  );
});

test('--rate counts retries', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  jest.spyOn(Math, 'random').mockReturnValue(0); // no delay before a retry
  const sentAt: number[] = [];
  const since = Date.now();
  jest.spyOn(globalThis, 'fetch').mockImplementation(() => {
    sentAt.push(Date.now() - since);
    return Promise.resolve(sentAt.length < 4 ? new Response(null, { status: 503 }) : json([]));
  });
  const list = open(createRateLimitedFetch(10)).assets();
  for (let step = 0; step < 10; step++) await jest.advanceTimersByTimeAsync(50);
  expect(await list).toEqual([]);
  expect(sentAt).toEqual([0, 100, 200, 300]);
});

test('--rate limits the queue to the requests that can start within ten seconds', () => {
  expect([
    limitConcurrency(1, 64),
    limitConcurrency(1, 4),
    limitConcurrency(20, 64),
    limitConcurrency(undefined, 64),
  ]).toEqual([10, 4, 64, 64]);
});
