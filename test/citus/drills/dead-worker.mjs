// A worker crashes under load: its organizations get 503, the others notice nothing, and it recovers.
import { createOrganizations, during, requireAcknowledged, startWriters, wait } from '../writers.mjs';

const ORGANIZATIONS = 12;
const LOAD_MILLISECONDS = 3000;
const DOWN_MILLISECONDS = 5000;
const MAX_MILLISECONDS_BACK = 10_000;

/** @throws Error when one of them gets no acknowledgement in time */
async function untilAllWrite(writers) {
  const since = performance.now();
  const before = writers.map(({ acknowledged }) => acknowledged.size);
  while (writers.some(({ acknowledged }, index) => acknowledged.size === before[index])) {
    if (performance.now() - since > MAX_MILLISECONDS_BACK) throw new Error('The worker does not recover.');
    await wait(5);
  }
  return Math.round(performance.now() - since);
}

export async function run({ cluster, server }) {
  const organizations = await createOrganizations(cluster.url, ORGANIZATIONS);
  const dead = cluster.nodes[1];
  const load = startWriters(server.url, organizations);
  const [hit, others] = [true, false].map((isHit) =>
    load.writers.filter(({ port }) => (port === dead.port) === isHit),
  );
  if (hit.length === 0 || others.length === 0) throw new Error('One worker has all organizations.');
  await wait(LOAD_MILLISECONDS);
  await dead.stop('SIGQUIT');
  let ofHit, readiness;
  const ofOthers = await during(others, async () => {
    ofHit = await during(hit, () => wait(DOWN_MILLISECONDS));
    readiness = (await fetch(`${server.operations}/health/ready`)).status;
  });
  await dead.start();
  const recovered = await untilAllWrite(hit);
  await load.stop();
  await requireAcknowledged(server.url, load.writers);
  if (readiness !== 200) throw new Error(`The server is not ready for the others: ${readiness}.`);
  if (ofHit.acknowledged > 0) throw new Error('A change was acknowledged without its worker.');
  if (ofHit.rejected === 0 || ofOthers.rejected > 0)
    throw new Error(`Rejected: ${ofHit.rejected} of the dead worker, ${ofOthers.rejected} of the other.`);
  return {
    'organizations on the dead worker': hit.length,
    'during the outage': ofHit,
    'other organizations': ofOthers,
    'recovery ms': recovered,
  };
}
