// PostgreSQL has tools of its own, which know its roles and its versions. Without --enable-row-security pg_dump refuses tables whose owner is held to it.
import { type Backup, BackupRefused } from '../backup';

const refuse = (instead: string) => () =>
  Promise.reject(new BackupRefused(`This command is for SQLite. For PostgreSQL ${instead}.`));

const DUMP = 'pg_dump --enable-row-security --format=custom --file=FILE "$DATABASE_URL"';
const DIGEST = 'sha256sum FILE > FILE.sha256';
const CHECK = 'sha256sum --check FILE.sha256';
const RESTORE = 'pg_restore --single-transaction --dbname="$DATABASE_URL" FILE';

export const postgresBackup: Backup = {
  take: refuse(`use pg_dump, as in: ${DUMP} && ${DIGEST}`),
  verify: refuse(
    `use sha256sum and pg_restore, as in: ${CHECK} && pg_restore --list FILE; a restore into an empty database proves the rest`,
  ),
  restore: refuse(
    `use pg_restore into an empty database, as in: ${CHECK} && ${RESTORE}; then run \`activity verify\` for each organization`,
  ),
};
