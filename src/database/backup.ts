// Backups of a database as a file.
import type { ReadSource } from './database';

/** Verifies the content of a database with these tables. Returns a sentence for each fault. */
export type Inspect = (source: ReadSource, tables: ReadonlySet<string>) => Promise<string[]>;

export interface Backup {
  /**
   * Writes the current content of the database into a new file, and its digest beside it. The database may be
   * in use. Returns the size of the file in bytes.
   * @throws BackupRefused.
   */
  take(file: string): Promise<number>;
  /**
   * Verifies a backup and changes nothing. @throws BackupRefused when the backup or its digest is missing.
   */
  verify(file: string): Promise<Verification>;
  /**
   * Creates the database, which must not exist, from a sound backup.
   * @throws BackupRefused; then no database exists.
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
export class BackupRefused extends Error {
  constructor(
    message: string,
    readonly problems: string[] = [],
  ) {
    super(message);
    this.name = 'BackupRefused';
  }
}
