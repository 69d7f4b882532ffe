// `npm run soak` runs cases that take minutes, for example killing the server. Each case runs on each
// database. The exit status is 1 when a case fails.
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { DATABASES } from './support/databases.mjs';
import { readOptions } from '../support/options.mjs';
import { stopEverything } from '../support/processes.mjs';

const MAX_SECONDS = 1200; // per case

const USAGE = `npm run soak -- [options]
  --only NAME    runs this case; repeatable
  --on DATABASE  runs on ${Object.keys(DATABASES).join(' or ')}; repeatable
  --scale N      multiplies the counts of cases that support it (default 1)
  --json FILE    writes the figures to this file`;

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * A case exports `name`, `run({ log, databaseUrl, database, scale })`, which throws when the case fails, and
 * optionally `databases`, the kinds of database that it supports.
 */
const files = readdirSync(here('cases'))
  .filter((file) => file.endsWith('.mjs'))
  .sort();
const cases = await Promise.all(files.map((file) => import(`./cases/${file}`)));
const values = readOptions(
  USAGE,
  {
    only: { type: 'string', multiple: true },
    on: { type: 'string', multiple: true },
    scale: { type: 'string', default: '1' },
    json: { type: 'string' },
  },
  { numbers: ['scale'], choices: { only: cases.map(({ name }) => name), on: Object.keys(DATABASES) } },
);

let database; // of the current case

async function cleanUp() {
  await stopEverything();
  await database?.remove();
  database = undefined;
}

async function within(seconds, work) {
  let timer;
  const late = new Promise(
    (_, reject) =>
      (timer = setTimeout(
        () => reject(new Error(`The case did not end within ${seconds} s.`)),
        seconds * 1000,
      )),
  );
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function runCase(each, kind) {
  const since = performance.now();
  const result = { name: each.name, database: kind };
  database = await DATABASES[kind]();
  const log = (text) => console.log(`  ${text}`);
  try {
    result.figures = (
      await within(
        MAX_SECONDS,
        each.run({ log, databaseUrl: database.url, database, scale: Number(values.scale) }),
      )
    ).figures;
  } catch (error) {
    result.broken = error.stack;
  } finally {
    await cleanUp();
  }
  result.seconds = Math.round((performance.now() - since) / 100) / 10;
  return result;
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => void cleanUp().finally(() => process.exit(130)));

execFileSync(process.execPath, [here('../../src/build/build.mjs'), '--if-changed'], { stdio: 'inherit' });
const results = [];
for (const each of cases.filter(({ name }) => values.only?.includes(name) ?? true)) {
  for (const kind of (each.databases ?? Object.keys(DATABASES)).filter(
    (kind) => values.on?.includes(kind) ?? true,
  )) {
    console.log(`${each.name} (${kind})`);
    const result = await runCase(each, kind);
    results.push(result);
    const figures = Object.entries(result.figures ?? {}).map(([name, figure]) => `${name} ${figure}`);
    const verdict = `${result.broken ? 'BROKEN' : 'kept'}  ${each.name} (${kind})  ${result.seconds} s`;
    console.log(`${verdict}  ${result.broken ?? figures.join(' · ')}\n`);
  }
}
const report = {
  date: new Date().toISOString(),
  node: process.version,
  cpu: cpus()[0].model,
  cores: cpus().length,
  cases: results,
};
if (values.json) writeFileSync(values.json, `${JSON.stringify(report, null, 2)}\n`);
// Requests of an aborted case would keep the process alive.
process.exit(results.some(({ broken }) => broken) ? 1 : 0);
