// Builds Citus from a source tree, and starts a coordinator and two workers in a temporary folder:
//   node test/citus/cluster.mjs SOURCE
// prints the URLs of the cluster and runs until it is interrupted. PG_CONFIG names the pg_config of the
// PostgreSQL to use. Without SOURCE, Citus must be installed there.
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../support/free-port.mjs';
import { HOST, account, createNode, installCitus, query, urlOf } from './node.mjs';

const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const OWNER = 'owner';

/** Creates the owner and a database on every node, and adds the workers to the coordinator. */
async function createDatabase([coordinator, ...workers]) {
  for (const { port } of [coordinator, ...workers]) {
    await query(
      urlOf(port, 'postgres'),
      `create role ${OWNER} login createrole createdb`,
      `create database ${OWNER} owner ${OWNER}`,
    );
    await query(urlOf(port, OWNER), 'create extension citus');
  }
  await query(
    urlOf(coordinator.port, OWNER),
    `select citus_set_coordinator_host('${HOST}', ${coordinator.port})`,
    ...workers.map(({ port }) => `select citus_add_node('${HOST}', ${port})`),
    `alter database ${OWNER} owner to ${OWNER}`, // Citus now knows the role
  );
}

/**
 * Starts a cluster. `url`: the login that owns the database. `administrator`: the superuser. `settings`:
 * returns settings of PostgreSQL for a data folder. `durable: false` turns disk syncs off, for tests.
 */
export async function startCluster({ workers = 2, durable = true, settings = () => ({}) } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-citus-'));
  const { uid, gid } = account();
  if (uid !== undefined) chownSync(folder, uid, gid);
  const nodes = [];
  const stop = async () => {
    for (const node of nodes) await node.stop();
  };
  const remove = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const name of ['coordinator', ...Array.from({ length: workers }, (_, index) => `worker${index}`)]) {
      const data = join(folder, name);
      const options = { ...(durable ? {} : NOT_DURABLE), ...settings(data) };
      nodes.push(await createNode({ data, port: await freePort(), settings: options }));
    }
    await createDatabase(nodes);
  } catch (error) {
    await remove();
    throw error;
  }
  const [{ port }] = nodes;
  return { folder, nodes, url: urlOf(port, OWNER, OWNER), administrator: urlOf(port, OWNER), stop, remove };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installCitus(process.argv[2]);
  const cluster = await startCluster({ durable: false });
  console.log(`DATABASE_URL=${cluster.url}`);
  console.log(`TEST_CITUS_URL=${cluster.administrator}`);
  const running = setInterval(() => {}, 60_000);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      clearInterval(running);
      void cluster.remove();
    });
}
