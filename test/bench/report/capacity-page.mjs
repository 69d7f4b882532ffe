// Builds the capacity page of the guide from the measured points.
import { budgets } from '../../size/support/rows.mjs';
import { ARCHIVED_BYTES, MAX_BUSY, PEAK, cpuOf, inputsOf, needsOf, seededBytes } from '../capacity/model.mjs';

/** The load of a CMDB that is synchronized each hour: shares of all assets per day. */
const LOAD = { changes: 0.05, reads: 1, lists: 24 };
const SIZES = [
  { organizations: 100, assets: 1000 },
  { organizations: 1000, assets: 1000 },
  { organizations: 10_000, assets: 1000 },
  { organizations: 10_000, assets: 10_000 },
];
/** Example prices per month, in any currency. */
const PRICE = { core: 25, gigabyte: 0.15 };
/** Requests per second on Citus beside one PostgreSQL on the same processors (decision 15). */
const CITUS_RATIO = 0.2;

const number = (value, digits = 0) =>
  value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];
/** Returns a size with its unit, for example "1.2 GB". */
const bytes = (value, unit = 0) =>
  value < 1000 ? `${number(value, value < 10 ? 1 : 0)} ${UNITS[unit]}` : bytes(value / 1000, unit + 1);
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const sizeOf = ({ organizations, assets }) => `${number(organizations)} × ${number(assets)}`;

/** Returns a row for each budget of `npm run size`. */
function budgetTable({ operations, pages, commands }) {
  const seconds = (value) => (value === undefined ? '' : `${number(value, value < 1 ? 1 : 0)} s`);
  const rows = Object.entries({ ...operations, ...pages, ...commands }).map(
    ([name, { alone, together, memory, bound }]) => [
      `\`${name}\``,
      seconds(alone),
      seconds(together),
      `${memory} MB`,
      bound,
    ],
  );
  return table(['Call', 'Alone', '16 at once', 'Memory', 'Grows with'], rows);
}

const NAMES = { get: 'GET one asset', patch: 'PATCH', post: 'POST', list: 'GET the list, per 1,000 assets' };

function inputsTable(databases) {
  const row = (name, of) => [name, ...databases.map(([, inputs]) => of(inputs))];
  const cpu = (work) => (inputs) => {
    const { server, database } = inputs.cpu[work];
    const factor = work === 'list' ? 1000 : 1;
    return database === 0
      ? `${number(server * factor, 2)} ms`
      : `${number(server * factor, 2)} + ${number(database * factor, 2)} ms`;
  };
  return table(
    ['Input', ...databases.map(([name]) => name)],
    [
      ...Object.entries(NAMES).map(([work, name]) =>
        row(`processor time of ${name}, server + database`, cpu(work)),
      ),
      row('disk for each organization', ({ perOrganization }) => bytes(perOrganization)),
      row('disk for each asset, with one log entry', ({ perAsset }) => bytes(perAsset)),
      row('disk for each change, in the log', ({ bytesPerChange }) => bytes(bytesPerChange)),
      row('write-ahead log for each change', ({ walPerChange }) =>
        walPerChange === undefined ? '' : bytes(walPerChange),
      ),
    ],
  );
}

const deviation = (predicted, measured) =>
  `${predicted >= measured ? '+' : '−'}${number(Math.abs(predicted / measured - 1) * 100)} %`;

/** Returns the rows that compare the model with measured points. */
export const checkRows = (results) =>
  ['SQLite', 'PostgreSQL'].flatMap((name) => {
    const inputs = inputsOf(results[name]);
    return results[name].checks.map((point) => {
      const cpu = cpuOf(inputs, point.rates);
      return {
        name,
        point,
        cores: {
          predicted: (cpu.server + cpu.database) / 1000,
          measured: (point.cpu.server + point.cpu.database) / 1000,
        },
        bytes: { predicted: seededBytes(inputs, point.organizations, point.assets), measured: point.bytes },
      };
    });
  });

const checksTable = (results) =>
  table(
    ['Database', 'Organizations × assets', 'Cores: model', 'measured', '', 'Disk: model', 'measured', ''],
    checkRows(results).map(({ name, point, cores, bytes: disk }) => [
      name,
      sizeOf(point),
      number(cores.predicted, 2),
      number(cores.measured, 2),
      deviation(cores.predicted, cores.measured),
      bytes(disk.predicted),
      bytes(disk.measured),
      deviation(disk.predicted, disk.measured),
    ]),
  );

const costOf = ({ serverCores, databaseCores, bytes: now, logPerYear }) =>
  Math.max(1, serverCores + databaseCores) * PRICE.core + ((now + logPerYear) / 1e9) * PRICE.gigabyte;

