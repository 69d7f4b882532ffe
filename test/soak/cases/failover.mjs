// Stops a primary of PostgreSQL without a clean shutdown, under load, and promotes its synchronous standby.
// The server finds the new primary by itself, and no acknowledged change is lost. Every round ends with a
// standby in place of the old primary.
import { randomUUID } from 'node:crypto';
import { createClient } from '../support/client.mjs';
import { readOn, readOnce, requireAcknowledged, writeOn, writeOnce } from '../support/patient-callers.mjs';
import { prepareOrganization, startServer } from '../support/server.mjs';

export const name = 'failover';
export const databases = ['postgres'];

const PROMOTIONS = 5;
const WRITERS = 6;
const READERS = 4;
const LOAD_MILLISECONDS = 2000;
const MAX_MILLISECONDS_BACK = 10_000;

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const urlOf = (...servers) => {
  const [first, second] = servers.map(({ url }) => new URL(url));
  return first.href.replace(first.host, `${first.host},${second.host}`);
};

/** @throws Error when a change is acknowledged while no standby can have it, or when a read fails */
async function requireReplication({ client, systemId, standby, acknowledged }) {
  await standby.stop();
  const body = { name: `soak ${randomUUID()}`, cyber_system_id: systemId, asset_type: 'hardware' };
  const request = { body, headers: { 'Idempotency-Key': randomUUID() } };
  const [alone, read] = await Promise.all([
    client('POST', '/cyber-assets', request),
    client('GET', '/facilities'),
  ]);
  if (read.status !== 200) throw new Error(`${read.status} for a read without a standby: ${read.text}`);
  if (alone.status !== 503) throw new Error(`${alone.status} for a change without a standby: ${alone.text}`);
  await standby.start();
  const replicated = await client('POST', '/cyber-assets', request);
  if (replicated.status !== 201) throw new Error(`${replicated.status}: ${replicated.text}`);
  acknowledged.set(body.name, replicated.body.id);
}

/** Returns the milliseconds from the end of the primary to the first change and the first read after it. */
async function failOver({ primary, standby, shared, figures }) {
  const stopping = new AbortController();
  const callers = { ...shared, figures, signal: stopping.signal };
  const work = Promise.all([
    ...Array.from({ length: WRITERS }, () => writeOn(callers)),
    ...Array.from({ length: READERS }, () => readOn(callers)),
  ]);
  work.catch(() => undefined); // reported below
  await wait(LOAD_MILLISECONDS);
  const since = performance.now();
  await primary.stop('immediate');
  await standby.promote();
  const late = wait(MAX_MILLISECONDS_BACK).then(() => {
    if (!stopping.signal.aborted) throw new Error(`No response within ${MAX_MILLISECONDS_BACK} ms.`);
  });
  await Promise.race([Promise.all([writeOnce(callers), readOnce(callers)]), work, late]);
  const milliseconds = Math.round(performance.now() - since);
  await wait(LOAD_MILLISECONDS / 4); // the new primary has no standby yet, and serves alone
  stopping.abort();
  await work;
  return milliseconds;
}

export async function run({ log, databaseUrl, database, scale = 1 }) {
  const promotions = Math.ceil(PROMOTIONS * scale);
  const organization = await prepareOrganization(databaseUrl);
  let primary = database.server;
  let standby = await primary.addStandby();
  const server = await startServer({ databaseUrl: urlOf(primary, standby) });
  const client = createClient(server.url, organization.key);
  const shared = { client, systemId: organization.systemId, acknowledged: new Map() };
  const figures = {
    promotions: 0,
    acknowledged: 0,
    reads: 0,
    refused: 0,
    'slowest answer ms': 0,
    'slowest return ms': 0,
  };
  try {
    await requireReplication({ ...shared, standby });
    for (;;) {
      const milliseconds = await failOver({ primary, standby, shared, figures });
      requireAcknowledged(shared.acknowledged, (await client('GET', '/cyber-assets')).body);
      figures.acknowledged = shared.acknowledged.size;
      figures['slowest return ms'] = Math.max(figures['slowest return ms'], milliseconds);
      figures.promotions++;
      log(`first responses ${milliseconds} ms after the primary ended; ${figures.acknowledged} kept`);
      if (figures.promotions === promotions) break;
      const ended = primary;
      primary = standby;
      standby = await primary.addStandby(ended.port);
      if (ended !== database.server) await ended.remove();
    }
    if (server.child.exitCode !== null) throw new Error('The server exited.');
    await server.stop();
  } finally {
    for (const each of [primary, standby]) if (each !== database.server) await each.remove();
  }
  return { figures };
}
