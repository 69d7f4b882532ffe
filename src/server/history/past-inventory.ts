// Reads the inventory of an organization as it was at the end of a day.
import { CommandError } from '../../base/command-error';
import { type Head, compileSelectHead } from '../audit/append';
import { compileSelectArchives } from '../audit/archives';
import { GENESIS_HASH } from '../audit/chain';
import { once } from '../../database/statement';
import type { ReadSource } from '../../database/database';
import { type Month, endOf, lastDayOf } from '../../base/day';
import { forEachInSlices } from '../../base/scheduling/time-slices';
import { COLLECTIONS } from '../import/collections';
import type { OrganizationId } from '../../base/organization';
import {
  addPresent,
  CHANGE,
  emptyRecords,
  entriesFrom,
  isCreation,
  type LoggedInventoryChange,
  type Records,
  type Snapshot,
  undo,
} from './past-records';

/** The part of an entry that a list shows. */
export interface LastChange {
  sequence: number;
  occurred_at: string;
  actor_type: string;
  actor_id: string;
  description: string;
}

/** The part of the log from which a day is computed. */
export interface LogAtDay {
  /** The last entry of the day in the log, of any kind; `begin` before the first. */
  sequence: number;
  /** The last archived entry: the database has those after it. */
  begin: Head;
  /** The last archived month; undefined without archives. */
  archived: Month | undefined;
  /** The end of the log when it was read; undefined for an empty log. */
  head: Head | undefined;
}

export interface PastInventory extends LogAtDay {
  records: Records;
  /** The last entry about each record up to the day, by id. */
  last: Map<string, LastChange>;
  /** The ids of records whose creation is in the log. */
  known: Set<string>;
  /** The time of the first entry about a record, by id. */
  first: Map<string, string>;
}

export type ListedEntry = LoggedInventoryChange & LastChange;
export const LISTED = [...CHANGE, 'actor_type', 'actor_id', 'description'];

/** Entries after the day are archived, so that they cannot be undone. */
export class ArchivedDay extends CommandError {
  constructor(month: Month) {
    super(
      `The entries up to ${month} are archived. Ask for ${lastDayOf(month)} or a later day, ` +
        'or restore a backup from before the archiving.',
    );
  }
}

/** @throws ArchivedDay. */
export async function readLog(
  source: ReadSource,
  { all, organization }: Snapshot,
  day: string,
): Promise<LogAtDay> {
  const [head] = await all(compileSelectHead(source), { organization });
  const lastOfDay = source
    .knex('activity')
    .max({ sequence: 'sequence' })
    .where('organization_id', organization)
    .where('occurred_at', '<', endOf(day));
  const [ended] = await all(once<{ sequence: number | null }>(lastOfDay), {});
  const archive = (await all(compileSelectArchives(source), { organization })).at(-1);
  const begin = { sequence: archive?.last_sequence ?? 0, hash: archive?.hash ?? GENESIS_HASH };
  if (archive && day < lastDayOf(archive.month)) throw new ArchivedDay(archive.month);
  return { sequence: ended?.sequence ?? begin.sequence, begin, archived: archive?.month, head };
}

export const emptyPast = (log: LogAtDay): PastInventory => ({
  ...log,
  records: emptyRecords(),
  last: new Map(),
  known: new Set(),
  first: new Map(),
});

export function addEntry({ last, known, first }: PastInventory, entry: ListedEntry): void {
  const { resource_id: id, sequence, occurred_at, actor_type, actor_id, description } = entry;
  if (!last.has(id)) first.set(id, occurred_at);
  if (isCreation(entry)) known.add(id);
  last.set(id, { sequence, occurred_at, actor_type, actor_id, description });
}

export function undoIn({ records, first }: PastInventory, entry: LoggedInventoryChange): void {
  undo(records, entry);
  first.set(entry.resource_id, entry.occurred_at);
}

/** Returns the range of the entries after the day. */
export const afterDay = ({ sequence, head }: LogAtDay) => ({
  after: sequence,
  until: head?.sequence ?? sequence,
});

/** Reads all records of a day in one snapshot. @throws ArchivedDay. */
export const readPast = (
  source: ReadSource,
  organization: OrganizationId,
  day: string,
): Promise<PastInventory> =>
  source.snapshot({ organization }, async (all) => {
    const snapshot: Snapshot = { all, knex: source.knex, organization };
    const past = emptyPast(await readLog(source, snapshot, day));
    for (const name of COLLECTIONS) await addPresent(snapshot, past.records, name);
    for await (const part of entriesFrom(snapshot, { direction: 'desc', ...afterDay(past) }))
      await forEachInSlices(part, (entry) => undoIn(past, entry));
    // An update cannot create a record, and what `created` changes need not be read to know that it does.
    const changes = source.knex.raw("case operation when 'imported' then changes else '[]' end as changes");
    const columns = [...LISTED.filter((column) => column !== 'changes'), changes];
    const upToDay = { after: past.begin.sequence, until: past.sequence, columns };
    for await (const part of entriesFrom<ListedEntry>(snapshot, { direction: 'asc', ...upToDay }))
      await forEachInSlices(part, (entry) => addEntry(past, entry));
    return past;
  });
