// The table of archives: the files that hold the entries which left the database.
import type { ReadSource, Transaction } from '../../database/database';
import type { Scope } from '../../database/scope';
import { type Statement, compile } from '../../database/statement';
import type { Month } from '../../base/month';
import type { OrganizationId } from '../../base/organization';

export const ARCHIVES_TABLE = 'activity_archives';

/** The entries of one organization in the file of a month. */
export interface Archive {
  month: Month;
  first_sequence: number;
  last_sequence: number;
  /** Of the last entry. */
  hash: string;
  file: string;
  /** SHA-256 of the file. */
  digest: string;
}

export type ArchiveRow = Archive & { organization_id: OrganizationId; archived_at: string };

export const ARCHIVE_COLUMNS: readonly (keyof ArchiveRow)[] = [
  'organization_id',
  'month',
  'first_sequence',
  'last_sequence',
  'hash',
  'file',
  'digest',
  'archived_at',
];

/** Returns the archives of an organization, oldest first. */
export type ReadArchives = (organization: OrganizationId) => Promise<Archive[]>;

export const compileSelectArchives = ({
  knex,
}: Pick<ReadSource, 'knex'>): Statement<{ organization: OrganizationId }, Archive> =>
  compile((param) =>
    knex(ARCHIVES_TABLE)
      .select('month', 'first_sequence', 'last_sequence', 'hash', 'file', 'digest')
      .where('organization_id', param('organization'))
      .orderBy('last_sequence'),
  );

export function createReadArchives(source: Pick<ReadSource, 'knex' | 'read'>): ReadArchives {
  const statement = compileSelectArchives(source);
  return (organization) => source.read({ organization }, statement, { organization });
}

/** Returns the last archived entry of each organization, and the last archived month. */
export async function readLastArchived({ knex, read }: Pick<ReadSource, 'knex' | 'read'>) {
  const scope: Scope = 'operator';
  const last = compile<object, ArchiveRow>(() =>
    knex(ARCHIVES_TABLE).select(ARCHIVE_COLUMNS).orderBy('last_sequence'),
  );
  const rows = await read(scope, last, {});
  const months = rows.map(({ month }) => month).sort();
  return { ends: new Map(rows.map((row) => [row.organization_id, row])), month: months.at(-1) };
}

/** Locks the organizations, so that no request appends to a log meanwhile. */
export async function lockOrganizations(
  { knex }: Pick<ReadSource, 'knex'>,
  transaction: Transaction,
): Promise<void> {
  const statement = compile<object, { id: string }>(() =>
    knex('organizations').select('id').orderBy('id').forUpdate(),
  );
  await transaction.all(statement, {});
}

/** Says where the older entries of an organization are; undefined when all are in the database. */
export function archivedSentence(archives: readonly Archive[]): string | undefined {
  const last = archives.at(-1);
  if (!last) return undefined;
  const files =
    archives.length === 1 ? `the file ${last.file}` : `${archives.length} files up to ${last.file}`;
  return `Entries 1 to ${last.last_sequence} are archived in ${files}.`;
}
