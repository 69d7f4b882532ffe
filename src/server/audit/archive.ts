// Archives the closed months of all logs: a file for each month, after which its entries leave the database.
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { writeNewFile } from '../../base/atomic-write';
import { ApiError } from '../../base/errors';
import { SANDBOX_MARK } from '../../database/catalog';
import type { Database, ReadSource } from '../../database/database';
import { changeRows, compileInsertRows, splitRows } from '../../database/rows';
import { once } from '../../database/statement';
import { toDigestFile, writeDigest } from '../../base/digest';
import { type Clock, type Month, toMonth, nextMonth } from '../../base/day';
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
import { type Actor, listChanges, createEntry } from './entry';
import type { ActivityReader } from './read';

interface Archiving {
  database: Database;
  log: Log;
  actor: Actor;
  activity: ActivityReader;
  clock: Clock;
}

/** Archives the months before `before` one by one, and yields each. @throws ArchiveRefused. */
export async function* archiveLogs(archiving: Archiving, before: Month, folder: string) {
  const { database } = archiving;
  if (await database.knex.schema.hasTable(SANDBOX_MARK))
    throw new ArchiveRefused('A sandbox has no archives: a reset removes its entries.');
  mkdirSync(folder, { recursive: true });
  const { month: last } = await readLastArchived(database);
  if (last !== undefined) await database.dialect.removeArchived(database.write, nextMonth(last));
  let month = await findMonth(database, last === undefined ? '' : nextMonth(last), before);
  while (month !== undefined) {
    const ranges = await findRanges(database, month, (await readLastArchived(database)).ends);
    if (ranges.length > 0) yield await archiveMonth(archiving, month, ranges, folder);
    month = await findMonth(database, nextMonth(month), before);
  }
}

async function archiveMonth(archiving: Archiving, month: Month, ranges: Range[], folder: string) {
  const file = archiveName(month);
  const path = join(folder, file);
  const isNew = await write(path, readEntries(archiving.activity, ranges));
  const { digest, ends } = await readBack(path, ranges).catch((error: unknown) => {
    if (isNew) for (const written of [path, toDigestFile(path)]) rmSync(written, { force: true });
    throw error;
  });
  const archived_at = archiving.clock.now(ranges[0]!.organization).toISOString();
  const rows = ranges.map(({ organization, previous, last }): ArchiveRow => ({
    organization_id: organization,
    month,
    first_sequence: previous.sequence + 1,
    last_sequence: last,
    hash: ends.get(organization)!.hash,
    file,
    digest,
    archived_at,
  }));
  await remove(archiving, month, rows);
  const entries = ranges.reduce((sum, { previous, last }) => sum + last - previous.sequence, 0);
  return { month, file: path, bytes: statSync(path).size, entries, organizations: ranges.length };
}

async function* readEntries(activity: ActivityReader, ranges: readonly Range[]): AsyncGenerator<StoredEntry> {
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
  if (existsSync(toDigestFile(path)))
    throw new ArchiveRefused(`${toDigestFile(path)} is there without its archive. Move it away.`);
  await writeNewFile(path, async (temporary) => {
    await writeArchive(temporary, entries);
    await writeDigest(temporary, path);
  });
  return true;
}

/** How long an archiving waits for other transactions, for example for an import. */
const WAIT_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 200;

/** Runs `work` again while another transaction holds its locks. It must not keep requests waiting meanwhile. */
async function retryLocked(database: Database, work: () => Promise<void>): Promise<void> {
  const until = performance.now() + WAIT_MILLISECONDS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const cause = error instanceof ApiError ? error.cause : undefined;
      if (!database.dialect.isContention(cause) || performance.now() > until) throw error;
      await delay(PAUSE_MILLISECONDS * (1 + Math.random()));
    }
  }
}

/** @throws ArchiveRefused when the file does not end as the log in the database does. */
async function requireEqual({ knex, read }: Database, month: Month, rows: ArchiveRow[]): Promise<void> {
  const inDatabase = new Map<OrganizationId, string>();
  for (const part of splitRows(rows)) {
    const ends = knex('activity')
      .select('organization_id', 'hash')
      .whereIn(
        ['organization_id', 'sequence'],
        part.map((row) => [row.organization_id, row.last_sequence]),
      );
    for (const row of await read('operator', once<ArchiveRow>(ends), {}))
      inDatabase.set(row.organization_id, row.hash);
  }
  if (rows.some(({ organization_id, hash }) => inDatabase.get(organization_id) !== hash))
    throw new ArchiveRefused(
      `${archiveName(month)} differs from the database. Move it away, and archive again.`,
    );
}

/** Records the archive, and then removes its entries. The next run removes those that an interruption leaves. */
async function remove({ database, log, actor }: Archiving, month: Month, rows: ArchiveRow[]): Promise<void> {
  const { dialect } = database;
  const insert = compileInsertRows(database, ARCHIVES_TABLE, ARCHIVE_COLUMNS);
  await requireEqual(database, month, rows);
  await retryLocked(database, () =>
    database.write('operator', async (transaction) => {
      await dialect.lockOrganizations(transaction); // no request appends to a log meanwhile
      await changeRows(transaction, insert, rows);
      await log.appendToEach(
        transaction,
        rows.map((row) => ({ organization: row.organization_id, actor, activity: archived(row) })),
      );
    }),
  );
  await dialect.removeArchived(database.write, nextMonth(month));
}

function archived({ organization_id, first_sequence: first, last_sequence: last, file, digest }: ArchiveRow) {
  const description = `Archived the entries ${first} to ${last} of the activity log in ${file}.`;
  const fields = { activity_archive: file, activity_archive_sha256: digest };
  const changes = listChanges(Object.keys(fields), {}, fields);
  return createEntry('organization', organization_id, 'updated', description, changes);
}

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
  return first === undefined ? undefined : toMonth(new Date(first));
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
      // The first entry of a later month.
      next: ofHead(knex).where('occurred_at', '>=', nextMonth(month)).min('sequence'),
    })
    .orderBy('h.organization_id');
  type Row = { id: OrganizationId; head: number; next: number | null };
  return (await read('operator', once<Row>(selectEnds), {}))
    .map(({ id, next, head }): Range => {
      const { last_sequence: sequence, hash } = ends.get(id) ?? { last_sequence: 0, hash: GENESIS_HASH };
      return { organization: id, previous: { sequence, hash }, last: next === null ? head : next - 1 };
    })
    .filter(({ previous, last }) => last > previous.sequence);
}
