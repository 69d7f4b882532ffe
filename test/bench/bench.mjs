// `npm run bench`: the server beside openapi-backend and Knex as they come, on one machine in one run, by the same load.
// Options: --seconds N (a measurement, 5), --rounds N (3), --assets N (10000), --json FILE.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus, tmpdir } from 'node:os';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { seed } from './seed.mjs';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '5' }, rounds: { type: 'string', default: '3' }, assets: { type: 'string', default: '10000' }, json: { type: 'string' } },
});
const seconds = Number(values.seconds);
const rounds = Number(values.rounds);
const root = fileURLToPath(new URL('../..', import.meta.url));
const CONNECTIONS = 32;
const PORTS = { ours: 4911, 'as they come': 4912 };

/** Ratios of requests a second that the project sets itself: spec/decisions/0003-openapi-backend-indexed.md. */
const GOALS = { 'GET one asset': 10, 'GET the list': 4.5 };

async function waitFor(url) {
  for (let attempt = 0; attempt < 200; attempt++) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`Nothing answers at ${url}.`);
}

/** One measurement. A wrong answer makes it void. */
async function measure(name, port, path, key, length) {
  const url = `http://127.0.0.1:${port}${path}`;
  const sample = await fetch(url, { headers: { 'X-API-Key': key } });
  const body = await sample.text();
  if (sample.status !== 200 || body.length < length) throw new Error(`${name}: ${url} answered ${sample.status} with ${body.length} characters.`);
  const result = await autocannon({ url, connections: CONNECTIONS, duration: seconds, headers: { 'X-API-Key': key } });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${name}: ${result.non2xx} answers other than 2xx, ${result.errors} errors.`);
  return { perSecond: result.requests.average, p99: result.latency.p99 };
}

const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-bench-'));
const file = join(folder, 'inventory.sqlite');
const children = [];
try {
  const { key, assetId } = await seed(file, Number(values.assets));
  const start = (args, environment) => {
    const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...environment }, stdio: ['ignore', 'ignore', 'ignore'] });
    children.push(child);
  };
  start(['dist/src/main.js', 'serve'], { PORT: String(PORTS.ours), DATABASE_URL: `sqlite:${file}`, RATE_LIMIT: '1000000000', LOG_LEVEL: 'info' });
  start(['test/bench/as-they-come.mjs', file, String(PORTS['as they come'])], {});
  for (const port of Object.values(PORTS)) await waitFor(`http://127.0.0.1:${port}/cyber-assets`);

  const works = { 'GET one asset': [`/cyber-assets/${assetId}`, 100], 'GET the list': ['/cyber-assets', Number(values.assets) * 100] };
  const report = { date: new Date().toISOString(), node: process.version, cpu: cpus()[0].model, cores: cpus().length, assets: Number(values.assets), connections: CONNECTIONS, works: {} };
  for (const [work, [path, length]] of Object.entries(works)) {
    const best = {};
    for (let round = 0; round < rounds; round++) {
      for (const [side, port] of Object.entries(PORTS)) {
        const result = await measure(side, port, path, key, length);
        if (!best[side] || result.perSecond > best[side].perSecond) best[side] = result;
      }
    }
    const ratio = best.ours.perSecond / best['as they come'].perSecond;
    report.works[work] = { ...best, ratio, goal: GOALS[work] };
    console.log(`${work}: ${Math.round(best.ours.perSecond)}/s against ${Math.round(best['as they come'].perSecond)}/s, ratio ${ratio.toFixed(1)} (goal ${GOALS[work]})`);
  }
  console.log(`Node ${process.version}, ${report.cores} × ${report.cpu}, ${report.assets} assets, ${CONNECTIONS} connections, best of ${rounds} × ${seconds} s`);
  if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
} finally {
  for (const child of children) {
    child.kill();
    if (child.exitCode === null) await once(child, 'exit');
  }
  rmSync(folder, { recursive: true, force: true });
}
