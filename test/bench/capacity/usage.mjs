// Reads the processor time and the disk space that a server and its database have used (Linux).
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import pg from 'pg';
import { fileOf } from '../support/sides.mjs';
import { inSqlite } from '../../support/sqlite.mjs';

const TICK_MILLISECONDS = 1000 / Number(execFileSync('getconf', ['CLK_TCK']));

/** Returns the processor time in ms of a process, and of its ended children with `ended`. */
function timeOf(pid, { ended = false } = {}) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
    return (user + system + (ended ? endedUser + endedSystem : 0)) * TICK_MILLISECONDS;
  } catch {
    return 0; // it ended meanwhile
  }
}

const childrenOf = (pid) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

const sqliteUsage = (url, pid) => ({
  read: () => Promise.resolve({ server: timeOf(pid), database: 0, wal: undefined }),
  async bytes() {
    await inSqlite(fileOf(url), 'PRAGMA wal_checkpoint(TRUNCATE)');
    return statSync(fileOf(url)).size;
  },
  stop: () => Promise.resolve(),
});

async function postgresUsage(url, pid, administrator) {
  const client = new pg.Client({
    connectionString: Object.assign(new URL(administrator), { pathname: new URL(url).pathname }).href,
  });
  await client.connect();
  const value = async (sql) => Object.values((await client.query(sql)).rows[0])[0];
  const postmaster = Number((await value("select pg_read_file('postmaster.pid')")).split('\n')[0]);
  return {
    async read() {
      const database = [postmaster, ...childrenOf(postmaster)].reduce(
        (total, each) => total + timeOf(each, { ended: each === postmaster }),
        0,
      );
      return {
        server: timeOf(pid),
        database,
        wal: Number(await value("select pg_current_wal_lsn() - '0/0'")),
      };
    },
    bytes: async () => Number(await value('select pg_database_size(current_database())')),
    stop: () => client.end(),
  };
}

/** Returns `read` (ms of `server` and `database`, bytes of `wal`), `bytes` (of the database), and `stop`. */
export const usageOf = (url, pid, administrator) =>
  administrator === undefined ? sqliteUsage(url, pid) : postgresUsage(url, pid, administrator);
