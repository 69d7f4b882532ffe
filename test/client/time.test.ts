// Tests the delays of the client and the end of each delay, with fake timers.
import { type ClientOptions, createClient } from '../../src/client';
import { parseRetryAfter } from '../../src/client/response';
import { delayBefore } from '../../src/client/retry';

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }));
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

type ResponseFactory = () => Response;
const ok =
  (headers = {}): ResponseFactory =>
  () =>
    new Response('{"id":"ca_1"}', { headers: { 'Content-Type': 'application/json', ...headers } });
const rejected =
  (status: number, headers = {}): ResponseFactory =>
  () =>
    new Response('{"error":"unavailable","message":"Later."}', {
      status,
      headers: { 'Content-Type': 'application/json', ...headers },
    });

/**
 * Creates a client that gets these responses in order. `sentAt` has the milliseconds of each request since
 * the start.
 */
function open(responses: (ResponseFactory | 'hang')[], options: Partial<ClientOptions> = {}) {
  const start = Date.now();
  const sentAt: number[] = [];
  const fetch = (_url: unknown, init?: RequestInit): Promise<Response> => {
    sentAt.push(Date.now() - start);
    const response = responses.length > 1 ? responses.shift()! : responses[0]!;
    if (response !== 'hang') return Promise.resolve(response());
    return new Promise((_resolve, reject) =>
      init!.signal!.addEventListener('abort', () => reject(new Error('aborted'))),
    );
  };
  const client = createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'k', fetch, ...options });
  const get = (call = {}) => client.GET('/cyber-assets/{id}', { params: { path: { id: 'ca_1' } }, ...call });
  return { client, get, sentAt };
}

/** Advances the time until a call has ended. Returns its result and its duration in milliseconds. */
async function settled<T>(call: Promise<T>): Promise<{ result: T; took: number }> {
  const start = Date.now();
  let over: number | undefined;
  void call.then(() => (over = Date.now() - start));
  for (let step = 0; over === undefined && step < 1000; step += 1) await jest.advanceTimersByTimeAsync(100);
  return { result: await call, took: over! };
}

const randomly = (value: number) => jest.spyOn(Math, 'random').mockReturnValue(value);

it('jitter is full: from zero to a maximum that doubles up to ten seconds', () => {
  randomly(0);
  expect([0, 1, 9].map((retry) => delayBefore(retry, undefined))).toEqual([0, 0, 0]);
  randomly(1);
  expect([0, 1, 2, 3, 4, 5, 6, 9].map((retry) => delayBefore(retry, undefined))).toEqual([
    250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000,
  ]);
});

it.each([
  ['7', {}, 7000],
  ['0', {}, 0],
  ['Sat, 21 Nov 2026 12:00:30 GMT', { Date: 'Sat, 21 Nov 2026 12:00:10 GMT' }, 20_000], // the server's clock counts
  ['Sat, 21 Nov 2026 12:00:00 GMT', { Date: 'Sat, 21 Nov 2026 12:00:10 GMT' }, 0],
  ['Saturday, 21-Nov-26 12:00:30 GMT', { Date: 'Sat, 21 Nov 2026 12:00:10 GMT' }, 20_000],
  ['Sat Nov 21 12:00:30 2026', { Date: 'Sat, 21 Nov 2026 12:00:10 GMT' }, 20_000],
  ...['soon', '1.5', '-1', '1, 2', '1s', '2026-11-21'].map((value): [string, object, undefined] => [
    value,
    {},
    undefined,
  ]),
])('Retry-After: %s', (value, headers, expected) => {
  expect(parseRetryAfter(new Headers({ 'Retry-After': value, ...headers }))).toBe(expected);
});

it('a call waits for Retry-After; after a 429, the other calls of the client wait too', async () => {
  randomly(0);
  const { get, sentAt } = open([rejected(429, { 'Retry-After': '3' }), ok()]);
  const first = get();
  await jest.advanceTimersByTimeAsync(10);
  const { result } = await settled(Promise.all([first, get()]));
  expect(result.map(({ error, waited }) => [error, waited >= 2900])).toEqual([
    [undefined, true],
    [undefined, true],
  ]);
  expect(sentAt).toEqual([0, 3000, 3000]);
});

