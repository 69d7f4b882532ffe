// Stops and starts PostgreSQL under load, gracefully and as in a power failure. Callers that repeat rejected
// requests with their Idempotency-Key create each row once. The server returns no 401 and recovers soon.
import { createClient } from '../support/client.mjs';
import { readOn, requireAcknowledged, writeOn } from '../support/patient-callers.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';

export const name = 'postgres-restart';
export const databases = ['postgres'];

const STOPS = 10;
const WRITERS = 6;
const READERS = 4;
const MAX_MILLISECONDS_BACK = 5000;
const DOWN_MILLISECONDS = 1500;

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export async function run({ log, databaseUrl, database, scale = 1 }) {
  const stops = Math.ceil(STOPS * scale);
  const organization = await prepareOrganization(databaseUrl);
  const server = await startServer({ databaseUrl });
  const client = createClient(server.url, organization.key);
  const figures = {
    stops: 0,
    acknowledged: 0,
    reads: 0,
    refused: 0,
    'slowest answer ms': 0,
    'slowest return ms': 0,
  };
  const acknowledged = new Map();
  const stopping = new AbortController();
  const shared = { client, systemId: organization.systemId, acknowledged, figures, signal: stopping.signal };
  const work = Promise.all([
    ...Array.from({ length: WRITERS }, () => writeOn(shared)),
    ...Array.from({ length: READERS }, () => readOn(shared)),
  ]);
  let failed;
  work.catch((error) => (failed = error)); // reported before the next stop, and at the end

  while (figures.stops < stops && !failed) {
    await wait(1000);
    const mode = figures.stops % 2 === 0 ? 'fast' : 'immediate';
    await database.stop(mode);
    await wait(DOWN_MILLISECONDS);
    const before = { reads: figures.reads, writes: acknowledged.size };
    await database.start();
    const since = performance.now();
    while (!failed && (figures.reads === before.reads || acknowledged.size === before.writes)) {
      if (performance.now() - since > MAX_MILLISECONDS_BACK)
        throw new Error(`No response ${MAX_MILLISECONDS_BACK} ms after PostgreSQL started (${mode})`);
      await wait(5);
    }
    const milliseconds = Math.round(performance.now() - since);
    figures['slowest return ms'] = Math.max(figures['slowest return ms'], milliseconds);
    figures.stops++;
    log(`${mode}: first responses ${milliseconds} ms after PostgreSQL started`);
  }
  stopping.abort();
  await work;
  figures.acknowledged = acknowledged.size;
  requireAcknowledged(acknowledged, (await client('GET', '/cyber-assets')).body);
  if (server.child.exitCode !== null) throw new Error('The server exited.');
  await server.stop();
  return { figures };
}
