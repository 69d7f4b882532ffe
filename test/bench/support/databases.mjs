// Databases to measure on: filled once, and copied for each server, so that nobody works on what another has written.
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../support/postgres.mjs';
import { inSqlite } from '../../support/sqlite.mjs';
import { seed } from './seed.mjs';

let copies = 0;

export const sqlite = (folder) => ({
  name: 'SQLite',
  /** Gives what `seed` does, and `copy`, which makes another database with the same content and gives its URL. */
  async fill(content) {
    const file = join(folder, `filled-${++copies}.sqlite`);
    const seeded = await seed(`sqlite:${file}`, content);
    return {
      ...seeded,
      async copy() {
        const own = join(folder, `copy-${++copies}.sqlite`);
        await inSqlite(file, `VACUUM INTO '${own}'`); // a copy of the file would lack what is still in its log
        return `sqlite:${own}`;
      },
    };
  },
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
    async fill(content) {
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
    },
    stop: cluster.remove,
  };
}
