// Knex over one file of SQLite: how the file is made, and how each connection to it is set up.
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import knexFactory, { type Knex } from 'knex';
import type sqlite3 from 'sqlite3';
import { KNEX_LOG } from '../knex-log';

// A commit is on the disk when it is acknowledged (FULL; NORMAL can lose the last ones when the power fails).
// The log is written back every 16 MB and not every 4: changes of many organizations write the same pages again and again.
// Waiting for a lock blocks a thread of the pool: short, and then 503.
const PRAGMAS = `PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;
  PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY; PRAGMA wal_autocheckpoint = 4000;`;

/** The inventory and the digests of keys are nobody else's to read; SQLite gives its log the mode of the file. */
function makePrivateFile(filename: string): void {
  mkdirSync(dirname(filename), { recursive: true, mode: 0o700 });
  closeSync(openSync(filename, 'a', 0o600));
}

/** @throws Error of the file system when the file cannot be made. */
export function createPool(filename: string, connections: number): Knex {
  makePrivateFile(filename);
  return knexFactory({
    client: 'sqlite3',
    connection: { filename },
    useNullAsDefault: true,
    log: KNEX_LOG,
    pool: {
      min: 0,
      max: connections,
      afterCreate: (connection: sqlite3.Database, done: (error: Error | null) => void) =>
        connection.exec(PRAGMAS, done),
    },
  });
}
