// Requests a second of the server and of the sandbox, beside what an engineer would have instead, on copies of one database.
import { load } from '../support/load.mjs';
import { startSide } from '../support/side.mjs';
import { asTheyCome, expressPrepared, nodePostgres, nodeSqlite, prism, sandbox, scalar, server } from '../support/sides.mjs';
import { TASK, create, getList, getMock, getOne, getUnchanged, remove, update } from '../support/works.mjs';

const ASSETS = 10_000;
/** Assets that a load of DELETE takes; its database has so many more than the others. */
const DELETED = 2000;
const WARM_UP = { seconds: 1, deleted: 300 };

/** The goals of each work beside its references. */
const TABLE = {
  SQLite: [
    { work: getOne, beside: [[asTheyCome, 10], [expressPrepared, 0.75]] },
    { work: getList, beside: [[asTheyCome, 4.5], [nodeSqlite, 0.9]] },
    { work: getUnchanged, besideGetOne: 0.9 },
    { work: create, beside: [[nodeSqlite, 1.5]] },
    { work: update, beside: [[nodeSqlite, 1]] },
    { work: remove, beside: [[nodeSqlite, 1]] },
  ],
  PostgreSQL: [getOne, getList, create, update, remove].map((work) => ({ work, beside: [[nodePostgres, 0.6]] })),
};

/** Contenders take turns; the best of each counts. */
async function contend(contenders, { rounds, seconds }) {
  const [measured, warmUp] = contenders[0].work.name === 'DELETE' ? [{ amount: DELETED }, { amount: WARM_UP.deleted }] : [{ seconds }, { seconds: WARM_UP.seconds }];
  const best = contenders.map(() => 0);
  for (const { side, work } of contenders) await load(side.url, work, warmUp);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { side, work }] of contenders.entries()) best[index] = Math.max(best[index], (await load(side.url, work, measured)).perSecond);
  }
  return best;
}

const rowsOf = (group, work, [here, ...others], contenders, goals) =>
  others.map((beside, index) => ({ group, work, here, beside, reference: contenders[index + 1].name, ratio: here / beside, goal: goals[index], unit: '/s' }));

async function started(sides, then) {
  const running = [];
  try {
    for (const start of sides) running.push(await start());
    return await then(running);
  } finally {
    for (const side of running) await side.stop();
  }
}

async function measureOn(database, content, { work, beside = [], besideGetOne }, options) {
  const path = `/cyber-assets/${content.assetId(0)}`;
  const starts = [server, ...beside.map(([reference]) => reference)].map((side) => async () => startSide(side.on(await content.copy(), content.key), { folder: options.folder, path, key: content.key }));
  return started(starts, async (sides) => {
    if (besideGetOne === undefined) {
      const contenders = sides.map((side) => ({ name: side.name, side, work: work(content) }));
      return rowsOf(database.name, contenders[0].work.name, await contend(contenders, options), contenders, beside.map(([, goal]) => goal));
    }
    const [side] = sides;
    const etag = (await fetch(`${side.url}/cyber-assets`, { headers: { 'X-API-Key': content.key } })).headers.get('etag');
    const contenders = [{ name: 'server', side, work: work(content, etag) }, { name: 'its GET of one asset', side, work: getOne(content) }];
    return rowsOf(database.name, contenders[0].work.name, await contend(contenders, options), contenders, [besideGetOne]);
  });
}

/** @param options `folder`, `rounds`, `seconds`, `wanted(name)`; `report` is told of each row. */
export async function onDatabase(database, options, report) {
  const wanted = TABLE[database.name].map((each) => ({ ...each, name: `${each.work({ keys: [''] }).name}` })).filter(({ name }) => options.wanted(`${name} (${database.name})`));
  const filled = new Map();
  for (const each of wanted) {
    const assets = each.work === remove ? ASSETS + WARM_UP.deleted + options.rounds * DELETED : ASSETS;
    if (!filled.has(assets)) filled.set(assets, await database.fill({ assets }));
    for (const row of await measureOn(database, filled.get(assets), each, options)) report(row);
  }
}

export async function ofMocks(options, report) {
  const { name } = getMock();
  if (!options.wanted(name)) return;
  const beside = [[prism, 2.5], [scalar, undefined]];
  const starts = [sandbox, ...beside.map(([reference]) => reference)].map((side) => () => startSide(side.on(), { folder: options.folder, ...TASK }));
  await started(starts, async (sides) => {
    const contenders = sides.map((side) => ({ name: side.name, side, work: getMock() }));
    for (const row of rowsOf('Sandbox', name, await contend(contenders, options), contenders, beside.map(([, goal]) => goal))) report(row);
  });
}
