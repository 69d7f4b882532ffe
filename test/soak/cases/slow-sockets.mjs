// 1,000 sockets that send one byte per second raise the 99th percentile of normal requests by at most 20 %.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { percentile, rounded } from '../../bench/support/percentile.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';

export const name = 'slow-sockets';

const SLOW_CLIENT = fileURLToPath(new URL('../support/slow-client.mjs', import.meta.url));
const SOCKETS = 1000;
const ROUNDS = 5;
const SECONDS = 4;
/** A low rate, so that the case measures waiting time and not capacity. */
const CALLS = { connections: 8, overallRate: 200 };
const MAX_MOVED = 1.2;

/**
 * Attacks from a separate process, which does not delay normal requests. Returns a function that stops it.
 */
function attack(url) {
  const child = spawn(process.execPath, [SLOW_CLIENT, url, String(SOCKETS)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  return async () => {
    const closed = once(child, 'close');
    child.stdin.end();
    await closed;
    return Number(output);
  };
}

async function p99Of({ url, key }) {
  const times = [];
  const run = autocannon({
    url: `${url}/cyber-assets/ca_cedar7`,
    headers: { 'X-API-Key': key },
    duration: SECONDS,
    ...CALLS,
  });
  run.on('response', (_client, _status, _bytes, time) => times.push(time));
  const { non2xx, errors } = await run;
  if (non2xx + errors > 0)
    throw new Error(`Normal requests got ${non2xx} responses other than 2xx and ${errors} errors.`);
  return percentile(times, 99);
}

const median = (values) => percentile(values, 50);

export async function run({ log, databaseUrl }) {
  const { key } = await prepareOrganization(databaseUrl, { assets: 1000 });
  const server = { key, ...(await startServer({ databaseUrl })) };
  await p99Of(server); // warm-up
  const alone = [];
  const besides = [];
  let refused = 0;
  // In turns, so that other work of the machine affects both.
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await p99Of(server));
    const end = attack(server.url);
    // All sockets open within 10 s and the server closes each
    // after 10 s, so from now on some always reconnect.
    await wait(12_000);
    besides.push(await p99Of(server));
    refused += await end();
    log(
      `p99 ${alone.at(-1).toFixed(1)} ms alone, ${besides.at(-1).toFixed(1)} ms with ${SOCKETS} slow sockets`,
    );
    await wait(500);
  }
  const figures = { aloneP99: rounded(median(alone)), besidesP99: rounded(median(besides)), refused };
  if (refused === 0) throw new Error('No slow socket got a 408.');
  if (figures.besidesP99 > MAX_MOVED * figures.aloneP99)
    throw new Error(
      `Slow sockets raised the 99th percentile from ${figures.aloneP99} to ${figures.besidesP99} ms.`,
    );
  return { figures };
}
