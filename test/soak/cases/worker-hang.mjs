// Suspends a worker under load, five times. The primary kills and replaces it within 15 seconds. Only
// requests on the worker's connections fail.
import { createClient } from '../support/client.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';

export const name = 'worker-hang';

const ROUNDS = 5;
const CLIENTS = 8;
/** From the last heartbeat to the log line of the new worker. */
const MAX_REPLACEMENT_MILLISECONDS = 15_000;
const BUSY_MILLISECONDS = 5000;

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

function linesOf(server) {
  const lines = [];
  let rest = '';
  server.child.stderr.on('data', (chunk) => {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop();
    for (const part of parts) if (!part.includes('"milliseconds"')) lines.push(JSON.parse(part));
  });
  return lines;
}

/** Sends requests, each on a new connection, until the signal. */
async function ask({ server, key, figures, signal }) {
  const client = createClient(server.url, key);
  while (!signal.aborted) {
    const response = await client('GET', '/facilities', {
      headers: { Connection: 'close' },
      signal: AbortSignal.timeout(MAX_REPLACEMENT_MILLISECONDS),
    }).catch((error) => error);
    if (response.status === 200) figures.answered++;
    else if (response instanceof Error && response.name !== 'TimeoutError')
      figures['cut off with a hung worker']++;
    else throw new Error(`A request ended with ${response.status ?? response.message}.`);
  }
}

async function metric(server, wanted) {
  const text = await (await fetch(`${server.operations}/metrics`)).text();
  return Number(new RegExp(`^${wanted} (\\d+)$`, 'm').exec(text)?.[1]);
}

async function until(condition, milliseconds, failure) {
  const since = performance.now();
  while (!condition()) {
    if (performance.now() - since > milliseconds) throw new Error(`${failure} within ${milliseconds} ms.`);
    await wait(20);
  }
  return Math.round(performance.now() - since);
}

export async function run({ log, databaseUrl, scale = 1 }) {
  const { key } = await prepareOrganization(databaseUrl);
  const server = await startServer({ databaseUrl, environment: { WORKERS: '2' } });
  const lines = linesOf(server);
  const first = server
    .said()
    .split('\n')
    .filter((line) => line.includes('a worker serves'))
    .map((line) => JSON.parse(line));
  const figures = { rounds: 0, answered: 0, 'cut off with a hung worker': 0, 'slowest replacement ms': 0 };
  const stopping = new AbortController();
  const clients = Promise.all(
    Array.from({ length: CLIENTS }, () => ask({ server, key, figures, signal: stopping.signal })),
  );
  clients.catch(() => undefined); // awaited at the end

  process.kill(first[0].pid, 'SIGSTOP');
  await wait(BUSY_MILLISECONDS);
  process.kill(first[0].pid, 'SIGCONT');
  await wait(1000);
  if ((await metric(server, 'workers_unresponsive_total')) !== 0)
    throw new Error(`The primary killed a worker that was busy for ${BUSY_MILLISECONDS} ms.`);

  for (; figures.rounds < Math.ceil(ROUNDS * scale); figures.rounds++) {
    const serving = [...first, ...lines].filter(({ msg }) => msg === 'a worker serves');
    const { pid } = serving.at(-1);
    process.kill(pid, 'SIGSTOP');
    const replaced = () =>
      lines.filter(({ msg }) => msg === 'a worker serves').length > serving.length - first.length;
    const milliseconds = await until(
      replaced,
      MAX_REPLACEMENT_MILLISECONDS,
      'The primary did not replace the suspended worker',
    );
    figures['slowest replacement ms'] = Math.max(figures['slowest replacement ms'], milliseconds);
    if (!lines.some((line) => line.msg === 'a worker is unresponsive and is killed' && line.pid === pid))
      throw new Error('The log does not name the hung worker.');
    log(`replaced after ${milliseconds} ms`);
  }
  stopping.abort();
  await clients;
  const counted = await metric(server, 'workers_unresponsive_total');
  if (counted !== figures.rounds)
    throw new Error(`The metric counts ${counted} instead of ${figures.rounds} unresponsive workers.`);
  if ((await server.stop()) !== 0) throw new Error('The server exited with an error.');
  return { figures };
}
