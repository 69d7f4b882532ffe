// Measures the duration and the maximum memory of the `import` command on a file with 100,000 assets.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, startProcess } from '../../support/processes.mjs';
import { watchMemory } from '../support/memory.mjs';
import { inventoryOf } from '../support/seed.mjs';

const ASSETS = 100_000;
const WORK = `${ASSETS.toLocaleString('en')} assets`;

async function importOnce(databaseUrl, file) {
  const since = performance.now();
  const child = startProcess(
    process.execPath,
    [`${ROOT}dist/src/main.js`, 'import', 'bench', file, '--json'],
    { DATABASE_URL: databaseUrl },
  );
  const memory = watchMemory(child.pid, 'VmHWM');
  const [status] = await once(child, 'close');
  const seconds = (performance.now() - since) / 1000;
  const megabytes = memory.max();
  if (status !== 0 || JSON.parse(child.said).collections.cyber_assets.created !== ASSETS)
    throw new Error(`The import is invalid: it exited with ${status}.\n${child.said}`);
  return { seconds, megabytes };
}

export async function ofImport(database, { folder, rounds, wanted }, report) {
  const group = `Import, ${database.name}`;
  if (!wanted(group, WORK)) return;
  const file = join(folder, 'inventory.json');
  writeFileSync(file, JSON.stringify(inventoryOf(ASSETS)));
  const empty = await database.fill({ assets: 0 });
  const imports = [];
  for (let round = 0; round < rounds; round++) imports.push(await importOnce(await empty.copy(), file));
  report({
    group,
    work: `${WORK}: time`,
    here: Math.min(...imports.map(({ seconds }) => seconds)),
    unit: ' s',
    goal: 20,
  });
  report({
    group,
    work: `${WORK}: most memory`,
    here: Math.max(...imports.map(({ megabytes }) => megabytes)),
    unit: ' MB',
    goal: 300,
  });
}
