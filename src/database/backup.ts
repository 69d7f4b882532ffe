// What can be done for the safety of a database as a file, and how it is refused.
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
  /** Makes the database, which must not be there yet, from a sound backup. @throws BackupRefused, and then there is still no database. */
  restore(file: string): Promise<Verification>;
}

export interface Verification {
  /** Sentences; none when the backup is sound. */
  problems: string[];
  /** The migrations that have been applied to it. */
  migrations: string[];
  /** Rows of each table, by organization where they belong to one. */
  counts: { organization: string | null; table: string; rows: number }[];
}

/** Why nothing was done, as a sentence. */
export class BackupRefused extends Error {
  constructor(
    message: string,
    readonly problems: string[] = [],
  ) {
    super(message);
    this.name = 'BackupRefused';
  }
}
