// Measures the duration and the maximum memory of the `import` command on a file with 100,000 assets.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, startProcess } from '../../support/processes.mjs';
import { watchMemory } from '../support/memory.mjs';
import { inventoryOf } from '../support/seed.mjs';

const ASSETS = 100_000;
const WORK = `${ASSETS.toLocaleString('en')} assets`;

async function importOnce(node, databaseUrl, file) {
  const since = performance.now();
  const child = startProcess(node, [`${ROOT}dist/src/main.js`, 'import', 'bench', file, '--json'], {
    DATABASE_URL: databaseUrl,
  });
  const memory = watchMemory(child.pid, 'VmHWM');
  const [status] = await once(child, 'close');
  const seconds = (performance.now() - since) / 1000;
  const megabytes = memory.max();
  if (status !== 0 || JSON.parse(child.said).collections.cyber_assets.created !== ASSETS)
    throw new Error(`The import is invalid: it exited with ${status}.\n${child.said}`);
  return { seconds, megabytes };
}

export async function ofImport(database, { folder, node, rounds, wanted }, report) {
  const group = `Import, ${database.name}`;
  if (!wanted(group, WORK)) return;
  const file = join(folder, 'inventory.json');
  writeFileSync(file, JSON.stringify(inventoryOf(ASSETS)));
  const empty = await database.fill({ assets: 0 });
  const imports = [];
  for (let round = 0; round < rounds; round++) imports.push(await importOnce(node, await empty.copy(), file));
  const row = (figure, values, unit, goal) =>
    report({ group, work: `${WORK}: ${figure}`, unit, here: { values }, goal: { atMost: goal } });
  row(
    'time',
    imports.map(({ seconds }) => seconds),
    ' s',
    20,
  );
  row(
    'most memory',
    imports.map(({ megabytes }) => megabytes),
    ' MB',
    300,
  );
}
