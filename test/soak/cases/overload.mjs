// Sends three times the load that the server can process. It serves accepted requests within a second,
// rejects the others at once, and responds quickly to health checks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { percentile, rounded } from '../../bench/support/percentile.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';

export const name = 'overload';

const HEALTH_CLIENT = fileURLToPath(new URL('../support/health-client.mjs', import.meta.url));
const ASSETS = 300;
const SECONDS = { capacity: 5, ramp: 3, overload: 15 };
const MAX_HEALTH_MILLISECONDS = 100;
/** Far more than the server queues, so that the load does not depend on the responses. */
const CONNECTIONS = 1500;

/**
 * Sends requests and returns their durations by status, except those of the ramp, which opens connections.
 */
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

/**
 * Measures health checks in a separate process, because this one generates the load. Returns times by path.
 */
async function askHealth(operations, until) {
  const child = spawn(process.execPath, [HEALTH_CLIENT, operations], { stdio: ['pipe', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  const closed = once(child, 'close');
  await until;
  child.stdin.end();
  await closed;
  if (child.exitCode !== 0) throw new Error('A health check failed.');
  return JSON.parse(output);
}

export async function run({ log, databaseUrl }) {
  const { key } = await prepareOrganization(databaseUrl, { assets: ASSETS });
  const server = { key, ...(await startServer({ databaseUrl })) };
  await load(server, { connections: 32, duration: 2 });
  const calm = await load(server, { connections: 32, duration: SECONDS.capacity });
  const capacity = calm.milliseconds.get(200).length / SECONDS.capacity;
  log(`capacity ${Math.round(capacity)} requests per second; load ${Math.round(3 * capacity)}`);
  if (calm.milliseconds.size > 1) throw new Error('The server rejected requests on 32 connections.');

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
      `${errors} errors, ${timeouts} of them timeouts; other statuses: ${figures.otherAnswers}.`,
    );
  if (refused.length === 0) throw new Error('The load was too low: the server rejected no request.');
  if (!(figures.acceptedP99 < 1000))
    throw new Error(
      `Accepted requests took ${figures.acceptedP99} ms (99th percentile); the maximum is 1,000 ms.`,
    );
  for (const name of ['liveP99', 'readyP99']) {
    if (!(figures[name] < MAX_HEALTH_MILLISECONDS))
      throw new Error(
        `Health checks took ${figures[name]} ms (${name}); the maximum is ${MAX_HEALTH_MILLISECONDS} ms.`,
      );
  }
  const after = await fetch(`${server.url}/cyber-assets`, { headers: { 'X-API-Key': server.key } });
  if (after.status !== 200) throw new Error(`After the load the server returned ${after.status}.`);
  return { figures };
}
