// Sends request bodies that stop arriving. Those of one key do not delay other organizations, and anonymous
// ones do not delay the sign-in page.
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { prepareOrganization, startServer } from '../support/server.mjs';
import { readSteadily, requireServed } from '../support/steady-reader.mjs';

export const name = 'stalled-bodies';

const COUNTS = [270, 600];
/** Longer than the request timeout, so that the first requests end and are sent again. */
const SECONDS = 20;
const MAX_MILLISECONDS = 1000;

/** Keeps `count` requests open whose bodies stop after one byte. Returns a function that closes them. */
function stall(url, head, count) {
  const { hostname, port } = new URL(url);
  const sockets = new Set();
  let isOver = false;
  const open = () => {
    if (isOver) return;
    const socket = connect(Number(port), hostname, () =>
      socket.write(`${head.join('\r\n')}\r\nHost: a\r\nContent-Length: 500\r\n\r\n{`),
    );
    sockets.add(socket);
    socket.on('data', () => {}).on('error', () => {});
    socket.once('close', () => (sockets.delete(socket), setTimeout(open, 100)));
  };
  for (let number = 0; number < count; number++) open();
  return () => {
    isOver = true;
    for (const socket of sockets) socket.destroy();
  };
}

export async function run({ log, databaseUrl, scale }) {
  const seconds = Math.max(2, SECONDS * scale);
  const attacker = await prepareOrganization(databaseUrl, { slug: 'attacker' });
  const other = await prepareOrganization(databaseUrl, { slug: 'other', assets: 100 });
  const settings = { SETTINGS_PORT: '0', SETTINGS_SECRET: randomBytes(32).toString('base64') };
  const server = await startServer({ databaseUrl, environment: settings });
  const pages = JSON.parse(
    server
      .said()
      .split('\n')
      .find((line) => line.includes('"settings"')),
  ).settings;
  const figures = {};
  const attempt = async (what, target, head, count, read) => {
    const stop = stall(target, head, count);
    const result = await readSteadily(read.url, { headers: read.headers, seconds });
    stop();
    log(`${count} ${what}: ${JSON.stringify(result)}`);
    requireServed(`The other organization, beside ${count} ${what},`, result, MAX_MILLISECONDS);
    figures[`longest beside ${count} ${what}`] = `${result.longest} ms`;
  };
  const json = [
    'POST /cyber-assets HTTP/1.1',
    `X-API-Key: ${attacker.key}`,
    'Content-Type: application/json',
  ];
  const form = ['POST /sign-in HTTP/1.1', 'Content-Type: application/x-www-form-urlencoded'];
  for (const count of COUNTS) {
    await attempt('bodies', server.url, json, count, {
      url: `${server.url}/cyber-assets`,
      headers: { 'X-API-Key': other.key },
    });
  }
  await attempt('forms', pages, form, COUNTS[0], { url: `${pages}/sign-in` });
  return { figures };
}
