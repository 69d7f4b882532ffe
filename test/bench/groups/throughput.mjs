// Compares the throughput of the server with alternatives, on copies of one database.
import { DELETED, contend, rowsOf } from '../support/contend.mjs';
import { withSlowSyncs } from '../support/disk.mjs';
import { startSide, withSides } from '../support/side.mjs';
import { asTheyCome, expressPrepared, nodePostgres, nodeSqlite, server } from '../support/sides.mjs';
import { create, getList, getOne, getUnchanged, remove, update } from '../support/works.mjs';

const ASSETS = 10_000;

/** The minimum ratio of each work to its references. */
const TABLE = {
  SQLite: [
    {
      work: getOne,
      beside: [
        [asTheyCome, 10],
        [expressPrepared, 0.75],
      ],
    },
    {
      work: getList,
      beside: [
        [asTheyCome, 4.5],
        [nodeSqlite, 0.9],
      ],
    },
    { work: getUnchanged, besideGetOne: 0.9 },
    { work: create, beside: [[nodeSqlite, 1.5]] },
    { work: update, beside: [[nodeSqlite, 1]] },
    { work: remove, beside: [[nodeSqlite, 1]] },
  ],
  PostgreSQL: [getOne, getList, create, update, remove].map((work) => ({
    work,
    beside: [[nodePostgres, 0.6]],
  })),
};

/** A typical sync time of server disks. A disk that syncs faster often only writes to its cache. */
const SLOWER_MILLISECONDS = 1;

async function measureOn(database, content, { work, beside = [], besideGetOne }, options, environment = {}) {
  const path = `/cyber-assets/${content.assetId(0)}`;
  const starts = [server, ...beside.map(([reference]) => reference)].map((side) => async () => {
    const own = side.on(await content.copy(), content.key);
    return startSide(
      { ...own, environment: { ...own.environment, ...environment } },
      { folder: options.folder, path, key: content.key },
    );
  });
  return withSides(starts, async (sides) => {
    if (besideGetOne === undefined) {
      const contenders = sides.map((side) => ({ name: side.name, side, work: work(content) }));
      return rowsOf(
        database.name,
        contenders[0].work.name,
        await contend(contenders, options),
        contenders,
        beside.map(([, goal]) => goal),
      );
    }
    const [side] = sides;
    const etag = (
      await fetch(`${side.url}/cyber-assets`, { headers: { 'X-API-Key': content.key } })
    ).headers.get('etag');
    const contenders = [
      { name: 'server', side, work: work(content, etag) },
      { name: 'its GET of one asset', side, work: getOne(content) },
    ];
    return rowsOf(database.name, contenders[0].work.name, await contend(contenders, options), contenders, [
      besideGetOne,
    ]);
  });
}

const nameOf = ({ work }) => work({ keys: [''] }).name;

const fillFor = (database, { work }, { rounds }) =>
  database.fill({ assets: work === remove ? ASSETS + DELETED.warmUp + rounds * DELETED.measured : ASSETS });

/** `options` has `folder`, `rounds`, `seconds` and `wanted(group, work)`. Calls `report` with each row. */
export async function onDatabase(database, options, report) {
  for (const each of TABLE[database.name]) {
    if (!options.wanted(database.name, nameOf(each))) continue;
    for (const row of await measureOn(database, await fillFor(database, each, options), each, options))
      report(row);
  }
}

/** Measures the writes again, with all servers on a slower disk. */
export async function onSlowerDisk(database, options, report) {
  const group = `${database.name}, each sync of the disk ${SLOWER_MILLISECONDS} ms longer`;
  const changes = TABLE[database.name].filter(
    (each) => [create, update, remove].includes(each.work) && options.wanted(group, nameOf(each)),
  );
  if (changes.length === 0) return;
  const { environment, unmeasured } = withSlowSyncs(options.folder, SLOWER_MILLISECONDS);
  for (const each of changes) {
    if (unmeasured) report({ group, work: nameOf(each), unmeasured });
    else
      for (const row of await measureOn(
        database,
        await fillFor(database, each, options),
        each,
        options,
        environment,
      ))
        report({ ...row, group });
  }
}
