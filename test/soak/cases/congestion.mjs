// Five times the connections of the peak, from clients that ignore Retry-After: goodput stays at 70 % of the peak or more.
import autocannon from 'autocannon';
import { prepareOrganization, startServer } from '../support/server.mjs';

export const name = 'congestion';

const CONNECTIONS = [50, 100, 200];
const FACTOR = 5;
const SECONDS = 8;
const MIN_SHARE = 0.7;

/** Returns responses with status 200 a second. */
async function goodput({ url, key }, connections, seconds) {
  const run = await autocannon({ url: `${url}/cyber-assets/ca_cedar7`, headers: { 'X-API-Key': key }, connections, duration: seconds, timeout: 20 });
  if (run.errors > 0) throw new Error(`${run.errors} errors on ${connections} connections.`);
  return run['2xx'] / run.duration;
}

export async function run({ log, databaseUrl, scale }) {
  const seconds = Math.max(1, SECONDS * scale);
  const { key } = await prepareOrganization(databaseUrl, { assets: 1000 });
  const server = { key, ...(await startServer({ databaseUrl })) };
  await goodput(server, 50, seconds); // warm-up
  let peak = { rate: 0, connections: 0 };
  for (const connections of CONNECTIONS) {
    const rate = await goodput(server, connections, seconds);
    log(`${Math.round(rate)}/s on ${connections} connections`);
    if (rate > peak.rate) peak = { rate, connections };
  }
  const congested = await goodput(server, FACTOR * peak.connections, seconds);
  const figures = { peak: Math.round(peak.rate), connections: peak.connections, congested: Math.round(congested), share: Math.round((100 * congested) / peak.rate) / 100 };
  if (figures.share < MIN_SHARE) throw new Error(`Goodput fell to ${figures.share} of the peak: ${JSON.stringify(figures)}.`);
  return { figures };
}
