// PostgreSQL is stopped and started under load, in good order and as when its machine is switched off: callers that repeat what was refused,
// with its Idempotency-Key, find each of their rows there once. No answer is a 401, none takes long, and the same server serves again soon.
import { randomUUID } from 'node:crypto';
import { createClient } from '../support/client.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';

export const name = 'postgres-restart';
export const databases = ['postgres'];

const STOPS = 10;
const WRITERS = 6;
const READERS = 4;
const MAX_MILLISECONDS_CALL = 15_000;
const MAX_MILLISECONDS_BACK = 5000;
const DOWN_MILLISECONDS = 1500;
/** Less than callers are asked for, and enough that refusals do not become the load. */
const RETRY_MILLISECONDS = 50;

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Calls until the answer has the status, and takes no other but 503. */
async function until(status, call, figures) {
  for (;;) {
    const since = performance.now();
    const answer = await call(AbortSignal.timeout(MAX_MILLISECONDS_CALL));
    figures['slowest answer ms'] = Math.max(
      figures['slowest answer ms'],
      Math.round(performance.now() - since),
    );
    if (answer.status === status) return answer;
    if (answer.status !== 503 || !answer.headers.has('retry-after'))
      throw new Error(`${answer.status} while PostgreSQL is stopped or started: ${answer.text}`);
    figures.refused++;
    await wait(RETRY_MILLISECONDS);
  }
}

async function writeOn({ client, systemId, acknowledged, figures, signal }) {
  while (!signal.aborted) {
    const body = { name: `soak ${randomUUID()}`, cyber_system_id: systemId, asset_type: 'hardware' };
    const headers = { 'Idempotency-Key': randomUUID() };
    const { text } = await until(
      201,
      (timeout) => client('POST', '/cyber-assets', { body, headers, signal: timeout }),
      figures,
    );
    acknowledged.set(body.name, JSON.parse(text).id);
  }
}

async function readOn({ client, figures, signal }) {
  while (!signal.aborted) {
    await until(200, (timeout) => client('GET', '/facilities', { signal: timeout }), figures);
    figures.reads++;
  }
}

/** @throws Error naming what was lost, doubled or never acknowledged. */
function holdTo(acknowledged, assets) {
  const byName = new Map(assets.map((asset) => [asset.name, asset.id]));
  const faults = [...acknowledged]
    .filter(([assetName, id]) => byName.get(assetName) !== id)
    .map(([assetName, id]) => `${id} "${assetName}" was acknowledged and is not there`);
  if (assets.length !== acknowledged.size)
    faults.push(`${assets.length} assets are there, ${acknowledged.size} were acknowledged`);
  if (faults.length > 0) throw new Error(faults.slice(0, 5).join('\n'));
}

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
        throw new Error(`Not served again ${MAX_MILLISECONDS_BACK} ms after PostgreSQL was back (${mode})`);
      await wait(5);
    }
    const milliseconds = Math.round(performance.now() - since);
    figures['slowest return ms'] = Math.max(figures['slowest return ms'], milliseconds);
    figures.stops++;
    log(`${mode}: served again ${milliseconds} ms after its start`);
  }
  stopping.abort();
  await work;
  figures.acknowledged = acknowledged.size;
  holdTo(acknowledged, (await client('GET', '/cyber-assets')).body);
  if (server.child.exitCode !== null) throw new Error('The server has ended.');
  await server.stop();
  return { figures };
}
