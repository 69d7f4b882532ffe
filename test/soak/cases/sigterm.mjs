// Stops a server under load 20 times, with and without workers. It responds to every accepted request and
// exits with 0 within 10 seconds. Accepted requests are those with a line in the access log.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { prepareOrganization, startServer } from '../support/server.mjs';

export const name = 'sigterm';

const STOPS = 20;
const CLIENTS = 16;
const MAX_MILLISECONDS = 10_000;

function send(url, key, agent, { id, method, path, body }) {
  return new Promise((resolve, reject) => {
    const text = body && JSON.stringify(body);
    const headers = {
      'X-API-Key': key,
      'X-Request-Id': id,
      ...(text ? { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) } : {}),
    };
    const outgoing = request(url + path, { method, agent, headers }, (response) => {
      response.on('error', reject);
      response.on('end', () => resolve(response.statusCode));
      response.resume();
    });
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** Sends requests on one connection, one after the other, until the server accepts no connection. */
async function ask({ url, key, systemId, mark, outcomes }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let number = 0; ; number++) {
    const id = `${mark}-${number}`;
    const write = number % 4 === 0;
    const asset = { name: id, cyber_system_id: systemId, asset_type: 'hardware' };
    try {
      const status = await send(
        url,
        key,
        agent,
        write
          ? { id, method: 'POST', path: '/cyber-assets', body: asset }
          : { id, method: 'GET', path: '/facilities' },
      );
      outcomes.set(id, { status });
    } catch (error) {
      outcomes.set(id, { failed: error.code ?? error.message });
      if (error.code === 'ECONNREFUSED') break;
    }
  }
  agent.destroy();
}

/** Maps the id of each accepted request to true when the server sent the complete response. */
const accepted = (log) =>
  new Map(
    log
      .split('\n')
      .filter((line) => line.includes('"milliseconds"'))
      .map((line) => JSON.parse(line))
      .map(({ requestId, aborted = false }) => [requestId, !aborted]),
  );

function holdToPromise(outcomes, log, figures) {
  const inLog = accepted(log);
  for (const [id, { status, failed }] of outcomes) {
    if (failed === undefined && status !== 200 && status !== 201)
      throw new Error(`${id} got status ${status}.`);
    if (failed !== undefined && inLog.has(id)) throw new Error(`${id} was accepted and failed: ${failed}.`);
    if (failed === undefined) figures.answered++;
    else if (failed === 'ECONNREFUSED') figures.refused++;
    else figures['reset before they were taken']++;
  }
  for (const [id, whole] of inLog)
    if (!whole) throw new Error(`The server aborted ${id} without a response.`);
}

async function stopOnce({ databaseUrl, organization, workers, turn, figures }) {
  const server = await startServer({
    databaseUrl,
    environment: { WORKERS: workers, OPERATIONS_PORT: 'off', LOG_LEVEL: 'info' },
  });
  let log = '';
  server.child.stderr.on('data', (text) => (log += text));
  const outcomes = new Map();
  const clients = Array.from({ length: CLIENTS }, (_, index) =>
    ask({ url: server.url, ...organization, mark: `stop${turn}-${index}`, outcomes }),
  );
  await new Promise((resolve) => setTimeout(resolve, 200 + Math.random() * 400));
  const since = performance.now();
  const closed = once(server.child, 'close');
  const status = await server.stop('SIGTERM');
  const milliseconds = performance.now() - since;
  await Promise.all([closed, ...clients]);
  if (status !== 0) throw new Error(`The server exited with ${status}.`);
  if (milliseconds > MAX_MILLISECONDS) throw new Error(`The server took ${milliseconds} ms to stop.`);
  figures['longest stop in ms'] = Math.max(figures['longest stop in ms'], Math.round(milliseconds));
  holdToPromise(outcomes, log, figures);
}

export async function run({ log, databaseUrl }) {
  const organization = await prepareOrganization(databaseUrl);
  const figures = {
    stops: 0,
    answered: 0,
    refused: 0,
    'reset before they were taken': 0,
    'longest stop in ms': 0,
  };
  while (figures.stops < STOPS) {
    await stopOnce({
      databaseUrl,
      organization,
      workers: figures.stops % 2 === 0 ? '1' : '2',
      turn: figures.stops,
      figures,
    });
    figures.stops++;
    if (figures.stops % 5 === 0) log(`${figures.stops} stops, ${figures.answered} responses, none missing`);
  }
  return { figures };
}
