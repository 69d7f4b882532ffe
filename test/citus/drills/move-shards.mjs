// Moves every shard of a worker to the other one under load, group by group.
import { query } from '../node.mjs';
import { createOrganizations, during, requireAcknowledged, startWriters, wait } from '../writers.mjs';

const ORGANIZATIONS = 12;
const LOAD_MILLISECONDS = 2000;

export async function run({ cluster, server }) {
  const organizations = await createOrganizations(cluster.url, ORGANIZATIONS);
  const [, from, to] = cluster.nodes;
  // One table's shards stand for those of all tables, which Citus moves together.
  const shards = await query(
    cluster.administrator,
    `select shardid from citus_shards where table_name = 'facilities'::regclass and nodeport = ${from.port}`,
  );
  const load = startWriters(server.url, organizations);
  const before = await during(load.writers, () => wait(LOAD_MILLISECONDS));
  const since = performance.now();
  const whileMoving = await during(load.writers, async () => {
    for (const { shardid } of shards)
      await query(
        cluster.administrator,
        `select citus_move_shard_placement(${shardid}, '127.0.0.1', ${from.port}, '127.0.0.1', ${to.port},
          shard_transfer_mode => 'force_logical')`,
      );
  });
  const seconds = Math.round((performance.now() - since) / 1000);
  await load.stop();
  await requireAcknowledged(server.url, load.writers);
  const left = await query(cluster.administrator, `select from citus_shards where nodeport = ${from.port}`);
  if (left.length > 0) throw new Error(`${left.length} shards did not move.`);
  return {
    'before, 2 s': before,
    'shards of each table': shards.length,
    seconds,
    'while moving': whileMoving,
  };
}
