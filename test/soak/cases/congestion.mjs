// Five times the connections of the peak, from clients that ignore Retry-After: goodput stays at 70 % of the
// peak or more.
import autocannon from 'autocannon';
import { percentile } from '../../bench/support/percentile.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';

export const name = 'congestion';

const CONNECTIONS = [50, 100, 200];
const FACTOR = 5;
const SECONDS = 5;
const ROUNDS = 3;
const MIN_SHARE = 0.7;
/** No single round may fall below this share, because a collapse can be temporary. */
const MIN_SHARE_OF_ROUND = 0.4;

let created = 0;

/** Creates assets as fast as the connections allow. Returns responses with status 201 a second. */
async function goodput({ url, key, systemId }, connections, seconds) {
  const setupRequest = (request) => ({
    ...request,
    body: JSON.stringify({ name: `asset-${created++}`, cyber_system_id: systemId, asset_type: 'hardware' }),
  });
  const run = await autocannon({
    url: `${url}/cyber-assets`,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    requests: [{ method: 'POST', path: '/cyber-assets', setupRequest }],
    connections,
    duration: seconds,
    timeout: 20,
  });
  if (run.errors > 0) throw new Error(`${run.errors} errors on ${connections} connections.`);
  return run['2xx'] / run.duration;
}

export async function run({ log, databaseUrl, scale }) {
  const seconds = Math.max(1, SECONDS * scale);
  const organization = await prepareOrganization(databaseUrl);
  const server = { ...organization, ...(await startServer({ databaseUrl })) };
  await goodput(server, 50, seconds); // warm-up
  let peak = { rate: 0, connections: 0 };
  for (const connections of CONNECTIONS) {
    const rate = await goodput(server, connections, seconds);
    log(`${Math.round(rate)}/s on ${connections} connections`);
    if (rate > peak.rate) peak = { rate, connections };
  }
  // In turns, so that whatever else the machine does affects both.
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const calm = await goodput(server, peak.connections, seconds);
    const crowded = await goodput(server, FACTOR * peak.connections, seconds);
    rounds.push(crowded / calm);
    log(`${Math.round(calm)}/s, and ${Math.round(crowded)}/s on ${FACTOR} times the connections`);
  }
  const [share, lowest] = [percentile(rounds, 50), Math.min(...rounds)].map(
    (value) => Math.round(value * 100) / 100,
  );
  const figures = { peak: Math.round(peak.rate), connections: peak.connections, share, lowest };
  if (share < MIN_SHARE || lowest < MIN_SHARE_OF_ROUND) {
    throw new Error(
      `Goodput fell to ${share} of the peak, in one round to ${lowest}: ${JSON.stringify(figures)}.`,
    );
  }
  return { figures };
}
