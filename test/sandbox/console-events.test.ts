// Tests the event stream of the console: slow subscribers, and subscribers that reconnect.
import { type Sandbox, startSandbox } from '../support/sandbox';
import { stuckReader, unreadBytes } from '../server/http/stuck-readers';
import { until } from '../support/until';

let sandbox: Sandbox;
beforeAll(async () => void (sandbox = await startSandbox()));
afterAll(() => sandbox.close());

const EVENTS = 'GET /console/events HTTP/1.1';
/** A line of the log has the path. */
const LONG_PATH = `/${'x'.repeat(12_000)}`;
const PER_SUBSCRIBER = 64 * 1024 + 2 * LONG_PATH.length;

const send = (path = '/facilities') => sandbox.client('GET', path);
const clear = () => fetch(`${sandbox.url}/console/requests`, { method: 'DELETE' });

/** Returns the ids and names of the first `count` events for a subscriber that has read event `after`. */
async function eventsAfter(after: number | undefined, count: number): Promise<[string, string][]> {
  const stop = new AbortController();
  const headers = { 'Last-Event-ID': String(after) };
  const { body } = await fetch(`${sandbox.url}/console/events`, { signal: stop.signal, headers });
  let text = '';
  let found: [string, string][] = [];
  for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    found = [...text.matchAll(/id: (\d+)\nevent: (\w+)\n/g)].map(([, id, name]) => [id!, name!]);
    if (found.length >= count) break;
  }
  stop.abort();
  return found;
}

/** Clears the log and sends requests by default. Returns their numbers once the log has them, after their responses. */
async function logged(count: number, sends = true): Promise<number[]> {
  if (sends) {
    await clear();
    for (let request = 0; request < count; request++) await send();
  }
  const lines = await until(async () => {
    const all = (await (await fetch(`${sandbox.url}/console/requests`)).json()) as { number: number }[];
    return all.length >= count && all;
  });
  return lines.map(({ number }) => number).reverse();
}

it('a subscriber that reads nothing is disconnected, and until then holds a bounded number of bytes', async () => {
  const stuck = Array.from({ length: 5 }, () => stuckReader(sandbox.url, [EVENTS]));
  await Promise.all(stuck.map((reader) => reader.answered()));
  await until(async () => {
    await Promise.all(Array.from({ length: 20 }, () => send(LONG_PATH)));
    expect(unreadBytes()).toBeLessThanOrEqual(stuck.length * PER_SUBSCRIBER);
    return stuck.every((reader) => reader.isClosed());
  });
});

it('a subscriber that reconnects gets the requests that it has missed', async () => {
  const [first, second, third] = await logged(3);
  expect(await eventsAfter(first, 2)).toEqual([
    [String(second), 'request'],
    [String(third), 'request'],
  ]);
});

it('a subscriber that reconnects gets what it has missed, also more than the server holds for it', async () => {
  await clear();
  await Promise.all(Array.from({ length: 40 }, () => send(LONG_PATH)));
  const [first, ...missed] = await logged(40, false);
  expect(await eventsAfter(first, 39)).toEqual(missed.map((number) => [String(number), 'request']));
});

it('a subscriber gets the clearing of the log also when it had read all requests', async () => {
  const [number] = await logged(1);
  await clear();
  expect(await eventsAfter(number, 1)).toEqual([[expect.any(String), 'cleared']]);
});

it('a subscriber that has missed the clearing of the log, or knows the log of an earlier process, starts anew', async () => {
  const [missed] = await logged(1);
  const [number] = await logged(1);
  for (const after of [missed! - 1, number! + 700])
    expect(await eventsAfter(after, 2)).toEqual([
      [expect.any(String), 'cleared'],
      [String(number), 'request'],
    ]);
});

it.each(['(none)', '-1', '1.5', 'x', '9'.repeat(40)])(
  'Last-Event-ID: %s sends no earlier request',
  async (id) => {
    await logged(1);
    const stop = new AbortController();
    const { status, body } = await fetch(`${sandbox.url}/console/events`, {
      headers: id === '(none)' ? {} : { 'Last-Event-ID': id },
      signal: stop.signal,
    });
    const { value } = await body!.getReader().read();
    expect([status, new TextDecoder().decode(value)]).toEqual([
      200,
      expect.stringMatching(/^retry: 1000\nevent: instance\ndata: \S+\n\n$/),
    ]);
    stop.abort();
  },
);
