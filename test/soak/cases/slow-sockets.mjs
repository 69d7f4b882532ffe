// A thousand sockets that send a byte a second move the 99th percentile of honest calls by no more than a fifth.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { percentile, rounded } from '../../support/percentile.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';

export const name = 'slow-sockets';

const SLOW_CLIENT = fileURLToPath(new URL('../support/slow-client.mjs', import.meta.url));
const SOCKETS = 1000;
const ROUNDS = 5;
const SECONDS = 4;
/** A rate that any machine carries: what is measured is waiting, and not capacity. */
const CALLS = { connections: 8, overallRate: 200 };
const MAX_MOVED = 1.2;

/** A process of its own: what it does must not keep the honest calls waiting on the client's side. Its end tells how many were refused. */
function attack(url) {
  const child = spawn(process.execPath, [SLOW_CLIENT, url, String(SOCKETS)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let told = '';
  child.stdout.on('data', (text) => (told += text));
  return async () => {
    const closed = once(child, 'close');
    child.stdin.end();
    await closed;
    return Number(told);
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
    throw new Error(`${non2xx} answers other than 2xx and ${errors} errors for honest calls.`);
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
  // In turns, so that whatever else the machine does falls on both.
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await p99Of(server));
    const end = attack(server.url);
    await wait(12_000); // they come within ten seconds and are refused after ten more each: from now on some always are, and come again
    besides.push(await p99Of(server));
    refused += await end();
    log(
      `p99 ${alone.at(-1).toFixed(1)} ms alone, ${besides.at(-1).toFixed(1)} ms beside ${SOCKETS} slow sockets`,
    );
    await wait(500);
  }
  const figures = { aloneP99: rounded(median(alone)), besidesP99: rounded(median(besides)), refused };
  if (refused === 0) throw new Error(`No slow socket was refused with 408.`);
  if (figures.besidesP99 > MAX_MOVED * figures.aloneP99)
    throw new Error(
      `Slow sockets moved the 99th percentile from ${figures.aloneP99} to ${figures.besidesP99} ms, by more than a fifth.`,
    );
  return { figures };
}
