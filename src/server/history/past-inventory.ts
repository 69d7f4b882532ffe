// Reads the inventory of an organization as it was at the end of a day: the present records, less the later entries of
// the log.
import { CommandError } from '../../base/command-error';
import { type Head, compileSelectHead } from '../audit/append';
import { compileSelectArchives } from '../audit/archives';
import { type ActivityRow, GENESIS_HASH } from '../audit/chain';
import { changesIn, creates, type FieldValues, type LoggedChange } from '../audit/compare-records';
import { once } from '../../database/statement';
import type { ReadSource } from '../../database/database';
import { type Month, toEnd, toLastDay } from '../../base/day';
import { forEachInSlices } from '../../base/scheduling/time-slices';
import { COLLECTIONS, IMPORT_COLLECTIONS } from '../import/collections';
import { presentRows, type Snapshot } from '../import/records';
import type { OrganizationId } from '../../base/organization';
import type { CollectionName } from '../records/collection';

/** The part of an entry that a list shows. */
export type LastChange = Pick<
  ActivityRow,
  'sequence' | 'occurred_at' | 'actor_type' | 'actor_id' | 'description'
>;

export interface PastInventory {
  /** The last entry of the day in the log, of any kind; `begin` before the first. */
  sequence: number;
  /** The last archived entry: the database has those after it. */
  begin: Head;
  /** The last archived month; undefined without archives. */
  archived: Month | undefined;
  /** The end of the log when it was read; undefined for an empty log. */
  head: Head | undefined;
  /** By id. Their fields are the columns of an import. */
  records: Record<CollectionName, Map<string, FieldValues>>;
  /** The last entry about each record up to the day, by id. */
  last: Map<string, LastChange>;
  /** The ids of records whose creation is in the log. */
  known: Set<string>;
  /** The time of the first entry about a record, by id. */
  first: Map<string, string>;
}

export type LoggedInventoryChange = LoggedChange & Pick<ActivityRow, 'resource_type' | 'occurred_at'>;
const CHANGE = ['sequence', 'occurred_at', 'operation', 'resource_type', 'resource_id', 'changes'];

export type ListedEntry = LoggedInventoryChange & LastChange;
export const LISTED = [...CHANGE, 'actor_type', 'actor_id', 'description'];

/** Entries after the day are archived, so that they cannot be undone. */
export class ArchivedDay extends CommandError {
  constructor(month: Month) {
    super(
      `The entries up to ${month} are archived. Ask for ${toLastDay(month)} or a later day, ` +
        'or restore a backup from before the archiving.',
    );
  }
}

/** Returns an inventory without records. @throws ArchivedDay. */
export async function emptyPast({ all, knex, organization }: Snapshot, day: string): Promise<PastInventory> {
  const [head] = await all(compileSelectHead({ knex }), { organization });
  const lastOfDay = knex('activity')
    .max({ sequence: 'sequence' })
    .where('organization_id', organization)
    .where('occurred_at', '<', toEnd(day));
  const [ended] = await all(once<{ sequence: number | null }>(lastOfDay), {});
  const archive = (await all(compileSelectArchives({ knex }), { organization })).at(-1);
  if (archive && day < toLastDay(archive.month)) throw new ArchivedDay(archive.month);
  const begin = { sequence: archive?.last_sequence ?? 0, hash: archive?.hash ?? GENESIS_HASH };
  const records = Object.fromEntries(COLLECTIONS.map((name) => [name, new Map()]));
  return {
    sequence: ended?.sequence ?? begin.sequence,
    begin,
    archived: archive?.month,
    head,
    records: records as unknown as PastInventory['records'],
    last: new Map(),
    known: new Set(),
    first: new Map(),
  };
}

/** Adds the present records of a collection in the order of their ids. */
export async function addPresent(
  snapshot: Snapshot,
  { records }: PastInventory,
  name: CollectionName,
  columns = IMPORT_COLLECTIONS[name].columns,
): Promise<void> {
  for await (const page of presentRows<FieldValues & { id: string }>(snapshot, name, columns))
    for (const { id, ...fields } of page) records[name].set(id, fields);
}

