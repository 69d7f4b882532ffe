// Archives the closed months of all logs: a file for each month, after which its entries leave the database.
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { writeNewFile } from '../../base/atomic-write';
import type { Clock } from '../../base/clock';
import { SANDBOX_MARK } from '../../database/catalog';
import type { Database, ReadSource } from '../../database/database';
import { changeRows, compileInsertRows } from '../../database/rows';
import { once } from '../../database/statement';
import { digestFileOf, writeDigest } from '../../base/digest';
import { type Month, monthOf, nextMonth } from '../../base/day';
import type { OrganizationId } from '../../base/organization';
import type { Log } from './append';
import {
  ArchiveRefused,
  type Range,
  type StoredEntry,
  archiveName,
  readBack,
  writeArchive,
  ARCHIVES_TABLE,
  ARCHIVE_COLUMNS,
  type ArchiveRow,
} from './archives';
import { GENESIS_HASH } from './chain';
import type { Activity, Actor } from './entry';
import type { ActivityReader } from './read';

export interface ArchivedMonth {
  month: Month;
  file: string;
  bytes: number;
  entries: number;
  organizations: number;
}

interface Archiving {
  database: Database;
  log: Log;
  actor: Actor;
  activity: ActivityReader;
  clock: Clock;
}

/** Archives the months before `before` one by one, and yields each. @throws ArchiveRefused. */
export async function* archiveLogs(
  archiving: Archiving,
  before: Month,
  folder: string,
): AsyncGenerator<ArchivedMonth> {
  const { database } = archiving;
  if (await database.knex.schema.hasTable(SANDBOX_MARK))
    throw new ArchiveRefused('A sandbox has no archives: a reset removes its entries.');
  mkdirSync(folder, { recursive: true });
  const { month: last } = await readLastArchived(database);
  let month = await findMonth(database, last === undefined ? '' : nextMonth(last), before);
  while (month !== undefined) {
    const ranges = await findRanges(database, month, (await readLastArchived(database)).ends);
    if (ranges.length > 0) yield await archiveMonth(archiving, month, ranges, folder);
    month = await findMonth(database, nextMonth(month), before);
  }
}

async function archiveMonth(
  archiving: Archiving,
  month: Month,
  ranges: Range[],
  folder: string,
): Promise<ArchivedMonth> {
  const file = archiveName(month);
  const path = join(folder, file);
  const isNew = await write(path, entriesOf(archiving.activity, ranges));
  const { digest, hashes } = await readBack(path, ranges).catch((error: unknown) => {
    if (isNew) for (const written of [path, digestFileOf(path)]) rmSync(written, { force: true });
    throw error;
  });
  const archived_at = archiving.clock.now(ranges[0]!.organization).toISOString();
  const rows = ranges.map(({ organization, previous, last }): ArchiveRow => ({
    organization_id: organization,
    month,
    first_sequence: previous.sequence + 1,
    last_sequence: last,
    hash: hashes.get(organization)!,
    file,
    digest,
    archived_at,
  }));
  await remove(archiving, month, rows);
  const entries = ranges.reduce((sum, { previous, last }) => sum + last - previous.sequence, 0);
  return { month, file: path, bytes: statSync(path).size, entries, organizations: ranges.length };
}

async function* entriesOf(activity: ActivityReader, ranges: readonly Range[]): AsyncGenerator<StoredEntry> {
  for (const { organization, previous, last } of ranges) {
    const read = activity.pages(organization);
    for (let after = previous.sequence; after < last;) {
      const page = await read(after);
      for (const row of page)
        if (row.sequence <= last) yield { ...row, organization_id: organization } satisfies StoredEntry;
      after = page.at(-1)?.sequence ?? last;
    }
  }
}

/** A command that was killed leaves a file without a record: its content is checked like that of a new one. */
async function write(path: string, entries: AsyncIterable<StoredEntry>): Promise<boolean> {
  if (existsSync(path)) return false;
  if (existsSync(digestFileOf(path)))
    throw new ArchiveRefused(`${digestFileOf(path)} is there without its archive. Move it away.`);
  await writeNewFile(path, async (temporary) => {
    await writeArchive(temporary, entries);
    await writeDigest(temporary, path);
  });
  return true;
}