const needsTable = (inputs) =>
  table(
    [
      'Organizations × assets',
      'Changes/s',
      'Server cores',
      'Database cores',
      'Disk',
      'Log, a year',
      'Archived',
      'WAL, a day',
      'Cost, a month',
    ],
    SIZES.map(({ organizations, assets }) => {
      const needs = needsOf(inputs, organizations, assets, LOAD);
      return [
        sizeOf({ organizations, assets }),
        number(needs.changesPerSecond, 1),
        number(needs.serverCores, 2),
        needs.databaseCores === 0 ? '' : number(needs.databaseCores, 2),
        bytes(needs.bytes),
        bytes(needs.logPerYear),
        bytes(needs.archivePerYear),
        needs.walPerDay === 0 ? '' : bytes(needs.walPerDay),
        number(costOf(needs)),
      ];
    }),
  );

/** Returns the page in Markdown. */
export function capacityPage(results) {
  const databases = ['SQLite', 'PostgreSQL'].map((name) => [name, inputsOf(results[name])]);
  const [[, sqlite], [, postgres]] = databases;
  const changesPerCore = (1000 * MAX_BUSY) / (sqlite.cpu.patch.server + sqlite.cpu.patch.database);
  const databaseChangesPerCore = (1000 * MAX_BUSY) / postgres.cpu.patch.database;
  return `<!-- Written by \`npm run bench:report\`. Do not edit. -->

# Capacity

This page estimates processors, disk and cost from the number of organizations, assets and changes. Its inputs were
measured on ${results.date.slice(0, 10)} on ${results.cores} × ${results.cpu} with Node ${results.node.slice(1)}: the server, the
database and the load shared them. Measure again on your machine with \`npm run bench:capacity\`.

## Model

\`\`\`text
cores   = ${PEAK} (peak ÷ average) × Σ (requests per second × processor time) ÷ ${number(MAX_BUSY, 1)} (highest use)
disk    = organizations × disk for each organization + assets × disk for each asset
log     = changes × disk for each change
archive = changes × ${ARCHIVED_BYTES} bytes
cost    = cores × price of a core + GB × price of a GB
\`\`\`

## Measured inputs

${inputsTable(databases)}

The inventories had 10,000 assets: in one organization and in 500 for the disk, in 100 for the requests. The log gets
one entry for each change. The log of an organization never shrinks until \`activity archive\` moves closed months
to files.

## Check against measured points

Each point had ${results.SQLite.checks[0].rates.get} GETs and ${results.SQLite.checks[0].rates.patch} PATCHes per second for 10 seconds. None of them is an input.

${checksTable(results)}

## Examples

Each asset is read once a day, each organization lists its assets every hour, and ${number(LOAD.changes * 100)} % of the assets change each day.
Cores and changes per second are those of the busiest hour. The cost assumes ${PRICE.core} for a core and ${PRICE.gigabyte} for a GB each
month, and the log of one year: replace these prices with yours.

### SQLite

${needsTable(sqlite)}

### PostgreSQL

${needsTable(postgres)}

## Where each tier ends

| Tier | Ends when | Figure |
|---|---|---|
| one SQLite file | one machine is full, or a second machine must take over | about ${number(changesPerCore)} changes per second at ${number(MAX_BUSY * 100)} % of a core |
| one PostgreSQL | its processors, memory or disk are full; servers can be added | about ${number(databaseChangesPerCore)} changes per second for each core of the database |
| PostgreSQL with standbys | at the same load, because the server never reads from a standby | each standby receives the write-ahead log; see [failover](postgresql.md#failover) |
| Citus with N workers | the coordinator is full, because each request reads its key there | on the same processors about ${number(CITUS_RATIO * 100)} % of the requests of one PostgreSQL |

Choose Citus for its disk and memory, not for its speed: in the measurement, ${Math.ceil(1 / CITUS_RATIO)} times the processors served the load of
one PostgreSQL. More workers were not measured.

Each server process opens at most 10 connections: the maximum is 10 × processes, and 50 with \`WORKERS=4\`. On Citus, the
inventory and the log have 32 shards, so 10,000 organizations are about ${number(10_000 / 32)} for each shard.

## Budgets of a large organization

\`npm run size\` calls each operation, Settings page and command on one organization of 100,000 assets, 1,000 systems, 500
facilities and 1,000,000 log entries over 24 months, beside 1,000 organizations of 100 assets. A call fails above its
budget, or when another organization waits more than ${number(budgets.wait)} s meanwhile. The memory is that of the server, or of the command.

${budgetTable(budgets)}

Not measured: servers and databases on separate machines, more than two workers, more than 100,000 assets at once, and
memory for a working set that is larger than the database's cache.
`;
}
