// Compares Citus with one PostgreSQL of the same version on the same machine, for many organizations:
// node test/citus/compare.mjs [ORGANIZATIONS]. Only the ratios mean something, because all servers share the
// processors of the machine.
import { join } from 'node:path';
import { freePort } from '../support/free-port.mjs';
import { stopEverything } from '../support/processes.mjs';
import { line } from '../bench/report/line.mjs';
import { contend } from '../bench/support/contend.mjs';
import { seed } from '../bench/support/seed.mjs';
import { startSide, withSides } from '../bench/support/side.mjs';
import { server } from '../bench/support/sides.mjs';
import { create, getOne, update } from '../bench/support/works.mjs';
import { startCluster } from './cluster.mjs';
import { createNode, query, urlOf } from './node.mjs';

const content = { organizations: Number(process.argv[2] ?? 1000), assets: 20, systems: 10 };
const TURNS = { rounds: 6, seconds: 3 };

const cluster = await startCluster();
const plain = await createNode({
  data: join(cluster.folder, 'plain'),
  port: await freePort(),
  settings: { shared_preload_libraries: '' },
});
cluster.nodes.push(plain);
try {
  await query(
    urlOf(plain.port, 'postgres'),
    'create role owner login createrole',
    'create database owner owner owner',
  );
  const contents = [];
  for (const url of [urlOf(plain.port, 'owner', 'owner'), cluster.url]) {
    const since = performance.now();
    contents.push({ url, ...(await seed(url, content)) });
    console.log(`filled in ${Math.round((performance.now() - since) / 1000)} s`);
  }
  const starts = contents.map(
    ({ url, key, assetId }, index) =>
      () =>
        startSide(
          { ...server.on(url), name: index === 0 ? 'PostgreSQL' : 'Citus' },
          { folder: cluster.folder, path: `/cyber-assets/${assetId(0)}`, key },
        ),
  );
  await withSides(starts, async (sides) => {
    for (const [work, of] of Object.entries({ 'GET one asset': getOne, PATCH: update, POST: create })) {
      const contenders = sides.map((side, index) => ({ side, work: of(contents[index]) }));
      const [here, beside] = await contend(contenders, TURNS);
      console.log(line({ group: 'PostgreSQL and Citus', work, unit: '/s', here, beside }));
    }
  });
} finally {
  await stopEverything();
  await cluster.remove();
}
process.exit();
