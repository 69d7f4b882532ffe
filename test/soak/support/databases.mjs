// The databases that every case runs on, each fresh for its case. `stop` and `start` take the database away and bring it back under a running server.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inSqlite } from './sqlite.mjs';

/** A file: there is no server that could be stopped. */
async function sqlite() {
  const folder = mkdtempSync(join(tmpdir(), 'compliance-inventory-soak-'));
  const file = join(folder, 'inventory.sqlite');
  return {
    kind: 'sqlite',
    url: `sqlite:${file}`,
    /** What the database itself finds wrong with what it holds. */
    async faults() {
      const rows = await inSqlite(file, 'PRAGMA integrity_check');
      return [...rows.map((row) => row.integrity_check).filter((text) => text !== 'ok'), ...(await inSqlite(file, 'PRAGMA foreign_key_check')).map(JSON.stringify)];
    },
    async stop() {},
    async start() {},
    async remove() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** By kind, in the order in which they are tried. */
export const DATABASES = { sqlite };
