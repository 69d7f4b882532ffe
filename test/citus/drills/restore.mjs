// Restores a cluster to a point in time, as the documentation of Citus describes: base backups and archived
// logs of every server, and a restore point that all servers write at the same moment.
import { execFileSync } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { createClient } from '../../soak/support/client.mjs';
import { startServer } from '../../soak/support/server.mjs';
import { ROOT } from '../../support/processes.mjs';
import { HOST, account, query, runProgram, startNode, urlOf } from '../node.mjs';
import { createOrganizations, requireAcknowledged, startWriters, wait } from '../writers.mjs';

const ORGANIZATIONS = 12;
const LOAD_MILLISECONDS = 2000;
const POINT = 'drill';

const archiveOf = (data) => `${data}-archive`;

export function settings(data) {
  mkdirSync(archiveOf(data));
  const { uid, gid } = account();
  if (uid !== undefined) chownSync(archiveOf(data), uid, gid);
  return { archive_mode: 'on', archive_command: `cp %p ${archiveOf(data)}/%f` };
}

/** Starts a server from its base backup, on the port that the other servers know. */
function restore({ data, port, settings: running }) {
  writeFileSync(`${data}-backup/recovery.signal`, '');
  return startNode({
    data: `${data}-backup`,
    port,
    settings: {
      ...running,
      archive_mode: 'off',
      restore_command: `cp ${archiveOf(data)}/%f %p`,
      recovery_target_name: POINT,
      recovery_target_action: 'promote',
    },
  });
}

const verify = (databaseUrl, slug) =>
  execFileSync(process.execPath, [`${ROOT}dist/src/main.js`, 'activity', 'verify', slug], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    stdio: 'pipe',
  });

export async function run({ cluster, server }) {
  const organizations = await createOrganizations(cluster.url, ORGANIZATIONS);
  const load = startWriters(server.url, organizations);
  for (const { data, port } of cluster.nodes)
    await runProgram('pg_basebackup', [
      ...['-h', HOST, '-p', String(port), '-U', 'postgres', '-D', `${data}-backup`],
      '--checkpoint=fast',
    ]);
  await wait(LOAD_MILLISECONDS);
  const before = load.writers.map((writer) => ({ ...writer, acknowledged: new Map(writer.acknowledged) }));
  await query(cluster.administrator, `select citus_create_restore_point('${POINT}')`);
  const after = load.writers.map(({ acknowledged }) => acknowledged.size);
  await wait(LOAD_MILLISECONDS);
  await load.stop();
  await requireAcknowledged(server.url, load.writers);
  await server.stop();
  for (const { port } of cluster.nodes) await query(urlOf(port, 'postgres'), 'select pg_switch_wal()');
  await cluster.stop();

  for (const node of [...cluster.nodes]) cluster.nodes.push(await restore(node));
  const restored = await startServer({ databaseUrl: cluster.url });
  for (const [index, { slug, key, acknowledged }] of before.entries()) {
    const { body } = await createClient(restored.url, key)('GET', '/cyber-assets');
    const names = new Set(body.map(({ name }) => name));
    const lost = [...acknowledged.keys()].filter((name) => !names.has(name));
    // One request may be under way when the restore point is written.
    if (lost.length > 0 || names.size > after[index] + 1)
      throw new Error(`${slug}: ${lost.length} lost, ${names.size} of at most ${after[index] + 1} restored.`);
    verify(cluster.url, slug);
  }
  const sum = (counts) => counts.reduce((total, count) => total + count, 0);
  return {
    'acknowledged before the restore point': sum(before.map(({ acknowledged }) => acknowledged.size)),
    'acknowledged in all': sum(load.writers.map(({ acknowledged }) => acknowledged.size)),
    'chains that verify': before.length,
  };
}
