// `npm run bench` measures the server, the sandbox and reference implementations under the same load.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { growthOn } from './groups/growth.mjs';
import { ofImport } from './groups/import.mjs';
import { ofLists } from './groups/lists.mjs';
import { ofSandbox } from './groups/sandbox.mjs';
import { ofStart } from './groups/start.mjs';
import { onDatabase, onSlowerDisk } from './groups/throughput.mjs';
import { figure, line } from './report/line.mjs';
import { postgres, sqlite } from './support/databases.mjs';
import { syncMilliseconds } from './support/disk.mjs';
import { readOptions } from '../support/options.mjs';
import { ROOT } from '../support/processes.mjs';

const USAGE = `npm run bench -- [options]
  --only TEXT     measures rows whose group and work contain TEXT, for example "SQLite POST"; repeatable
  --seconds N     duration of each measurement (default 5)
  --rounds N      number of measurements, of which the best counts (default 3)
  --json FILE     writes the figures to this file
  --compare FILE  shows the change of each figure since the run in this file`;

const values = readOptions(
  USAGE,
  {
    only: { type: 'string', multiple: true },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    json: { type: 'string' },
    compare: { type: 'string' },
  },
  { numbers: ['seconds', 'rounds'] },
);

const DATABASES = [
  [sqlite, [onDatabase, onSlowerDisk, growthOn, ofImport, ofLists, ofStart]],
  [postgres, [onDatabase, growthOn, ofImport]],
];

const before = values.compare ? JSON.parse(readFileSync(values.compare, 'utf8')).rows : [];
const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-bench-'));
const options = {
  folder,
  seconds: Number(values.seconds),
  rounds: Number(values.rounds),
  wanted: (group, work) => values.only?.some((text) => `${group} ${work}`.includes(text)) ?? true,
};
const rows = [];
function report(row) {
  const unmeasured =
    row.unmeasured ?? (Number.isNaN(row.here) ? 'process memory is available on Linux only' : undefined);
  if (unmeasured) return console.log(`${row.group} · ${row.work} is not measured: ${unmeasured}`);
  rows.push(row);
  console.log(line(row, before));
}

async function on(open, measure) {
  const database = await open(folder);
  try {
    await measure(database);
  } finally {
    await database.stop();
  }
}

const sync = syncMilliseconds(folder);
execFileSync(process.execPath, [`${ROOT}src/build/build.mjs`, '--if-changed'], { stdio: 'inherit' });
try {
  for (const [open, groups] of DATABASES) {
    await on(open, async (database) => {
      for (const group of groups) await group(database, options, report);
    });
  }
  await ofSandbox(options, report);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (rows.length === 0) {
  console.error(`No measurable row matches --only "${values.only?.join('" or "')}".`);
  process.exit(1);
}
const machine = {
  date: new Date().toISOString(),
  node: process.version,
  cpu: cpus()[0].model,
  cores: cpus().length,
  sync,
};
console.log(
  `\nNode ${machine.node}, ${machine.cores} × ${machine.cpu}, disk sync ${figure(sync, ' ms')}; ` +
    `32 connections, best of ${options.rounds} × ${options.seconds} s`,
);
if (values.json)
  writeFileSync(
    values.json,
    `${JSON.stringify({ ...machine, seconds: options.seconds, rounds: options.rounds, rows }, null, 2)}\n`,
  );
process.exit(0); // also stops the remaining child processes
