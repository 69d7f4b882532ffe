// The table of archives: the files that hold the entries which left the database.
import type { ReadSource, Transaction } from '../../database/database';
import { type Scope, type Statement, compile } from '../../database/statement';
import { type Month, monthOf, nextMonth } from '../../base/day';
import type { OrganizationId } from '../../base/organization';
import { GENESIS_HASH } from './chain';
import type { Range } from './archive-file';

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

export const compileSelectArchives = ({
  knex,
}: Pick<ReadSource, 'knex'>): Statement<{ organization: OrganizationId }, Archive> =>
  compile((param) =>
    knex(ARCHIVES_TABLE)
      .select('month', 'first_sequence', 'last_sequence', 'hash', 'file', 'digest')
      .where('organization_id', param('organization'))
      .orderBy('last_sequence'),
  );

/** Returns the archives of an organization, oldest first. */
export const archivesOf = (
  source: Pick<ReadSource, 'knex' | 'read'>,
  organization: OrganizationId,
): Promise<Archive[]> => source.read({ organization }, compileSelectArchives(source), { organization });

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

/** Returns the first month from `from` on, and before `before`, that has entries. */
export async function findMonth(
  { knex, read }: ReadSource,
  from: Month,
  before: Month,
): Promise<Month | undefined> {
  const oldestTimes = compile<object, { oldest: string | null }>(() =>
    knex({ h: 'activity_heads' }).select({
      oldest: entriesOf(knex).where('occurred_at', '>=', from).min('occurred_at'),
    }),
  );
  const rows = await read('operator', oldestTimes, {});
  const times = rows.flatMap(({ oldest }) => (oldest !== null && oldest < before ? [oldest] : []));
  return times.length > 0 ? monthOf(new Date(times.reduce((a, b) => (a < b ? a : b)))) : undefined;
}

const entriesOf = (knex: ReadSource['knex']) =>
  knex('activity').whereRaw('activity.organization_id = h.organization_id');

interface Ends {
  id: OrganizationId;
  /** The first entry of a later month. */
  next: number | null;
  /** The last entry. */
  head: number;
}

/**
 * Returns the entries to archive with a month: those after the archived ones, up to the first of a later month.
 * An organization whose clock was wrong may have none. `ends`: the last archived entries.
 */
export async function findRanges(
  { knex, read }: ReadSource,
  month: Month,
  ends: ReadonlyMap<OrganizationId, ArchiveRow>,
): Promise<Range[]> {
  const selectEnds = compile<object, Ends>(() =>
    knex({ h: 'activity_heads' })
      .select({
        id: 'h.organization_id',
        head: 'h.sequence',
        next: entriesOf(knex).where('occurred_at', '>=', nextMonth(month)).min('sequence'),
      })
      .orderBy('h.organization_id'),
  );
  return (await read('operator', selectEnds, {}))
    .map(({ id, next, head }): Range => {
      const { last_sequence: sequence, hash } = ends.get(id) ?? { last_sequence: 0, hash: GENESIS_HASH };
      return { organization: id, previous: { sequence, hash }, last: next === null ? head : next - 1 };
    })
    .filter(({ previous, last }) => last > previous.sequence);
}
