// The registry of backups, by dialect.
import type { Backup } from './backup';
import { postgresBackup } from './postgres-backup';
import type { Scheme } from './schemes';
import { sqliteBackup } from './sqlite-backup';

/** Complete by the compiler. */
const BACKUPS: Record<Scheme, (url: string) => Backup> = {
  sqlite: sqliteBackup,
  postgres: () => postgresBackup,
  postgresql: () => postgresBackup,
};

/** Backups of the database of `url`, whose scheme has been checked. It is not opened, and never migrated. */
export const backupsOf = (url: string): Backup => BACKUPS[url.slice(0, url.indexOf(':')) as Scheme](url);
