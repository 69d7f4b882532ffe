// Backups of PostgreSQL use its own tools. Without --enable-row-security pg_dump rejects tables that force
// row-level security on their owner.
import { type Backup, BackupRefused } from '../backup';

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
