// `npm run bench`: the server and the sandbox beside their references, on one machine in one run, by the same load.
// Options: --only TEXT (works whose name has it), --seconds N (a measurement, 5), --rounds N (3), --assets N (10000), --json FILE.
import { cpus, tmpdir } from 'node:os';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measure } from './measure.mjs';
import { seed } from './seed.mjs';
import { startSide } from './side.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    assets: { type: 'string', default: '10000' },
    json: { type: 'string' },
  },
});
const load = { seconds: Number(values.seconds), connections: 32 };
const rounds = Number(values.rounds);
const assets = Number(values.assets);

const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-bench-'));
const file = join(folder, 'inventory.sqlite');
const DEMO_KEY = 'cik_test_CedarValleyPowerAndLightDemo010TfbS6';
const TASK = '/tasks/tsk_01kk358wb4fm7r1620hdjd55v4';

/** Each side: its name, its command line, its environment, and where it listens. */
const SIDES = {
  server: { args: ['dist/src/main.js', 'serve'], environment: { PORT: '4911', DATABASE_URL: `sqlite:${file}`, RATE_LIMIT: '1000000000', OPERATIONS_PORT: '4915' }, port: 4911 },
  'openapi-backend and Knex as they come': { args: ['test/bench/as-they-come.mjs', file, '4912'], environment: {}, port: 4912 },
  sandbox: { args: ['dist/src/main.js', 'sandbox'], environment: { PORT: '4913', RATE_LIMIT: '1000000000' }, port: 4913 },
  'prism mock': { args: ['node_modules/@stoplight/prism-cli/dist/index.js', 'mock', 'generated/openapi.json', '--port', '4914'], environment: {}, port: 4914 },
};

/** Goals are ratios of requests a second: spec/decisions/0003 and 0007. */
const worksFor = ({ key, assetId }) => [
  { name: 'GET one asset', path: `/cyber-assets/${assetId}`, key, least: 100, goal: 10, ours: 'server', theirs: 'openapi-backend and Knex as they come' },
  { name: 'GET the list', path: '/cyber-assets', key, least: assets * 100, goal: 4.5, ours: 'server', theirs: 'openapi-backend and Knex as they come' },
  { name: 'Mock of a planned operation', path: TASK, key: DEMO_KEY, least: 100, goal: 2, ours: 'sandbox', theirs: 'prism mock' },
];

const round = (number) => Math.round(number).toLocaleString('en');

async function compare(work, report) {
  const running = {};
  try {
    for (const name of [work.ours, work.theirs]) running[name] = await startSide(SIDES[name], work);
    const best = {};
    for (let turn = 0; turn < rounds; turn++) {
      for (const name of [work.ours, work.theirs]) {
        const result = await measure(SIDES[name].port, work, load);
        if (!(best[name]?.perSecond > result.perSecond)) best[name] = result;
      }
    }
    for (const name of [work.ours, work.theirs]) Object.assign(best[name], { readyMilliseconds: running[name].readyMilliseconds, megabytes: running[name].megabytes() });
    const ratio = best[work.ours].perSecond / best[work.theirs].perSecond;
    report.works[work.name] = { ...best, ratio, goal: work.goal };
    console.log(`\n${work.name}: ${ratio.toFixed(1)} times (goal ${work.goal})`);
    for (const name of [work.ours, work.theirs]) {
      const { perSecond, p99, readyMilliseconds, megabytes } = best[name];
      console.log(`  ${name.padEnd(40)} ${round(perSecond).padStart(8)}/s  p99 ${round(p99)} ms  ready in ${round(readyMilliseconds)} ms  ${round(megabytes)} MB after the load`);
    }
  } finally {
    for (const side of Object.values(running)) await side.stop();
  }
}

try {
  const seeded = await seed(file, assets);
  const report = { date: new Date().toISOString(), node: process.version, cpu: cpus()[0].model, cores: cpus().length, assets, ...load, rounds, works: {} };
  for (const work of worksFor(seeded).filter(({ name }) => name.includes(values.only))) await compare(work, report);
  console.log(`\nNode ${process.version}, ${report.cores} × ${report.cpu}; ${round(assets)} assets, ${load.connections} connections, best of ${rounds} × ${load.seconds} s`);
  if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
