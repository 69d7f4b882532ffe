// Builds Citus from a source tree, and starts a coordinator and two workers in a temporary folder:
//   node test/citus/cluster.mjs SOURCE
// prints the TEST_CITUS_URL of the cluster and runs until it is interrupted. PG_CONFIG names the pg_config of
// the PostgreSQL to use. Without SOURCE, Citus must be installed there.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort } from '../support/free-port.mjs';

const HOST = '127.0.0.1';
const START_MILLISECONDS = 30_000;
const isRoot = process.getuid() === 0;

const pgConfig = (option) =>
  execFileSync(process.env.PG_CONFIG ?? 'pg_config', [option], { encoding: 'utf8' }).trim();

/** Installs Citus into PostgreSQL unless it is there. @throws when it is missing and `source` is undefined. */
export function installCitus(source) {
  if (existsSync(join(pgConfig('--pkglibdir'), 'citus.so'))) return;
  if (source === undefined) throw new Error('Citus is not installed. Pass the folder of its source tree.');
  const env = { ...process.env, PATH: `${pgConfig('--bindir')}:${process.env.PATH}` };
  const run = (command, ...args) => execFileSync(command, args, { cwd: source, env, stdio: 'inherit' });
  run('./configure', '--without-libcurl');
  run('make', `-j${availableParallelism()}`);
  run('make', 'install');
}

/** PostgreSQL refuses to run as root. */
const account = () =>
  isRoot
    ? {
        uid: Number(execFileSync('id', ['-u', 'postgres'])),
        gid: Number(execFileSync('id', ['-g', 'postgres'])),
      }
    : {};

export const urlOf = (port, database = 'postgres', user = 'postgres') =>
  `postgres://${user}@${HOST}:${port}/${database}`;

/** Runs `work` with a connection. */
export async function withClient(url, work) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function untilReady(port) {
  const end = performance.now() + START_MILLISECONDS;
  for (;;) {
    try {
      return await withClient(urlOf(port), (client) => client.query('select'));
    } catch (error) {
      if (performance.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const SETTINGS = {
  listen_addresses: HOST,
  unix_socket_directories: '',
  shared_preload_libraries: 'citus',
  max_connections: 300,
  max_prepared_transactions: 300,
  max_worker_processes: 200, // each database has a maintenance process
  wal_level: 'logical', // shards move by logical replication
  max_wal_senders: 20,
  max_replication_slots: 40,
  'citus.node_conninfo': 'sslmode=prefer',
};

const UNSAFE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** Starts a server on an existing data folder. */
export async function startNode(data, port, settings) {
  const options = Object.entries({ ...SETTINGS, ...settings, port }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  let child;
  const start = async () => {
    child = spawn(join(pgConfig('--bindir'), 'postgres'), ['-D', data, ...options], {
      ...account(),
      detached: true, // Ctrl+C reaches this program alone, which stops the servers in order
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.pipe(createWriteStream(`${data}.log`, { flags: 'a' }));
    await untilReady(port).catch((error) => {
      throw new Error(`PostgreSQL did not start: ${error.message}\n${readFileSync(`${data}.log`, 'utf8')}`);
    });
  };
  await start();
  return {
    data,
    port,
    start,
    /** SIGINT is a fast shutdown, SIGQUIT simulates a crash. */
    async stop(signal = 'SIGINT') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, 'exit');
      child.kill(signal);
      await exited;
    },
  };
}

async function createNode(folder, name, settings) {
  const data = join(folder, name);
  execFileSync(
    join(pgConfig('--bindir'), 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...account(), stdio: 'ignore' },
  );
  return startNode(data, await freePort(), settings);
}

/** Makes a database with the extension on every node, and adds the workers. */
export async function createCitusDatabase([coordinator, ...workers], name, owner) {
  for (const { port } of [coordinator, ...workers]) {
    if (name !== 'postgres')
      await withClient(urlOf(port), (client) => client.query(`create database ${name} owner ${owner}`));
    await withClient(urlOf(port, name), (client) => client.query('create extension citus'));
  }
  await withClient(urlOf(coordinator.port, name), async (client) => {
    await client.query('select citus_set_coordinator_host($1, $2)', [HOST, coordinator.port]);
    for (const { port } of workers) await client.query('select citus_add_node($1, $2)', [HOST, port]);
  });
}

/**
 * Starts a coordinator and workers. `url`: the superuser's URL of the coordinator. `durable: false` turns
 * disk syncs off, for tests.
 */
export async function startCluster({ workers = 2, durable = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-citus-'));
  if (isRoot) chownSync(folder, account().uid, account().gid);
  const nodes = [];
  const remove = async () => {
    for (const node of nodes) await node.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const name of [
      'coordinator',
      ...Array.from({ length: workers }, (_, index) => `worker${index + 1}`),
    ])
      nodes.push(await createNode(folder, name, durable ? {} : UNSAFE));
    await createCitusDatabase(nodes, 'postgres');
    await withClient(urlOf(nodes[0].port), (client) =>
      client.query('create role owner login createrole createdb'),
    );
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, nodes, url: urlOf(nodes[0].port), remove };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  installCitus(process.argv[2]);
  const cluster = await startCluster({ durable: process.env.DURABLE !== undefined });
  console.log(`TEST_CITUS_URL=${cluster.url}`);
  const stop = setInterval(() => {}, 1 << 30);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      clearInterval(stop);
      void cluster.remove();
    });
}