export function addEntry({ last, known, first }: PastInventory, entry: ListedEntry): void {
  const { resource_id: id, sequence, occurred_at, actor_type, actor_id, description } = entry;
  if (!last.has(id)) first.set(id, occurred_at);
  if (creates(entry, changesIn(entry.changes))) known.add(id);
  last.set(id, { sequence, occurred_at, actor_type, actor_id, description });
}

const NAMES = new Map<string, CollectionName>(
  COLLECTIONS.map((name) => [IMPORT_COLLECTIONS[name].resourceType, name]),
);

/** Undoes an entry about a facility, control center, system or asset. */
export function undo({ records, first }: PastInventory, entry: LoggedInventoryChange): void {
  const { resource_id: id, resource_type, occurred_at } = entry;
  first.set(id, occurred_at);
  const name = NAMES.get(resource_type)!;
  const { columns } = IMPORT_COLLECTIONS[name];
  const changes = changesIn(entry.changes);
  if (creates(entry, changes)) return void records[name].delete(id);
  const before = Object.fromEntries(
    changes.filter(({ field }) => columns.includes(field)).map((change) => [change.field, change.before]),
  );
  const none = Object.fromEntries(columns.map((column) => [column, null]));
  const present = entry.operation === 'deleted' ? none : records[name].get(id);
  if (present) records[name].set(id, { ...present, ...before });
}

/** Returns the range of the entries after the day. */
export const afterDay = ({ sequence, head }: PastInventory) => ({
  after: sequence,
  until: head?.sequence ?? sequence,
});

/**
 * Sequences of one query. With a limit of rows, a generic plan sorts all entries of the range for each page. PostgreSQL
 * plans each query anew for all months of the log, which takes as long as to read thousands of entries.
 */
const WINDOW = 10_000;

interface EntryRange {
  direction: 'asc' | 'desc';
  /** The entries after this sequence, */
  after: number;
  /** up to this one. */
  until: number;
  columns?: readonly (string | ReturnType<ReadSource['knex']['raw']>)[];
  types?: readonly string[];
  /** Entries with these operations only. */
  operations?: readonly string[];
}

/** Yields the entries about the inventory in a range, in parts. */
export async function* entriesFrom<Entry extends LoggedInventoryChange>(
  { all, knex, organization }: Snapshot,
  { direction, after, until, columns = CHANGE, types = [...NAMES.keys()], operations }: EntryRange,
): AsyncGenerator<Entry[]> {
  for (let done = 0; done < until - after; done += WINDOW) {
    const low = direction === 'asc' ? after + done : Math.max(after, until - done - WINDOW);
    const query = knex('activity')
      .select([...columns])
      .where('organization_id', organization)
      .where('sequence', '>', low)
      .where('sequence', '<=', direction === 'asc' ? Math.min(until, low + WINDOW) : until - done)
      .whereIn('resource_type', types)
      .orderBy('sequence', direction);
    if (operations) query.whereIn('operation', operations);
    yield await all(once<Entry>(query), {});
  }
}

/** Adds the records of collections as they were at the end of the day. */
export async function addRecords(snapshot: Snapshot, past: PastInventory, names: readonly CollectionName[]) {
  for (const name of names) await addPresent(snapshot, past, name);
  const types = names.map((name) => IMPORT_COLLECTIONS[name].resourceType);
  for await (const part of entriesFrom(snapshot, { direction: 'desc', types, ...afterDay(past) }))
    await forEachInSlices(part, (entry) => undo(past, entry));
}

/** Reads all records of a day in one snapshot. @throws ArchivedDay. */
export const readPast = (
  source: ReadSource,
  organization: OrganizationId,
  day: string,
): Promise<PastInventory> =>
  source.snapshot({ organization }, async (all) => {
    const { knex } = source;
    const snapshot: Snapshot = { all, knex, organization };
    const past = await emptyPast(snapshot, day);
    await addRecords(snapshot, past, COLLECTIONS);
    // An update cannot create a record, and what `created` changes need not be read to know that it does.
    const changes = knex.raw("case operation when 'imported' then changes else '[]' end as changes");
    const columns = [...LISTED.filter((column) => column !== 'changes'), changes];
    const upToDay = { after: past.begin.sequence, until: past.sequence, columns };
    for await (const part of entriesFrom<ListedEntry>(snapshot, { direction: 'asc', ...upToDay }))
      await forEachInSlices(part, (entry) => addEntry(past, entry));
    return past;
  });