/** Records the archive, and removes its entries in the same transaction. */
function remove({ database, log, actor }: Archiving, month: Month, rows: ArchiveRow[]): Promise<void> {
  const { knex, dialect } = database;
  const insert = compileInsertRows(database, ARCHIVES_TABLE, ARCHIVE_COLUMNS);
  const countEqual = knex({ a: ARCHIVES_TABLE })
    .join('activity', (on) =>
      on
        .on('activity.organization_id', 'a.organization_id')
        .on('activity.sequence', 'a.last_sequence')
        .on('activity.hash', 'a.hash'),
    )
    .where('a.month', month)
    .count({ count: '*' });
  return database.write('operator', async (transaction) => {
    // No request appends to a log meanwhile.
    await transaction.all(once(knex('organizations').select('id').orderBy('id').forUpdate()), {});
    await changeRows(transaction, insert, rows);
    const [equal] = await transaction.all(once<{ count: number | string }>(countEqual), {});
    if (Number(equal!.count) !== rows.length)
      throw new ArchiveRefused(
        `${rows[0]!.file} differs from the database. Move it away, and archive again.`,
      );
    await log.appendToEach(
      transaction,
      rows.map((row) => ({ organization: row.organization_id, actor, activity: archived(row) })),
    );
    await dialect.removeArchived(transaction, nextMonth(month));
  });
}

const archived = ({
  organization_id,
  first_sequence,
  last_sequence,
  file,
  digest,
}: ArchiveRow): Activity => ({
  operation: 'updated',
  resourceType: 'organization',
  resourceId: organization_id,
  description: `Archived the entries ${first_sequence} to ${last_sequence} of the activity log in ${file}.`,
  changes: [
    { field: 'activity_archive', before: null, after: file },
    { field: 'activity_archive_sha256', before: null, after: digest },
  ],
});

/** Returns the last archived entry of each organization, and the last archived month. */
async function readLastArchived({ knex, read }: ReadSource) {
  const last = knex(ARCHIVES_TABLE).select(ARCHIVE_COLUMNS).orderBy('last_sequence');
  const rows = await read('operator', once<ArchiveRow>(last), {});
  const months = rows.map(({ month }) => month).sort();
  return { ends: new Map(rows.map((row) => [row.organization_id, row])), month: months.at(-1) };
}

const ofHead = (knex: ReadSource['knex']) =>
  knex('activity').whereRaw('activity.organization_id = h.organization_id');

/** Returns the first month from `from` on, and before `before`, that has entries. */
async function findMonth({ knex, read }: ReadSource, from: Month, before: Month): Promise<Month | undefined> {
  const oldestTimes = knex({ h: 'activity_heads' }).select({
    oldest: ofHead(knex).where('occurred_at', '>=', from).min('occurred_at'),
  });
  const rows = await read('operator', once<{ oldest: string | null }>(oldestTimes), {});
  const [first] = rows.flatMap(({ oldest }) => (oldest !== null && oldest < before ? [oldest] : [])).sort();
  return first === undefined ? undefined : monthOf(new Date(first));
}

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
async function findRanges(
  { knex, read }: ReadSource,
  month: Month,
  ends: ReadonlyMap<OrganizationId, ArchiveRow>,
): Promise<Range[]> {
  const selectEnds = knex({ h: 'activity_heads' })
    .select({
      id: 'h.organization_id',
      head: 'h.sequence',
      next: ofHead(knex).where('occurred_at', '>=', nextMonth(month)).min('sequence'),
    })
    .orderBy('h.organization_id');
  return (await read('operator', once<Ends>(selectEnds), {}))
    .map(({ id, next, head }): Range => {
      const { last_sequence: sequence, hash } = ends.get(id) ?? { last_sequence: 0, hash: GENESIS_HASH };
      return { organization: id, previous: { sequence, hash }, last: next === null ? head : next - 1 };
    })
    .filter(({ previous, last }) => last > previous.sequence);
}
