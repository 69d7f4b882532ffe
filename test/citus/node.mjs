// Starts servers of PostgreSQL that can be nodes of a Citus cluster, on loopback ports.
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

export const HOST = '127.0.0.1';
const START_MILLISECONDS = 30_000;

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

const idOf = (option) => Number(execFileSync('id', [option, 'postgres']));

/** PostgreSQL refuses to run as root: its programs then run as the user `postgres`. */
export const account = () => (process.getuid() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {});

/** Runs a program of PostgreSQL. */
export const runProgram = (name, args) =>
  promisify(execFile)(join(pgConfig('--bindir'), name), args, account());

export const urlOf = (port, database, user = 'postgres') => `postgres://${user}@${HOST}:${port}/${database}`;

/** Runs SQL statements, and returns the rows of the last one. */
export async function query(url, ...statements) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    let rows = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

async function untilReady(port) {
  const end = performance.now() + START_MILLISECONDS;
  for (;;) {
    try {
      return await query(urlOf(port, 'postgres'), 'select');
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
  max_worker_processes: 200, // Citus has a process for each database
  wal_level: 'logical', // Citus moves shards by logical replication
  max_wal_senders: 20,
  max_replication_slots: 40,
  'citus.node_conninfo': 'sslmode=disable',
};

/**
 * Starts a server on its data folder, with a log beside it. `stop`: SIGINT is a fast shutdown, SIGQUIT
 * simulates a crash.
 */
export async function startNode({ data, port, settings = {} }) {
  const options = Object.entries({ ...SETTINGS, ...settings, port });
  const args = ['-D', data, ...options.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  let child;
  const start = async () => {
    child = spawn(join(pgConfig('--bindir'), 'postgres'), args, {
      ...account(),
      detached: true, // Ctrl+C reaches this program alone, which stops the servers in order
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.pipe(createWriteStream(`${data}.log`, { flags: 'a' }));
    await untilReady(port).catch((error) => {
      throw new Error(`PostgreSQL did not start: ${error.message}\n${readFileSync(`${data}.log`, 'utf8')}`);
    });
  };
  const stop = async (signal = 'SIGINT') => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  };
  process.once('exit', () => child.kill('SIGQUIT')); // also when a drill fails
  await start();
  return { data, port, settings, start, stop, pid: () => child.pid };
}

export async function createNode({ data, port, settings }) {
  await runProgram('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C']);
  return startNode({ data, port, settings });
}
