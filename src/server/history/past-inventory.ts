// Reads the inventory of an organization as it was at the end of a day: the present records, less the later entries.
import { type Head, compileSelectHead } from '../audit/append';
import { compileSelectArchives } from '../audit/archives';
import { GENESIS_HASH } from '../audit/chain';
import { changesIn, creates, type FieldValues, type LoggedChange } from '../audit/compare-records';
import { readRows } from '../audit/verify-records';
import { once } from '../../database/statement';
import type { ReadSource, Transaction } from '../../database/database';
import { type Month, endOf, lastDayOf } from '../../base/day';
import { createTimeSlices } from '../../base/scheduling/time-slices';
import { COLLECTIONS, IMPORT_COLLECTIONS, INVENTORY_KINDS } from '../import/collections';
import type { OrganizationId } from '../../base/organization';
import type { CollectionName } from '../records/collection';

/** The part of an entry that a list shows. */
export interface LastChange {
  sequence: number;
  occurred_at: string;
  actor_type: string;
  actor_id: string;
  description: string;
}

export interface PastInventory {
  records: Records;
  /** The last entry about each record up to the day, by id. */
  last: Map<string, LastChange>;
  /** The ids of records whose creation is in the log. */
  known: Set<string>;
  /** The time of the first entry about a record, by id. */
  first: Map<string, string>;
  /** The last entry of the day in the log, of any kind; `begin` before the first. */
  sequence: number;
  /** The last archived entry: the database has those after it. */
  begin: Head;
  /** The last archived month; undefined without archives. */
  archived: Month | undefined;
  /** The end of the log when it was read; undefined for an empty log. */
  head: Head | undefined;
}

type Entry = LoggedInventoryChange & LastChange;

/** Records of one query. */
const PAGE = 2000;
/** Sequences of one query. With a limit of rows, a generic plan sorts all entries of the range for each page. */
const WINDOW = 5000;

async function presentRecords(
  all: Transaction['all'],
  source: ReadSource,
  organization: OrganizationId,
): Promise<Records> {
  const records = emptyRecords();
  for (const kind of INVENTORY_KINDS) {
    const name = collectionOf(kind.resourceType);
    const { columns } = IMPORT_COLLECTIONS[name];
    let page = await readRows(all, source, kind, organization, undefined, PAGE);
    while (page.length > 0) {
      for (const { id, ...fields } of page)
        records[name].set(id, Object.fromEntries(columns.map((column) => [column, fields[column] ?? null])));
      page = await readRows(all, source, kind, organization, page.at(-1)!.id, PAGE);
    }
  }
  return records;
}

/** Entries after the day are archived, so that they cannot be undone. */
export class ArchivedDay extends Error {
  constructor(month: Month) {
    super(
      `The entries up to ${month} are archived. Ask for ${lastDayOf(month)} or a later day, ` +
        'or restore a backup from before the archiving.',
    );
  }
}

/** Maximum number of records of a page. */
export const MAX_CHOSEN = 200;

interface EntryRange {
  direction: 'asc' | 'desc';
  /** The entries after this sequence, */
  after: number;
  /** up to this one. */
  until: number;
  types?: readonly string[] | undefined;
  /** Entries with these operations only. */
  operations?: readonly string[] | undefined;
  /** Only entries about these records, at most MAX_CHOSEN. */
  ids?: readonly string[] | undefined;
}

/** The sites and systems: few records, which say where the assets are. */
const PLACES = INVENTORY_KINDS.map(({ resourceType }) => resourceType).filter(
  (type) => type !== 'cyber-asset',
);
/** The operations that decide which assets an inventory has, and in which systems. No other one moves an asset. */
const PLACING = ['created', 'imported', 'moved', 'deleted'];

const CHANGE = ['sequence', 'occurred_at', 'operation', 'resource_type', 'resource_id', 'changes'];
const DESCRIPTION = ['actor_type', 'actor_id', 'description'];

/** Yields the entries about the inventory in a range, ascending with their descriptions. */
async function* entriesFrom(
  all: Transaction['all'],
  { knex }: ReadSource,
  organization: OrganizationId,
  { direction, after, until, types = INVENTORY_TYPES, operations, ids }: EntryRange,
): AsyncGenerator<Entry> {
  // A list of one length is one statement. Its order is no column, so that a database begins with the ids.
  const padded = ids && Array.from({ length: MAX_CHOSEN }, (_, index) => ids[index] ?? ids[0]!);
  const step = ids ? until - after : WINDOW;
  for (let done = 0; done < until - after; done += step) {
    const low = direction === 'asc' ? after + done : Math.max(after, until - done - step);
    const query = knex('activity')
      .select(direction === 'asc' ? [...CHANGE, ...DESCRIPTION] : CHANGE)
      .where('organization_id', organization)
      .where('sequence', '>', low)
      .where('sequence', '<=', direction === 'asc' ? Math.min(until, low + step) : until - done)
      .whereIn('resource_type', types)
      .orderBy(ids ? knex.raw('sequence + 0') : 'sequence', direction);
    if (operations) query.whereIn('operation', operations);
    if (padded) query.whereIn('resource_id', padded);
    yield* await all(once<Entry>(query), {});
  }
}

