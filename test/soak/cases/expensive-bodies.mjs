// Sends small bodies that are expensive to process on 40 connections of one key. The server serves all reads
// of another organization.
import { gzipSync } from 'node:zlib';
import autocannon from 'autocannon';
import { prepareOrganization, startServer } from '../support/server.mjs';
import { readSteadily, requireServed } from '../support/steady-reader.mjs';

export const name = 'expensive-bodies';

const CONNECTIONS = 40;
const SECONDS = 10;
const MAX_MILLISECONDS = 1000;

const nested = gzipSync('['.repeat(48_000) + ']'.repeat(48_000));
const unknownFields = JSON.stringify(
  Object.fromEntries(Array.from({ length: 2500 }, (_, index) => [`f${index}`, 1])),
);
const BODIES = {
  'nested arrays': { body: nested, headers: { 'Content-Encoding': 'gzip' } },
  'unknown fields': { body: unknownFields, headers: {} },
};

export async function run({ log, databaseUrl, scale }) {
  const duration = Math.max(2, SECONDS * scale);
  const attacker = await prepareOrganization(databaseUrl, { slug: 'attacker' });
  const other = await prepareOrganization(databaseUrl, { slug: 'other', assets: 100 });
  const { url } = await startServer({ databaseUrl });
  const figures = {};
  for (const [what, { body, headers }] of Object.entries(BODIES)) {
    const attack = autocannon({
      url: `${url}/cyber-assets`,
      method: 'POST',
      connections: CONNECTIONS,
      duration,
      headers: { 'X-API-Key': attacker.key, 'Content-Type': 'application/json', ...headers },
      body,
    });
    const result = await readSteadily(`${url}/cyber-assets`, {
      headers: { 'X-API-Key': other.key },
      seconds: duration,
    });
    const { statusCodeStats } = await attack;
    log(`${what}: ${JSON.stringify(result)}, the attacker ${JSON.stringify(statusCodeStats)}`);
    requireServed(`The other organization, beside ${what},`, result, MAX_MILLISECONDS);
    figures[`longest beside ${what}`] = `${result.longest} ms`;
  }
  return { figures };
}
