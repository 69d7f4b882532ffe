// Opens the database that a URL names. An engine is loaded on demand: a server needs one driver.
import type { Backup, Inspect } from '../database/backup';
import type { Database, OpenOptions } from '../database/database';
import { type Scheme, schemeOf } from '../base/database-url';

export interface MigrationPlan {
  /** The migrations to apply, in their order. */
  missing: string[];
  /** Where `migrate` writes a backup first. Undefined when there is nothing to save, and on PostgreSQL. */
  backupFile?: string;
}

interface Entry {
  plan(url: string): Promise<MigrationPlan>;
  open(url: string, options: OpenOptions): Promise<Database>;
  backup(url: string, inspect: Inspect, key: string | undefined): Promise<Backup>;
}

const sqlite: Entry = {
  plan: async (url) => (await import('../database/sqlite/database.js')).planSqlite(url),
  open: async (url, options) => (await import('../database/sqlite/database.js')).openSqlite(url, options),
  backup: async (...args) => (await import('../database/sqlite/backup.js')).sqliteBackup(...args),
};

const postgres: Entry = {
  plan: async (url) => (await import('../database/postgres/database.js')).planPostgres(url),
  open: async (url, options) => (await import('../database/postgres/database.js')).openPostgres(url, options),
  backup: async () => (await import('../database/backup.js')).postgresBackup,
};

const ENGINES: Record<Scheme, Entry> = { sqlite, postgres, postgresql: postgres };

/**
 * Opens the database of `url`, whose scheme has been checked. @throws ApiError `unavailable`, SchemaChanged.
 */
export const openDatabase = (url: string, options: OpenOptions = {}): Promise<Database> =>
  ENGINES[schemeOf(url)!].open(url, options);

/** Returns what `migrate` would do, and changes nothing. @throws ApiError `unavailable`. */
export const planMigration = (url: string): Promise<MigrationPlan> => ENGINES[schemeOf(url)!].plan(url);

/**
 * Returns the backups of the database of `url`.
 * Does not migrate: a backup before an update keeps the old schema.
 */
export const openBackups = (url: string, inspect: Inspect, key: string | undefined): Promise<Backup> =>
  ENGINES[schemeOf(url)!].backup(url, inspect, key);
