// Runs the drills on a cluster of Citus, each on a new one: node test/citus/drill.mjs [NAME …]. Citus must be
// installed (cluster.mjs). The exit status is 1 when a drill fails.
import { readdirSync } from 'node:fs';
import { startServer } from '../soak/support/server.mjs';
import { stopEverything } from '../support/processes.mjs';
import { startCluster } from './cluster.mjs';

for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

const folder = new URL('drills/', import.meta.url);
const names = readdirSync(folder).map((file) => file.replace('.mjs', ''));
const wanted = process.argv.slice(2);

/** A drill exports `run({ cluster, server })`, which returns figures or throws, and optionally `settings`. */
for (const name of names.filter((each) => wanted.length === 0 || wanted.includes(each))) {
  const { run, settings } = await import(`./drills/${name}.mjs`);
  const cluster = await startCluster({ ...(settings && { settings }) });
  try {
    const server = await startServer({ databaseUrl: cluster.url });
    console.log(name, await run({ cluster, server }));
  } catch (error) {
    console.error(name, error);
    process.exitCode = 1;
  } finally {
    await stopEverything();
    await cluster.remove();
  }
}
process.exit();