it('a Retry-After beyond the deadline ends the call immediately', async () => {
  const { get, sentAt } = open([rejected(503, { 'Retry-After': '367946340' })]);
  const { result, took } = await settled(get());
  expect(result.error).toMatchObject({ kind: 'api', code: 'unavailable', retryAfter: 367946340_000 });
  expect([took < 200, sentAt.length]).toEqual([true, 1]);
});

describe('a 429 with Retry-After', () => {
  const window = ok({ RateLimit: '"default";r=5;t=60' });

  it('replaces an older RateLimit window, for its own call and for later calls', async () => {
    randomly(0);
    const { get, sentAt } = open([window, rejected(429, { 'Retry-After': '1' }), ok()]);
    await settled(get());
    const { result } = await settled(get({ deadline: 10_000 }));
    expect([result.error, result.attempts]).toEqual([undefined, 2]);
    expect(sentAt[2]! - sentAt[1]!).toBe(1000);
    expect((await settled(get({ deadline: 500 }))).result.error).toBeUndefined();
  });

  it('precedes the RateLimit field of the same response', async () => {
    randomly(0);
    const { get, sentAt } = open([
      rejected(429, { 'Retry-After': '2', RateLimit: '"default";r=0;t=60' }),
      ok(),
    ]);
    expect((await settled(get())).result.error).toBeUndefined();
    expect(sentAt).toEqual([0, 2000]);
  });

  it('fails a call with a shorter deadline, with retryAfter in whole seconds', async () => {
    const { get } = open([window, rejected(429, { 'Retry-After': '30' })], { retries: 0 });
    await settled(get());
    await settled(get());
    await jest.advanceTimersByTimeAsync(1234);
    const { result } = await settled(get({ deadline: 5000 }));
    expect(result.error).toMatchObject({
      kind: 'deadline',
      retryAfter: 29_000,
      message: expect.stringContaining('in 29 s'),
    });
  });

  it('wakes the calls that wait for the end of an older window', async () => {
    randomly(0);
    const start = Date.now();
    const responses: ((response: Response) => void)[] = [];
    const sentAt: number[] = [];
    const fetch = (): Promise<Response> => {
      sentAt.push(Date.now() - start);
      return new Promise((resolve) => responses.push(resolve));
    };
    const client = createClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'k', fetch });
    const get = () => client.GET('/cyber-assets/{id}', { params: { path: { id: 'ca_1' } } });
    const calls = [get(), get()];
    await jest.advanceTimersByTimeAsync(10);
    responses[0]!(ok({ RateLimit: '"default";r=0;t=50' })());
    await calls[0];
    calls.push(get());
    await jest.advanceTimersByTimeAsync(10);
    expect(sentAt).toHaveLength(2);
    responses[1]!(rejected(429, { 'Retry-After': '1' })());
    await jest.advanceTimersByTimeAsync(1500);
    expect(sentAt).toHaveLength(4);
    for (const response of responses.slice(2)) response(ok()());
    expect((await Promise.all(calls)).map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
  });
});

it.each([
  [
    'a date, with a clock between two seconds',
    () => ({ 'Retry-After': new Date(Math.ceil(Date.now() / 1000) * 1000 + 90_000).toUTCString() }),
  ],
  ['a number of seconds', () => ({ 'Retry-After': '90' })],
])('retryAfter of an error is whole seconds, from %s', async (_what, headers) => {
  jest.setSystemTime(1_795_600_000_123);
  const { get } = open([rejected(503, headers())]);
  const { error } = (await settled(get())).result;
  expect([90_000, 91_000]).toContain(error?.kind === 'api' && error.retryAfter);
});

it('retryAfter of a window beyond the deadline is whole seconds, rounded up', async () => {
  const { get } = open([ok({ RateLimit: '"default";r=0;t=59' })]);
  await settled(get());
  await jest.advanceTimersByTimeAsync(777);
  expect((await settled(get({ deadline: 10_000 }))).result.error).toMatchObject({
    kind: 'deadline',
    retryAfter: 59_000,
  });
});

