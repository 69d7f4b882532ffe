// Syncs 30,000 assets. The second run plans no changes and sends four requests.
import { prepareOrganization, startServer } from '../support/server.mjs';
import { SYSTEMS, openSync, requireSame } from '../support/sync.mjs';

export const name = 'sync-large';

const ASSETS = 30_000;
const SYSTEM_IDS = ['cs_cedar', ...SYSTEMS.map(({ id }) => id)];

const seconds = (since) => `${Math.round((performance.now() - since) / 100) / 10} s`;

export async function run({ log, databaseUrl, scale = 1 }) {
  const { key } = await prepareOrganization(databaseUrl, { systems: SYSTEMS });
  const server = await startServer({ databaseUrl });
  let requests = 0;
  const countingFetch = (...args) => {
    requests++;
    return fetch(...args);
  };
  const count = Math.ceil(ASSETS * scale);
  const rows = Array.from({ length: count }, (_none, index) => ({
    key: `sys-${index}`,
    name: `SUB${index % 400}-RTU${index}`,
    system: SYSTEM_IDS[index % SYSTEM_IDS.length],
    type: index % 4 ? 'hardware' : 'software',
  }));
  const figures = { assets: count };
  const sync = openSync({ url: server.url, key, fetch: countingFetch });
  try {
    let since = performance.now();
    const plan = await sync.plan(rows);
    figures['first plan'] = seconds(since);
    since = performance.now();
    const receipt = await sync.apply(plan, { concurrency: 16 });
    figures['first apply'] = seconds(since);
    figures['requests of it'] = requests;
    if (!receipt.converged)
      throw new Error(`The sync did not converge: ${JSON.stringify({ ...receipt, changes: undefined })}`);
    log(`first sync: ${figures['first plan']} and ${figures['first apply']}`);
    requireSame(await sync.remote.assets(), rows, 'After the first sync');

    requests = 0;
    since = performance.now();
    const again = await sync.plan();
    figures['second plan'] = seconds(since);
    figures['requests of the second plan'] = requests;
    if (again.changes.length + again.adoptions.length > 0 || again.unchanged.ids.length !== count)
      throw new Error('The second run has changes');
    if (requests !== 4) throw new Error(`The second run sent ${requests} requests`);
  } finally {
    sync.remove();
  }
  figures['memory of the sync'] = `${Math.round(process.memoryUsage().rss / 1e6)} MB`;
  await server.stop();
  return { figures };
}
