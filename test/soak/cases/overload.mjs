// Three times the load that the server can carry: what it accepts is answered within a second, and the rest is refused at once.
import autocannon from 'autocannon';
import { percentile, withServer } from '../served.mjs';

export const name = 'overload';

const ASSETS = 300;
const SECONDS = { capacity: 5, ramp: 3, overload: 15 };
/** Far more than can wait, so that load comes whether or not answers do. */
const CONNECTIONS = 1500;

/** Calls, and tells how long each took, by status. What begins in the ramp is left out: it waits for the client to open its connections. */
async function load({ url, key }, { ramp = 0, ...options }) {
  const milliseconds = new Map();
  const since = performance.now() + ramp * 1000;
  const run = autocannon({ url: `${url}/cyber-assets`, headers: { 'X-API-Key': key }, timeout: 20, ...options });
  run.on('response', (_client, status, _bytes, time) => {
    if (performance.now() - time < since) return;
    if (!milliseconds.has(status)) milliseconds.set(status, []);
    milliseconds.get(status).push(time);
  });
  const { errors, timeouts } = await run;
  return { milliseconds, errors, timeouts };
}

export async function run({ log }) {
  return withServer({ assets: ASSETS }, async (server) => {
    await load(server, { connections: 32, duration: 2 });
    const calm = await load(server, { connections: 32, duration: SECONDS.capacity });
    const capacity = calm.milliseconds.get(200).length / SECONDS.capacity;
    log(`it carries ${Math.round(capacity)} requests a second; now ${Math.round(3 * capacity)}`);
    if (calm.milliseconds.size > 1) throw new Error('Requests on 32 connections were refused.');

    const { milliseconds, errors, timeouts } = await load(server, { connections: CONNECTIONS, overallRate: Math.round(3 * capacity), duration: SECONDS.ramp + SECONDS.overload, ramp: SECONDS.ramp });
    const [accepted = [], refused = []] = [milliseconds.get(200), milliseconds.get(503)];
    const figures = {
      capacity: Math.round(capacity),
      acceptedPerSecond: Math.round(accepted.length / SECONDS.overload),
      acceptedP99: percentile(accepted, 99),
      refusedPerSecond: Math.round(refused.length / SECONDS.overload),
      refusedP99: percentile(refused, 99),
      otherAnswers: [...milliseconds.keys()].filter((status) => status !== 200 && status !== 503).join(' ') || 'none',
    };
    log(JSON.stringify(figures));
    if (errors + timeouts > 0 || figures.otherAnswers !== 'none') throw new Error(`${errors} errors, ${timeouts} of them without an answer in time; answers beside 200 and 503: ${figures.otherAnswers}.`);
    if (refused.length === 0) throw new Error('Nothing was refused: the load was no overload.');
    if (!(figures.acceptedP99 < 1000)) throw new Error(`What was accepted took ${figures.acceptedP99} ms (99th percentile), and may take less than 1000 ms.`);
    const after = await fetch(`${server.url}/cyber-assets`, { headers: { 'X-API-Key': server.key } });
    if (after.status !== 200) throw new Error(`After the load it answered ${after.status}.`);
    return figures;
  });
}
