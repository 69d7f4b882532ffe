// Organizations on a cluster of Citus, each with a writer that records which changes were acknowledged.
import { randomUUID } from 'node:crypto';
import { createClient } from '../soak/support/client.mjs';
import { prepareOrganization } from '../soak/support/server.mjs';
import { query } from './node.mjs';

export const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Shorter than `Retry-After`, and long enough that rejected requests do not become the load. */
const RETRY_MILLISECONDS = 50;

const PLACES = `select o.slug, p.nodeport as port from organizations o
  join citus_shards p on p.table_name = 'facilities'::regclass
    and p.shardid = get_shard_id_for_distribution_column('facilities', o.id)`;

/** Creates organizations. `port`: that of the worker with the organization's rows. */
export async function createOrganizations(databaseUrl, count) {
  const organizations = [];
  for (let number = 0; number < count; number++)
    organizations.push(await prepareOrganization(databaseUrl, { slug: `org-${number}` }));
  const places = new Map((await query(databaseUrl, PLACES)).map(({ slug, port }) => [slug, port]));
  return organizations.map((organization) => ({ ...organization, port: places.get(organization.slug) }));
}

/**
 * Creates assets one after the other. Repeats a rejected request with its Idempotency-Key.
 * @throws Error for any status other than 201 and 503
 */
async function write(url, writer, signal) {
  const client = createClient(url, writer.key);
  while (!signal.aborted) {
    const body = { name: `drill ${randomUUID()}`, cyber_system_id: writer.systemId, asset_type: 'hardware' };
    const headers = { 'Idempotency-Key': randomUUID() };
    for (;;) {
      const since = performance.now();
      const { status, text } = await client('POST', '/cyber-assets', { body, headers });
      writer.slowest = Math.max(writer.slowest, performance.now() - since);
      if (status === 201) {
        writer.acknowledged.set(body.name, JSON.parse(text).id);
        break;
      }
      if (status !== 503) throw new Error(`POST returned ${status}: ${text}`);
      writer.rejected++;
      await wait(RETRY_MILLISECONDS);
    }
  }
}

/** Starts a writer for each organization. `stop` returns when the last request of each is acknowledged. */
export function startWriters(url, organizations) {
  const stopping = new AbortController();
  const writers = organizations.map((organization) => ({
    ...organization,
    acknowledged: new Map(),
    rejected: 0,
    slowest: 0,
  }));
  const work = Promise.all(writers.map((writer) => write(url, writer, stopping.signal)));
  work.catch(() => undefined); // thrown by `stop`
  return {
    writers,
    async stop() {
      stopping.abort();
      await work;
    },
  };
}

/** Counts the requests of some writers during `work`. */
export async function during(writers, work) {
  const before = writers.map(({ acknowledged, rejected }) => ({ acknowledged: acknowledged.size, rejected }));
  writers.forEach((writer) => (writer.slowest = 0));
  await work();
  const sum = (of) => writers.reduce((total, writer, index) => total + of(writer, before[index]), 0);
  return {
    acknowledged: sum((writer, then) => writer.acknowledged.size - then.acknowledged),
    rejected: sum((writer, then) => writer.rejected - then.rejected),
    'slowest ms': Math.round(Math.max(...writers.map(({ slowest }) => slowest))),
  };
}

/** @throws Error unless each acknowledged asset exists once, and no other */
export async function requireAcknowledged(url, writers) {
  for (const { slug, key, acknowledged } of writers) {
    const { body } = await createClient(url, key)('GET', '/cyber-assets');
    const stored = new Map(body.map(({ id, name }) => [name, id]));
    const lost = [...acknowledged].filter(([name, id]) => stored.get(name) !== id);
    if (lost.length > 0 || body.length !== acknowledged.size)
      throw new Error(
        `${slug} has ${body.length} assets; ${acknowledged.size} were acknowledged, ${lost.length} are lost.`,
      );
  }
}
