// A worker is suspended under load, five times: the primary kills and replaces it within 15 seconds. Requests
// on its connections fail, and no other request does.
import { createClient } from '../support/client.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';

export const name = 'worker-hang';

const ROUNDS = 5;
const CLIENTS = 8;
/** From the last heartbeat to the line of the worker that serves in its place. */
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

/** Sends requests, each on a connection of its own, until the signal. */
async function ask({ server, key, figures, signal }) {
  const client = createClient(server.url, key);
  while (!signal.aborted) {
    const answer = await client('GET', '/facilities', {
      headers: { Connection: 'close' },
      signal: AbortSignal.timeout(MAX_REPLACEMENT_MILLISECONDS),
    }).catch((error) => error);
    if (answer.status === 200) figures.answered++;
    else if (answer instanceof Error && answer.name !== 'TimeoutError')
      figures['cut off with a hung worker']++;
    else throw new Error(`A request ended with ${answer.status ?? answer.message}.`);
  }
}

async function metric(server, wanted) {
  const text = await (await fetch(`${server.operations}/metrics`)).text();
  return Number(new RegExp(`^${wanted} (\\d+)$`, 'm').exec(text)?.[1]);
}

async function until(condition, milliseconds, what) {
  const since = performance.now();
  while (!condition()) {
    if (performance.now() - since > milliseconds) throw new Error(`${what} within ${milliseconds} ms.`);
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
    throw new Error(`A worker that was busy for ${BUSY_MILLISECONDS} ms was killed.`);

  for (; figures.rounds < Math.ceil(ROUNDS * scale); figures.rounds++) {
    const serving = [...first, ...lines].filter(({ msg }) => msg === 'a worker serves');
    const { pid } = serving.at(-1);
    process.kill(pid, 'SIGSTOP');
    const replaced = () =>
      lines.filter(({ msg }) => msg === 'a worker serves').length > serving.length - first.length;
    const milliseconds = await until(
      replaced,
      MAX_REPLACEMENT_MILLISECONDS,
      'No worker was started in place of one that hangs',
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
    throw new Error(`The metric counts ${counted} unresponsive workers, and ${figures.rounds} were.`);
  if ((await server.stop()) !== 0) throw new Error('The server did not end in good order.');
  return { figures };
}
