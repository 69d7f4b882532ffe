// Creates the databases of the bench: fills each content once and copies it for each server.
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../support/postgres.mjs';
import { inSqlite } from '../../support/sqlite.mjs';
import { processorTimeOfFamily } from './processor-time.mjs';
import { seed } from './seed.mjs';

let copies = 0;

/** Caches filled databases, which the groups of the bench share. */
function once(fill) {
  const filled = new Map();
  return (content) => {
    const name = JSON.stringify(content);
    if (!filled.has(name)) filled.set(name, fill(content));
    return filled.get(name);
  };
}

export const sqlite = (folder) => ({
  name: 'SQLite',
  /**
   * Returns the result of `seed`, and `copy`, which creates a database with the same content and returns
   * its URL.
   */
  fill: once(async (content) => {
    const file = join(folder, `filled-${++copies}.sqlite`);
    const seeded = await seed(`sqlite:${file}`, content);
    // Connections that close at the same time may leave the log behind.
    await inSqlite(file, 'PRAGMA wal_checkpoint(TRUNCATE)');
    return {
      ...seeded,
      async copy() {
        const own = join(folder, `copy-${++copies}.sqlite`);
        await inSqlite(file, `VACUUM INTO '${own}'`); // unlike a file copy, includes the log
        return `sqlite:${own}`;
      },
    };
  }),
  stop: () => Promise.resolve(),
});

/** Starts a new cluster whose commits wait for the disk. */
export async function postgres() {
  const cluster = await startPostgres();
  const urlOf = (database) => Object.assign(new URL(cluster.url), { pathname: `/${database}` }).href;
  async function administer(sql) {
    const client = new pg.Client({ connectionString: cluster.administrator });
    await client.connect();
    const { rows } = await client.query(sql);
    await client.end();
    return rows;
  }
  const [{ file }] = await administer("select pg_read_file('postmaster.pid') as file");
  const postmaster = Number(file.split('\n')[0]);
  return {
    name: 'PostgreSQL',
    fill: once(async (content) => {
      const filled = `filled_${++copies}`;
      await administer(`create database ${filled} owner owner`);
      const seeded = await seed(urlOf(filled), content);
      return {
        ...seeded,
        async copy() {
          const own = `copy_${++copies}`;
          await administer(`create database ${own} template ${filled} owner owner`);
          const client = new pg.Client({ connectionString: urlOf(own) });
          await client.connect();
          await client.query('analyze');
          await client.end();
          return urlOf(own);
        },
      };
    }),
    administrator: cluster.administrator,
    processorTime: () => processorTimeOfFamily(postmaster),
    stop: cluster.remove,
  };
}
