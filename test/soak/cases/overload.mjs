// Three times the load that the server can carry: what it accepts is answered within a second, the rest is refused at once, and health answers quickly.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { percentile, rounded } from '../../support/percentile.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';

export const name = 'overload';

const HEALTH_CLIENT = fileURLToPath(new URL('../support/health-client.mjs', import.meta.url));
const ASSETS = 300;
const SECONDS = { capacity: 5, ramp: 3, overload: 15 };
const MAX_HEALTH_MILLISECONDS = 100;
/** Far more than can wait, so that load comes whether or not answers do. */
const CONNECTIONS = 1500;

/** Calls, and tells how long each took, by status. What begins in the ramp is left out: it waits for the client to open its connections. */
async function load({ url, key }, { ramp = 0, ...options }) {
  const milliseconds = new Map();
  const since = performance.now() + ramp * 1000;
  const run = autocannon({
    url: `${url}/cyber-assets`,
    headers: { 'X-API-Key': key },
    timeout: 20,
    ...options,
  });
  run.on('response', (_client, status, _bytes, time) => {
    if (performance.now() - time < since) return;
    if (!milliseconds.has(status)) milliseconds.set(status, []);
    milliseconds.get(status).push(time);
  });
  const { errors, timeouts } = await run;
  return { milliseconds, errors, timeouts };
}

/** A process of its own: this one is busy making the load. Tells how long the answers took, by path. */
async function askHealth(operations, until) {
  const child = spawn(process.execPath, [HEALTH_CLIENT, operations], { stdio: ['pipe', 'pipe', 'inherit'] });
  let told = '';
  child.stdout.on('data', (text) => (told += text));
  const closed = once(child, 'close');
  await until;
  child.stdin.end();
  await closed;
  if (child.exitCode !== 0) throw new Error('Health was not answered.');
  return JSON.parse(told);
}

export async function run({ log, databaseUrl }) {
  const { key } = await prepareOrganization(databaseUrl, { assets: ASSETS });
  const server = { key, ...(await startServer({ databaseUrl })) };
  await load(server, { connections: 32, duration: 2 });
  const calm = await load(server, { connections: 32, duration: SECONDS.capacity });
  const capacity = calm.milliseconds.get(200).length / SECONDS.capacity;
  log(`it carries ${Math.round(capacity)} requests a second; now ${Math.round(3 * capacity)}`);
  if (calm.milliseconds.size > 1) throw new Error('Requests on 32 connections were refused.');

  const overload = load(server, {
    connections: CONNECTIONS,
    overallRate: Math.round(3 * capacity),
    duration: SECONDS.ramp + SECONDS.overload,
    ramp: SECONDS.ramp,
  });
  const [{ milliseconds, errors, timeouts }, health] = await Promise.all([
    overload,
    askHealth(server.operations, overload),
  ]);
  const [accepted = [], refused = []] = [milliseconds.get(200), milliseconds.get(503)];
  const figures = {
    capacity: Math.round(capacity),
    acceptedPerSecond: Math.round(accepted.length / SECONDS.overload),
    acceptedP99: rounded(percentile(accepted, 99)),
    refusedPerSecond: Math.round(refused.length / SECONDS.overload),
    refusedP99: rounded(percentile(refused, 99)),
    liveP99: rounded(percentile(health['/health/live'], 99)),
    readyP99: rounded(percentile(health['/health/ready'], 99)),
    otherAnswers:
      [...milliseconds.keys()].filter((status) => status !== 200 && status !== 503).join(' ') || 'none',
  };
  if (errors + timeouts > 0 || figures.otherAnswers !== 'none')
    throw new Error(
      `${errors} errors, ${timeouts} of them without an answer in time; answers beside 200 and 503: ${figures.otherAnswers}.`,
    );
  if (refused.length === 0) throw new Error('Nothing was refused: the load was no overload.');
  if (!(figures.acceptedP99 < 1000))
    throw new Error(
      `What was accepted took ${figures.acceptedP99} ms (99th percentile), and may take less than 1000 ms.`,
    );
  for (const name of ['liveP99', 'readyP99']) {
    if (!(figures[name] < MAX_HEALTH_MILLISECONDS))
      throw new Error(
        `Health took ${figures[name]} ms (${name}), and may take less than ${MAX_HEALTH_MILLISECONDS} ms.`,
      );
  }
  const after = await fetch(`${server.url}/cyber-assets`, { headers: { 'X-API-Key': server.key } });
  if (after.status !== 200) throw new Error(`After the load it answered ${after.status}.`);
  return { figures };
}