it('a call waits for the next window before it sends a request', async () => {
  const pauses: number[] = [];
  const { get, sentAt } = open(
    [ok({ RateLimit: '"default";r=1;t=20' }), ok({ RateLimit: '"default";r=0;t=20' }), ok()],
    { onPause: ({ delay }) => pauses.push(delay) },
  );
  await settled(get());
  await settled(get());
  const { result } = await settled(get());
  expect([result.error, result.attempts]).toEqual([undefined, 1]);
  expect([sentAt.at(-1)! >= 20_000, pauses.length]).toEqual([true, 1]);
});

it('a clock that is set back does not extend a window', async () => {
  const { get, sentAt } = open([ok({ RateLimit: '"default";r=0;t=20' }), ok()]);
  await settled(get());
  await jest.advanceTimersByTimeAsync(20_000);
  jest.setSystemTime(Date.now() - 3_600_000);
  const { result } = await settled(get());
  expect([result.error, result.waited, sentAt.length]).toEqual([undefined, 0, 2]);
});

it.each([
  ['forward', 3_600_000],
  ['back', -3_600_000],
])(
  'a clock that is set %s changes neither the deadline nor the reported waiting time',
  async (_way, step) => {
    randomly(0);
    const { get, sentAt } = open([rejected(503, { 'Retry-After': '3' })], { retries: 20 });
    const call = get({ deadline: 10_000 });
    await jest.advanceTimersByTimeAsync(1000);
    jest.setSystemTime(Date.now() + step);
    const { result } = await settled(call);
    expect([result.waited, sentAt.length]).toEqual([9000, 4]);
  },
);

it('counts sent requests, and pending requests that the server has not counted', async () => {
  const { get, sentAt } = open(
    [
      ok({ RateLimit: '"default";r=3;t=20, "hour";r=500;t=3000' }),
      ok({ RateLimit: '"default";r=1;t=20' }),
      'hang',
    ],
    { attemptTimeout: 5000, retries: 0 },
  );
  await settled(get());
  const calls = [get(), get()]; // one returns while the other is pending and will be the last of the window
  await jest.advanceTimersByTimeAsync(10);
  calls.push(get());
  await jest.advanceTimersByTimeAsync(10);
  expect(sentAt).toHaveLength(3);
  await settled(Promise.all(calls));
  expect([sentAt.length, sentAt.at(-1)! >= 20_000]).toEqual([4, true]);
});

it('sends at most the remaining number of requests at once', async () => {
  const { get, sentAt } = open([ok({ RateLimit: '"default";r=2;t=20' }), 'hang'], {
    attemptTimeout: 5000,
    retries: 0,
  });
  await settled(get());
  const calls = [get(), get(), get()];
  await jest.advanceTimersByTimeAsync(10);
  expect(sentAt).toHaveLength(3);
  await settled(Promise.all(calls));
  expect([sentAt.length, sentAt.at(-1)! >= 20_000]).toEqual([4, true]);
});

it('a window beyond the deadline ends the call immediately', async () => {
  const { get, sentAt } = open([ok({ RateLimit: '"default";r=0;t=59' })]);
  await settled(get());
  const { result, took } = await settled(get({ deadline: 10_000 }));
  expect(result.error).toMatchObject({
    kind: 'deadline',
    attempts: 0,
    maybeDone: false,
    message: expect.stringContaining('The rate limit'),
  });
  expect([took < 200, sentAt.length]).toEqual([true, 1]);
});

it('an attempt without a response times out, and the call retries', async () => {
  randomly(0);
  const { get, sentAt } = open(['hang', ok()], { attemptTimeout: 5000 });
  const { result } = await settled(get());
  expect([result.error, result.attempts, sentAt]).toEqual([undefined, 2, [0, 5001]]); // timers take >= 1 ms
});

it('by default, each attempt has 20 seconds and each call 60 seconds', async () => {
  randomly(0);
  const { get, sentAt } = open(['hang']);
  const { result, took } = await settled(get());
  expect([result.error?.kind, sentAt, took]).toEqual(['deadline', [0, 20_001, 40_002], 60_000]);
});

