// Databases to measure on: filled once, and copied for each server, so that nobody works on what another has written.
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../support/postgres.mjs';
import { inSqlite } from '../../support/sqlite.mjs';
import { seed } from './seed.mjs';

let copies = 0;

/** The groups of the bench share what takes long to make. */
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
  /** Gives what `seed` does, and `copy`, which makes another database with the same content and gives its URL. */
  fill: once(async (content) => {
    const file = join(folder, `filled-${++copies}.sqlite`);
    const seeded = await seed(`sqlite:${file}`, content);
    await inSqlite(file, 'PRAGMA wal_checkpoint(TRUNCATE)'); // connections that close at the same time leave the log to the next one
    return {
      ...seeded,
      async copy() {
        const own = join(folder, `copy-${++copies}.sqlite`);
        await inSqlite(file, `VACUUM INTO '${own}'`); // a copy of the file would lack what is still in its log
        return `sqlite:${own}`;
      },
    };
  }),
  stop: () => Promise.resolve(),
});

/** A cluster of its own, whose commits wait for the disk. */
export async function postgres() {
  const cluster = await startPostgres();
  const urlOf = (database) => Object.assign(new URL(cluster.url), { pathname: `/${database}` }).href;
  async function administer(sql) {
    const client = new pg.Client({ connectionString: cluster.administrator });
    await client.connect();
    await client.query(sql);
    await client.end();
  }
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
    stop: cluster.remove,
  };
}
