// Creates a new database for each case. `stop` and `start` stop and start it under a running server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../support/postgres.mjs';
import { inSqlite } from '../../support/sqlite.mjs';

/** Creates an SQLite file. `stop` and `start` have no effect. */
async function sqlite() {
  const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-soak-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true })); // also after an aborted case
  const file = join(folder, 'inventory.sqlite');
  return {
    kind: 'sqlite',
    url: `sqlite:${file}`,
    /** Returns the faults that the integrity checks of the database report. */
    async faults() {
      const rows = await inSqlite(file, 'PRAGMA integrity_check');
      return [
        ...rows.map((row) => row.integrity_check).filter((text) => text !== 'ok'),
        ...(await inSqlite(file, 'PRAGMA foreign_key_check')).map(JSON.stringify),
      ];
    },
    stop: () => Promise.resolve(),
    start: () => Promise.resolve(),
    remove: () => Promise.resolve(),
  };
}

/** Starts a new cluster whose commits wait for the disk. */
async function postgres() {
  const cluster = await startPostgres();
  return {
    kind: 'postgres',
    url: cluster.url,
    /** PostgreSQL has no integrity check without an extension. */
    faults: () => Promise.resolve([]),
    stop: cluster.stop,
    start: cluster.start,
    remove: cluster.remove,
    server: cluster,
  };
}

/** The databases by kind, in the order of the runs. */
export const DATABASES = { sqlite, postgres };
