// The databases that every case runs on, each fresh for its case. `stop` and `start` take the database away and bring it back under a running server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../support/postgres.mjs';
import { inSqlite } from '../../support/sqlite.mjs';

/** A file: there is no server that could be stopped. */
async function sqlite() {
  const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-soak-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true })); // also when a case is given up while it still writes
  const file = join(folder, 'inventory.sqlite');
  return {
    kind: 'sqlite',
    url: `sqlite:${file}`,
    /** What the database itself finds wrong with what it holds. */
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

/** A cluster of its own, whose commits wait for the disk. */
async function postgres() {
  const cluster = await startPostgres();
  return {
    kind: 'postgres',
    url: cluster.url,
    /** It has no check without an extension, and enforces references at all times. */
    faults: () => Promise.resolve([]),
    stop: cluster.stop,
    start: cluster.start,
    remove: cluster.remove,
  };
}

/** By kind, in the order in which they are tried. */
export const DATABASES = { sqlite, postgres };