/** Chooses the ids of the records of a page. */
type Choose = (past: PastInventory) => Promise<readonly string[]>;

/**
 * Reads everything in one snapshot. With `choose`, only the chosen assets have the names and types of the day, and only
 * the chosen records have their last entries. @throws ArchivedDay.
 */
export const readPast = (
  source: ReadSource,
  organization: OrganizationId,
  day: string,
  choose?: Choose,
): Promise<PastInventory> =>
  source.snapshot({ organization }, async (all) => {
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
    const end = ended?.sequence ?? begin.sequence;
    const records = await presentRecords(all, source, organization);
    const present = new Map(records.cyber_assets);
    const last = new Map<string, LastChange>();
    const known = new Set<string>();
    const first = new Map<string, string>();
    const nextSlice = createTimeSlices();
    const entries = (range: EntryRange) => entriesFrom(all, source, organization, range);
    const undoAll = async (range: Pick<EntryRange, 'types' | 'operations' | 'ids'>): Promise<void> => {
      if (!head) return;
      for await (const entry of entries({ direction: 'desc', after: end, until: head.sequence, ...range })) {
        undo(records, entry);
        first.set(entry.resource_id, entry.occurred_at);
        const turn = nextSlice();
        if (turn) await turn; // awaiting each entry would cost more than undoing it
      }
    };
    const past = { records, last, known, first, sequence: end, begin, archived: archive?.month, head };
    let ids: readonly string[] | undefined;
    if (choose) {
      await undoAll({ types: PLACES });
      await undoAll({ types: ['cyber-asset'], operations: PLACING });
      ids = await choose(past);
      if (ids.length === 0) return past;
      for (const id of ids) restore(records.cyber_assets, id, present.get(id));
      await undoAll({ types: ['cyber-asset'], ids });
    } else await undoAll({});
    for await (const entry of entries({ direction: 'asc', after: begin.sequence, until: end, ids })) {
      const { resource_id: id, sequence, occurred_at, actor_type, actor_id, description } = entry;
      if (!last.has(id)) first.set(id, occurred_at);
      if (isCreation(entry)) known.add(id);
      last.set(id, { sequence, occurred_at, actor_type, actor_id, description });
      const turn = nextSlice();
      if (turn) await turn; // awaiting each entry would cost more than undoing it
    }
    return past;
  });

/** Makes an asset what it is at present, before all later entries about it are undone. */
function restore(assets: Map<string, FieldValues>, id: string, present: FieldValues | undefined): void {
  if (present) assets.set(id, present);
  else assets.delete(id);
}

/** Records by id. Their fields are the columns of an import. */
export type Records = Record<CollectionName, Map<string, FieldValues>>;

interface LoggedInventoryChange extends LoggedChange {
  resource_type: string;
}

const NAMES = new Map<string, CollectionName>(
  COLLECTIONS.map((name) => [IMPORT_COLLECTIONS[name].resourceType, name]),
);

const INVENTORY_TYPES: readonly string[] = [...NAMES.keys()];

const emptyRecords = (): Records =>
  Object.fromEntries(COLLECTIONS.map((name) => [name, new Map()])) as unknown as Records;

const collectionOf = (resourceType: string): CollectionName => NAMES.get(resourceType)!;

/** Returns whether the entry tells that the record began. */
const isCreation = (entry: LoggedChange): boolean => creates(entry, changesIn(entry.changes));

/** Undoes an entry about a facility, control center, system or asset. */
function undo(records: Records, entry: LoggedInventoryChange): void {
  const name = collectionOf(entry.resource_type);
  const { columns } = IMPORT_COLLECTIONS[name];
  const rows = records[name];
  if (isCreation(entry)) {
    rows.delete(entry.resource_id);
    return;
  }
  const before = Object.fromEntries(
    changesIn(entry.changes)
      .filter(({ field }) => columns.includes(field))
      .map((change) => [change.field, change.before]),
  );
  const none = Object.fromEntries(columns.map((column) => [column, null]));
  const present = entry.operation === 'deleted' ? none : rows.get(entry.resource_id);
  if (present) rows.set(entry.resource_id, { ...present, ...before });
}
