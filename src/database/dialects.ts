// The registry of dialects. Each is loaded when it is asked for: a server has one driver.
import type { Backup, Inspect } from './backup';
import type { Database } from './database';
import { type Scheme, schemeOf } from './schemes';

export interface OpenOptions {
  /** False for a database that must be there already: a file is then not made. */
  create?: boolean;
}

interface Entry {
  open(url: string, options: OpenOptions): Promise<Database>;
  backup(url: string, inspect: Inspect): Promise<Backup>;
}

const sqlite: Entry = {
  open: async (url, options) => (await import('./sqlite/database.js')).openSqlite(url, options),
  backup: async (url, inspect) => (await import('./sqlite/backup.js')).sqliteBackup(url, inspect),
};

const postgres: Entry = {
  open: async (url) => (await import('./postgres/database.js')).openPostgres(url),
  backup: async () => (await import('./postgres/backup.js')).postgresBackup,
};

/** Complete by the compiler. */
const DIALECTS: Record<Scheme, Entry> = { sqlite, postgres, postgresql: postgres };

/** Opens and migrates the database of `url`, such as `sqlite:data/inventory.sqlite`, whose scheme has been checked. @throws ApiError `unavailable`. */
export const openDatabase = (url: string, options: OpenOptions = {}): Promise<Database> =>
  DIALECTS[schemeOf(url)!].open(url, options);

/** Backups of the database of `url`, whose scheme has been checked. It is neither opened for requests nor migrated: a backup before an update is of what is there. */
export const openBackups = (url: string, inspect: Inspect): Promise<Backup> =>
  DIALECTS[schemeOf(url)!].backup(url, inspect);
