// Sends SIGTERM as soon as a starting server accepts a connection, 20 times, with and without workers. The
// server responds to every accepted request and exits with 0.
import { once } from 'node:events';
import { connect } from 'node:net';
import { ROOT, startProcess } from '../../support/processes.mjs';
import { freePort } from '../../support/free-port.mjs';
import { prepareOrganization } from '../support/server.mjs';

export const name = 'sigterm-start';

const STARTS = 20;
const CLIENTS = 8;
const MAX_START_MILLISECONDS = 30_000;

/** Resolves with a connected socket, or undefined when the server rejects the connection. */
async function open(port) {
  const socket = connect(port, '127.0.0.1');
  return once(socket, 'connect').then(
    () => socket,
    () => undefined,
  );
}

async function firstConnection(port) {
  const since = performance.now();
  while (performance.now() - since < MAX_START_MILLISECONDS) {
    const socket = await open(port);
    if (socket) return socket;
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  throw new Error('The server accepts no connections.');
}

/** Resolves with the status of the response, or with the error of the connection. */
async function ask(socket, key) {
  socket.write(`GET /facilities HTTP/1.1\r\nHost: a\r\nX-API-Key: ${key}\r\n\r\n`);
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  await once(socket, 'close').catch((error) => (text ||= error.code));
  return /^HTTP\/1\.1 (\d+) /.exec(text)?.[1] ?? text;
}

async function startAndStop({ databaseUrl, key, workers, figures }) {
  const port = await freePort();
  const environment = {
    PORT: String(port),
    OPERATIONS_PORT: '0',
    RATE_LIMIT: '0',
    DATABASE_URL: databaseUrl,
    WORKERS: workers,
  };
  const child = startProcess(process.execPath, [`${ROOT}dist/src/main.js`, 'serve'], environment);
  const exited = once(child, 'exit');
  const sockets = [await firstConnection(port)];
  while (sockets.length < CLIENTS) sockets.push(await firstConnection(port));
  child.kill('SIGTERM');
  const outcomes = await Promise.all(sockets.map((socket) => ask(socket, key)));
  const [status, signal] = await exited;
  const cut = outcomes.filter((outcome) => outcome !== '200');
  if (cut.length > 0)
    throw new Error(
      `${cut.length} of ${CLIENTS} requests ended with "${cut[0]}" (WORKERS=${workers}).\n` +
        child.said.slice(-2000),
    );
  if (status !== 0) throw new Error(`The server exited with ${status ?? signal} (WORKERS=${workers}).`);
  figures.answered += outcomes.length;
}

export async function run({ log, databaseUrl, scale = 1 }) {
  const { key } = await prepareOrganization(databaseUrl);
  const figures = { starts: 0, answered: 0 };
  while (figures.starts < Math.ceil(STARTS * scale)) {
    await startAndStop({ databaseUrl, key, workers: figures.starts % 2 === 0 ? '2' : '1', figures });
    figures.starts++;
    if (figures.starts % 5 === 0)
      log(`${figures.starts} starts, ${figures.answered} responses, none missing`);
  }
  return { figures };
}
