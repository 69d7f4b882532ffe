// Compares the server and the sandbox with alternatives, each on a copy of the same database.
import { withSlowSyncs } from '../support/disk.mjs';
import {
  express,
  fastify,
  jsonServer,
  nodePostgres,
  nodePostgresLog,
  nodeSqlite,
  prism,
  sandbox,
  scalar,
  server,
} from '../support/sides.mjs';
import * as work from '../support/works.mjs';
import { compare } from './compare.mjs';

/** The rows of a list that a page shows. */
const LISTED = { assets: 1000 };
/** DELETE must not run out of assets. */
const ASSETS = { assets: 60_000 };

const atLeast = (...goals) => goals.map((goal) => goal && { atLeast: goal });

const LISTS = {
  'GET the list': { of: work.getList, goals: atLeast(1.5, 1, 0.9) },
  'GET the list, unchanged': { of: work.getUnchanged, goals: atLeast(1.5, 10, 10) },
};
const READS = { 'GET one asset': { of: work.getOne, goals: atLeast(1.5, 1, 1) } };
const WRITES = {
  PATCH: { of: work.update, goals: atLeast(1, 1, 1) },
  POST: { of: work.create, goals: atLeast(1, 1, 1.5) },
  DELETE: { of: work.remove, goals: atLeast(1, 1, 1) },
};

const postgresGoals = (works, goals) =>
  Object.fromEntries(Object.entries(works).map(([name, { of }]) => [name, { of, goals: atLeast(...goals) }]));

const on = (content, ...sides) => sides.map((side) => ({ side, content }));

export async function onSqlite(database, options, report) {
  const references = [express, fastify, nodeSqlite];
  const group = 'SQLite';
  const lists = on(await database.fill(LISTED), server, ...references);
  await compare({ group, sides: lists, works: LISTS }, options, report);
  const sides = on(await database.fill(ASSETS), server, ...references);
  await compare({ group, sides, works: { ...READS, ...WRITES } }, options, report);
}

export async function onPostgres(database, options, report) {
  const group = 'PostgreSQL';
  const lists = on(await database.fill(LISTED), server, nodePostgres);
  await compare({ group, sides: lists, works: postgresGoals(LISTS, [0.6]) }, options, report);
  const content = await database.fill(ASSETS);
  const reads = on(content, server, nodePostgres);
  await compare({ group, sides: reads, works: postgresGoals(READS, [0.6]) }, options, report);
  const writes = on(content, server, nodePostgres, nodePostgresLog);
  await compare({ group, sides: writes, works: postgresGoals(WRITES, [1, 3]) }, options, report);
}

/** A typical sync time of server disks. A disk that syncs faster often only writes to its cache. */
const SLOWER_MILLISECONDS = 1;

/** Measures the writes again, with all servers on a slower disk. */
export async function onSlowerDisk(database, options, report) {
  const group = `SQLite, each sync of the disk ${SLOWER_MILLISECONDS} ms longer`;
  if (!Object.keys(WRITES).some((name) => options.wanted(group, name))) return;
  const { environment, unmeasured } = withSlowSyncs(options.folder, SLOWER_MILLISECONDS);
  if (unmeasured) return console.log(`${group} is not measured: ${unmeasured}`);
  const sides = on(await database.fill(ASSETS), server, nodeSqlite);
  const works = Object.fromEntries(
    Object.entries(WRITES).map(([name, { of, goals }]) => [name, { of, goals: goals.slice(-1) }]),
  );
  await compare({ group, sides, works, environment }, options, report);
}

/** Prism returns the examples of the contract. The others keep tasks. */
export async function ofSandbox(options, report) {
  const works = {
    'GET one task': { of: work.getTask, goals: atLeast(4, 1.5) },
    'GET the tasks': { of: work.getTasks, goals: atLeast(4, 1.5) },
    'POST a task': { of: work.createTask, goals: atLeast(2, 1.5) },
  };
  const sides = on(undefined, sandbox, prism, scalar, jsonServer);
  await compare({ group: 'Sandbox', sides, works, ...work.TASK }, options, report);
}
