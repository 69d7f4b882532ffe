// A worker stops responding under load, as when its host hangs: its connections stay open.
import { execFileSync } from 'node:child_process';
import { createOrganizations, during, requireAcknowledged, startWriters, wait } from '../writers.mjs';

const ORGANIZATIONS = 40;
const LOAD_MILLISECONDS = 3000;
const FROZEN_MILLISECONDS = 40_000;

const childrenOf = (pid) =>
  execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(Number);

export async function run({ cluster, server }) {
  const organizations = await createOrganizations(cluster.url, ORGANIZATIONS);
  const frozen = cluster.nodes[1];
  const load = startWriters(server.url, organizations);
  const [hit, others] = [true, false].map((isHit) =>
    load.writers.filter(({ port }) => (port === frozen.port) === isHit),
  );
  const before = await during(others, () => wait(LOAD_MILLISECONDS));
  const processes = [frozen.pid(), ...childrenOf(frozen.pid())];
  const signal = (name) => processes.forEach((pid) => process.kill(pid, name));
  signal('SIGSTOP');
  let ofHit;
  const ofOthers = await during(others, async () => {
    ofHit = await during(hit, () => wait(FROZEN_MILLISECONDS));
  });
  signal('SIGCONT');
  await load.stop();
  await requireAcknowledged(server.url, load.writers);
  return { 'others before, 3 s': before, 'during 40 s': ofHit, 'others during 40 s': ofOthers };
}
