// Opens the database that a URL names. An engine is loaded on demand: a server needs one driver.
import type { Database, OpenOptions } from '../database/database';
import { getScheme } from '../base/database-url';

export interface MigrationPlan {
  /** The migrations to apply, in their order. */
  missing: string[];
  /** Where `migrate` writes a backup first. Undefined when there is nothing to save, and on PostgreSQL. */
  backupFile?: string;
}

export const isSqlite = (url: string): boolean => getScheme(url) === 'sqlite';
const sqlite = () => import('../database/sqlite/database.js');
const postgres = () => import('../database/postgres/database.js');

/** Opens the database of `url`, whose scheme has been checked. @throws ApiError `unavailable`, SchemaChanged. */
export const openDatabase = async (url: string, options: OpenOptions = {}): Promise<Database> =>
  isSqlite(url) ? (await sqlite()).openSqlite(url, options) : (await postgres()).openPostgres(url, options);

/** Returns what `migrate` would do, and changes nothing. @throws ApiError `unavailable`. */
export const planMigration = async (url: string): Promise<MigrationPlan> =>
  isSqlite(url) ? (await sqlite()).planSqlite(url) : (await postgres()).planPostgres(url);