it('the deadline covers all attempts, and its error contains the last attempt', async () => {
  randomly(0);
  const { client } = open(['hang'], { attemptTimeout: 4000, deadline: 10_000 });
  const { result, took } = await settled(
    client.DELETE('/cyber-assets/{id}', { params: { path: { id: 'ca_1' } } }),
  );
  expect(result.error).toMatchObject({
    kind: 'deadline',
    attempts: 3,
    maybeDone: true,
    cause: expect.objectContaining({ kind: 'connection', attempts: 2 }),
  });
  expect(took).toBe(10_000);
});

it('the kind is `deadline` also when the timer fires before the clock has reached the deadline', async () => {
  const { get } = open(['hang']);
  const start = performance.now();
  const call = get({ deadline: 1000.4 });
  await jest.advanceTimersByTimeAsync(10);
  jest.spyOn(performance, 'now').mockReturnValue(start + 1000.3);
  expect((await settled(call)).result.error).toMatchObject({ kind: 'deadline', attempts: 1 });
});

it('the kind is `deadline` when a lost connection leaves no time for another attempt', async () => {
  randomly(1);
  const fetch = () => Promise.reject(new TypeError('fetch failed'));
  const { client } = open([], { fetch, retries: 20 });
  const { result } = await settled(client.GET('/facilities', { deadline: 700 }));
  expect(result.error).toMatchObject({
    kind: 'deadline',
    attempts: 2,
    cause: expect.objectContaining({ kind: 'connection' }),
  });
});

it('times in messages and events are whole milliseconds', async () => {
  randomly(0.123);
  const delays: number[] = [];
  const errors: string[] = [];
  const { get } = open([ok({ RateLimit: '"default";r=0;t=2' }), 'hang'], {
    attemptTimeout: 1500.25,
    retries: 1,
    onPause: ({ delay }) => delays.push(delay),
    onRetry: ({ delay, error }) => {
      delays.push(delay);
      errors.push(error.message);
    },
  });
  await settled(get());
  await jest.advanceTimersByTimeAsync(3);
  const { result } = await settled(get({ deadline: 50_000 }));
  errors.push(result.error!.message);
  expect(errors).toEqual(Array(2).fill('No complete response arrived within 1,501 ms.'));
  expect([delays.length, delays.filter((delay) => !Number.isInteger(delay)), result.waited % 1]).toEqual([
    2,
    [],
    0,
  ]);
});

it.each([
  ['a response', ['hang' as const], true],
  ['the next attempt', [rejected(503, { 'Retry-After': '30' })], true],
])('the caller’s signal ends the wait for %s', async (_what, responses, maybeDone) => {
  const { client } = open(responses);
  const stop = new AbortController();
  const call = client.DELETE('/cyber-assets/{id}', { params: { path: { id: 'ca_1' } }, signal: stop.signal });
  await jest.advanceTimersByTimeAsync(1000);
  stop.abort('Ctrl-C');
  expect((await call).error).toMatchObject({ kind: 'aborted', cause: 'Ctrl-C', attempts: 1, maybeDone });
});

it('one signal ends all its calls, without a memory leak warning', async () => {
  const warnings = jest.fn();
  process.on('warning', warnings);
  const { client } = open(['hang']);
  const stop = new AbortController();
  const calls = Array.from({ length: 50 }, () => client.GET('/facilities', { signal: stop.signal }));
  await jest.advanceTimersByTimeAsync(10);
  stop.abort('Ctrl-C');
  expect(new Set((await Promise.all(calls)).map(({ error }) => error?.kind))).toEqual(new Set(['aborted']));
  await jest.advanceTimersByTimeAsync(10);
  process.off('warning', warnings);
  expect(warnings).not.toHaveBeenCalled();
});

it('a call with an aborted signal sends no request', async () => {
  const { get, sentAt } = open([ok()]);
  expect((await get({ signal: AbortSignal.abort() })).error).toMatchObject({
    kind: 'aborted',
    attempts: 0,
    maybeDone: false,
  });
  expect(sentAt).toEqual([]);
});
