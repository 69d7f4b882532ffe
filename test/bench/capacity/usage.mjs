// Reads the processor time and the disk space that a server and its database have used (Linux).
import { statSync } from 'node:fs';
import pg from 'pg';
import { processorTimeOf } from '../support/processor-time.mjs';
import { fileOf } from '../support/sides.mjs';
import { inSqlite } from '../../support/sqlite.mjs';

const sqliteUsage = (url, pid) => ({
  read: () => Promise.resolve({ server: processorTimeOf(pid), database: 0, wal: undefined }),
  async bytes() {
    await inSqlite(fileOf(url), 'PRAGMA wal_checkpoint(TRUNCATE)');
    return statSync(fileOf(url)).size;
  },
  stop: () => Promise.resolve(),
});

async function postgresUsage(url, pid, { administrator, processorTime }) {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(administrator), { pathname: new URL(url).pathname }).href,
  });
  await client.connect();
  const value = async (sql) => Number(Object.values((await client.query(sql)).rows[0])[0]);
  return {
    read: async () => ({
      server: processorTimeOf(pid),
      database: processorTime(),
      wal: await value("select pg_current_wal_lsn() - '0/0'"),
    }),
    bytes: () => value('select pg_database_size(current_database())'),
    stop: () => client.end(),
  };
}

/** Returns `read` (ms of `server` and `database`, bytes of `wal`), `bytes` (of the database), and `stop`. */
export const usageOf = (url, pid, database) =>
  database.administrator === undefined ? sqliteUsage(url, pid) : postgresUsage(url, pid, database);
