// Backups of a database as a file.
import { CommandError } from '../base/command-error';
import type { ReadSource } from './database';

/** Verifies the content of a database with these tables. Returns a sentence for each fault. */
export type Inspect = (source: ReadSource, tables: ReadonlySet<string>) => Promise<string[]>;

export interface Backup {
  /**
   * Writes the current content of the database into a new file, and its digest beside it. The database may be in use.
   * Returns the size of the file in bytes. @throws BackupRefused.
   */
  take(file: string): Promise<number>;
  /** Verifies a backup and changes nothing. @throws BackupRefused when the backup or its digest is missing. */
  verify(file: string): Promise<Verification>;
  /**
   * Creates the database, which must not exist, from a sound backup. @throws BackupRefused; then no database exists.
   */
  restore(file: string): Promise<Verification>;
}

export interface Verification {
  /** Sentences. Empty for a sound backup. */
  problems: string[];
  /** The applied migrations. */
  migrations: string[];
  /** The number of rows of each table, by organization. */
  counts: { organization: string | null; table: string; rows: number }[];
}

/** The command changed nothing. The message says why. */
export class BackupRefused extends CommandError {
  constructor(message: string, problems: readonly string[] = []) {
    super([...problems, message]);
  }
}

/**
 * Backups of PostgreSQL use its own tools. Without --enable-row-security, pg_dump rejects tables that force row-level
 * security on their owner.
 */
const reject = (instead: string) => () =>
  Promise.reject(new BackupRefused(`This command is for SQLite. For PostgreSQL ${instead}.`));

const DUMP = 'pg_dump --enable-row-security --format=custom --file=FILE "$DATABASE_URL"';
const DIGEST = 'sha256sum FILE > FILE.sha256';
const CHECK = 'sha256sum --check FILE.sha256';
const RESTORE = 'pg_restore --single-transaction --dbname="$DATABASE_URL" FILE';

export const postgresBackup: Backup = {
  take: reject(`use pg_dump, as in: ${DUMP} && ${DIGEST}`),
  verify: reject(
    `use sha256sum and pg_restore, as in: ${CHECK} && pg_restore --list FILE; ` +
      'a restore into an empty database proves the rest',
  ),
  restore: reject(
    `use pg_restore into an empty database, as in: ${CHECK} && ${RESTORE}; ` +
      'then run `activity verify` for each organization',
  ),
};
