// Measures eight concurrent lists of 100,000 assets,
// for fast readers and for readers that pause after the header.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../support/percentile.mjs';
import { ROOT, startProcess } from '../../support/processes.mjs';
import { inSqlite } from '../../support/sqlite.mjs';
import { ask, askSteadily } from '../support/ask.mjs';
import { load } from '../support/load.mjs';
import { watchMemory } from '../support/memory.mjs';
import { startSide, withSides } from '../support/side.mjs';
import { fileOf, server } from '../support/sides.mjs';
import { create, getOne } from '../support/works.mjs';

const ASSETS = 100_000;
const READERS = 8;
const STALL_MILLISECONDS = 10_000;
const SETTLE_MILLISECONDS = 2000;
const WRITES = 20;
const GROUP = `${READERS} whole lists of ${ASSETS.toLocaleString('en')}`;
const MEMORY = [' MB', 200];

/** Starts the readers. `waitFor(word)` waits until they print it, and rejects when they exit before. */
function startReaders(side, { key, assets }, stall) {
  const child = startProcess(process.execPath, [
    `${ROOT}test/bench/support/read-lists.mjs`,
    `${side.url}/cyber-assets`,
    key,
    READERS,
    assets,
    stall,
  ]);
  const isOver = once(child, 'close').then(() => true);
  return {
    async waitFor(word) {
      while (!child.said.includes(word)) {
        const over = await Promise.race([once(child.stdout, 'data'), isOver]);
        if (over === true && !child.said.includes(word))
          throw new Error(`The lists of ${side.url} are invalid: the readers exited.\n${child.said}`);
      }
    },
  };
}

/** Runs `work` on a warm, idle server. Adds the growth of the server's memory to the result. */
async function withFreshServer(content, { folder, node }, work) {
  const url = await content.copy();
  const start = () =>
    startSide(server.on(url), {
      folder,
      node,
      path: `/cyber-assets/${content.assetId(0)}`,
      key: content.key,
    });
  return withSides([start], async ([side]) => {
    await load(side.url, getOne(content), { seconds: 1 });
    await delay(SETTLE_MILLISECONDS);
    const idle = side.megabytes();
    const memory = watchMemory(side.pid);
    const result = await work(side, url);
    return { ...result, megabytes: memory.max() - idle };
  });
}

async function fast(side, content, rounds) {
  const [p99, refusedPercent] = [[], []];
  for (let round = 0; round < rounds; round++) {
    const readers = startReaders(side, content, 0);
    const over = new AbortController();
    const requests = askSteadily(side.url, getOne(content), over.signal);
    await readers.waitFor('read').finally(() => over.abort());
    const measured = await requests;
    p99.push(percentile(measured.milliseconds, 99));
    refusedPercent.push(measured.refusedPercent);
    await readers.waitFor('whole');
  }
  return { p99, refusedPercent };
}

async function stalled(side, content, file) {
  const readers = startReaders(side, content, STALL_MILLISECONDS);
  await readers.waitFor('stalled');
  const since = performance.now();
  const work = create(content);
  const milliseconds = [];
  for (let n = 0; n < WRITES; n++) milliseconds.push(await ask(side.url, work, n));
  const [{ log, checkpointed }] = await inSqlite(file, 'PRAGMA wal_checkpoint(PASSIVE)');
  if (performance.now() - since > STALL_MILLISECONDS)
    throw new Error(
      `The lists of ${side.url} are invalid: ${WRITES} writes took longer than the pause of the readers.`,
    );
  await readers.waitFor('whole');
  return { slowestWrite: Math.max(...milliseconds), pages: log - checkpointed };
}

/** Runs on SQLite only. */
export async function ofLists(database, options, report) {
  const wanted = (work) => options.wanted(GROUP, work);
  const row = (work, values, unit, goal) =>
    report({
      group: GROUP,
      work,
      unit,
      here: { values: [values].flat() },
      goal: goal === undefined ? undefined : { atMost: goal },
    });
  if (wanted('at once')) {
    const content = await database.fill({ assets: ASSETS });
    const { megabytes, p99, refusedPercent } = await withFreshServer(content, options, (side) =>
      fast(side, content, options.rounds),
    );
    row('at once: growth of memory', megabytes, ...MEMORY);
    row('at once: GET one asset meanwhile, 99th percentile', p99, ' ms', 100);
    row('at once: GET one asset meanwhile, rejected', refusedPercent, ' %', 0);
  }
  if (wanted('stalled')) {
    const content = await database.fill({ assets: ASSETS });
    const { megabytes, slowestWrite, pages } = await withFreshServer(content, options, (side, url) =>
      stalled(side, content, fileOf(url)),
    );
    row('stalled readers: growth of memory', megabytes, ...MEMORY);
    row(`stalled readers: slowest of ${WRITES} POST meanwhile`, slowestWrite, ' ms');
    row('stalled readers: log pages no checkpoint can take', pages, ' pages', 0);
  }
}
