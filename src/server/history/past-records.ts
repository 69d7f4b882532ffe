// The records of an inventory at an earlier moment: the present ones, less the later entries of the log.
import { changesIn, creates, type FieldValues, type LoggedChange } from '../audit/compare-records';
import { once } from '../../database/statement';
import type { ReadSource, Transaction } from '../../database/database';
import { COLLECTIONS, IMPORT_COLLECTIONS } from '../import/collections';
import type { OrganizationId } from '../../base/organization';
import type { CollectionName } from '../records/collection';

/** A snapshot of an organization's rows. */
export interface Snapshot {
  all: Transaction['all'];
  knex: ReadSource['knex'];
  organization: OrganizationId;
}

/** Records by id. Their fields are the columns of an import. */
export type Records = Record<CollectionName, Map<string, FieldValues>>;

export const emptyRecords = (): Records =>
  Object.fromEntries(COLLECTIONS.map((name) => [name, new Map()])) as unknown as Records;

/** Records of one query. */
const PAGE = 2000;

/** Adds the present records of a collection in the order of their ids. */
export async function addPresent(
  { all, knex, organization }: Snapshot,
  records: Records,
  name: CollectionName,
  columns = IMPORT_COLLECTIONS[name].columns,
): Promise<void> {
  let after = '';
  for (let count = PAGE; count === PAGE;) {
    const query = knex(name)
      .where('organization_id', organization)
      .where('id', '>', after)
      .select('id', ...columns)
      .orderBy('id')
      .limit(PAGE);
    const page = await all(once<FieldValues & { id: string }>(query), {});
    for (const { id, ...fields } of page) records[name].set(id, fields);
    count = page.length;
    after = page.at(-1)?.id ?? after;
  }
}

export interface LoggedInventoryChange extends LoggedChange {
  resource_type: string;
  occurred_at: string;
}

const NAMES = new Map<string, CollectionName>(
  COLLECTIONS.map((name) => [IMPORT_COLLECTIONS[name].resourceType, name]),
);
const INVENTORY_TYPES: readonly string[] = [...NAMES.keys()];
const collectionOf = (resourceType: string): CollectionName => NAMES.get(resourceType)!;

/** Returns whether the entry tells that the record began. */
export const isCreation = (entry: LoggedChange): boolean => creates(entry, changesIn(entry.changes));

/** Undoes an entry about a facility, control center, system or asset. */
export function undo(records: Records, entry: LoggedInventoryChange): void {
  const name = collectionOf(entry.resource_type);
  const { columns } = IMPORT_COLLECTIONS[name];
  const rows = records[name];
  const changes = changesIn(entry.changes);
  if (creates(entry, changes)) {
    rows.delete(entry.resource_id);
    return;
  }
  const before = Object.fromEntries(
    changes.filter(({ field }) => columns.includes(field)).map((change) => [change.field, change.before]),
  );
  const none = Object.fromEntries(columns.map((column) => [column, null]));
  const present = entry.operation === 'deleted' ? none : rows.get(entry.resource_id);
  if (present) rows.set(entry.resource_id, { ...present, ...before });
}

/**
 * Sequences of one query. With a limit of rows, a generic plan sorts all entries of the range for each page. PostgreSQL
 * plans each query anew for all months of the log, which takes as long as to read thousands of entries.
 */
const WINDOW = 10_000;
export const CHANGE = ['sequence', 'occurred_at', 'operation', 'resource_type', 'resource_id', 'changes'];

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
  { direction, after, until, columns = CHANGE, types = INVENTORY_TYPES, operations }: EntryRange,
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
