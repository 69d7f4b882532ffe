// `npm run bench` measures the server, the sandbox and reference implementations under the same load, on several
// versions of Node.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { byAssets, byAssetsAndConnections, byOrganizations } from './groups/growth.mjs';
import { ofImport } from './groups/import.mjs';
import { ofLists } from './groups/lists.mjs';
import { ofStart } from './groups/start.mjs';
import { ofSandbox, onPostgres, onSlowerDisk, onSqlite } from './groups/throughput.mjs';
import { line } from './report/line.mjs';
import { RESULTS, compact } from './report/results.mjs';
import { postgres, sqlite } from './support/databases.mjs';
import { syncMilliseconds } from './support/disk.mjs';
import { install } from './support/peers.mjs';
import { readOptions } from '../support/options.mjs';
import { ROOT } from '../support/processes.mjs';

const USAGE = `npm run bench -- [options]
  --only TEXT     measures rows whose group and work contain TEXT, for example "SQLite POST"; repeatable
  --node MAJOR    measures on this version of Node from the registry; repeatable (default 20, 24, 26)
  --seconds N     duration of each measurement (default 2)
  --rounds N      number of measurements in turn (default 3)
  --write         writes the figures to ${RESULTS}, and the pages that show them`;

const values = readOptions(
  USAGE,
  {
    only: { type: 'string', multiple: true },
    node: { type: 'string', multiple: true, default: ['20', '24', '26'] },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '3' },
    write: { type: 'boolean' },
  },
  { numbers: ['seconds', 'rounds'] },
);

if (process.platform !== 'linux') throw new Error('The bench reads /proc. Run it on Linux.');
if (values.write && values.only) throw new Error('--write needs all rows. Leave out --only.');

/** The groups of each database: those of every version of Node, and those of one version. */
const DATABASES = [
  [sqlite, [onSqlite, byOrganizations], [onSlowerDisk, byAssets, ofImport, ofLists, ofStart]],
  [postgres, [onPostgres, byOrganizations], [byAssetsAndConnections]],
];
const ONE_VERSION = '24';

const since = performance.now();
const [load] = loadavg();
const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-bench-'));
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const wanted = (group, work) => values.only?.some((text) => `${group} ${work}`.includes(text)) ?? true;
const rows = [];
let nodes;
try {
  const sync = syncMilliseconds(folder);
  const installed = install(folder, values.node);
  ({ nodes } = installed);
  execFileSync(process.execPath, [`${ROOT}src/build/build.mjs`, '--if-changed'], { stdio: 'inherit' });
  const one = nodes.find(({ version }) => version.startsWith(`${ONE_VERSION}.`)) ?? nodes[0];
  const onNode = (node, database) => ({
    options: {
      ...{ folder, seconds, rounds, wanted },
      peers: installed.peers,
      node: node.program,
      processorTime: database?.processorTime,
    },
    report(row) {
      rows.push({ node: node.version, ...row });
      console.log(`Node ${node.version} · ${line(row)}`);
    },
  });
  for (const [open, groups, groupsOfOne] of DATABASES) {
    const database = await open(folder);
    try {
      for (const node of nodes) {
        const { options, report } = onNode(node, database);
        for (const group of [...groups, ...(node === one ? groupsOfOne : [])])
          await group(database, options, report);
      }
    } finally {
      await database.stop();
    }
  }
  for (const node of nodes) {
    const { options, report } = onNode(node);
    await ofSandbox(options, report);
  }
  if (rows.length === 0) throw new Error(`No row matches --only "${values.only?.join('" or "')}".`);
  if (values.write) {
    const commit = execFileSync('git', ['rev-parse', '--short=10', 'HEAD'], { cwd: ROOT, encoding: 'utf8' });
    const run = {
      date: new Date().toISOString(),
      commit: commit.trim(),
      machine: {
        cpu: cpus()[0].model,
        cores: cpus().length,
        memory: Math.round(totalmem() / 2 ** 30),
        ...{ sync, load },
      },
      nodes: nodes.map(({ version }) => version),
      ...{ seconds, rounds, rows },
    };
    writeFileSync(`${ROOT}${RESULTS}`, compact(run));
    execFileSync(process.execPath, [`${ROOT}test/bench/report.mjs`], { stdio: 'inherit' });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${rows.length} rows in ${Math.round((performance.now() - since) / 1000)} s`);
process.exit(0); // also stops the remaining child processes
