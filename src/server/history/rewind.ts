// Goes back in time from the present records: undoes entries of the log, the newest first. Pure.
import { changesIn, creates, type LoggedChange } from '../audit/compare-records';
import type { FieldValues } from '../audit/record-kinds';
import { IMPORT_COLLECTIONS } from '../import/collections';
import { COLLECTIONS } from '../import/content';
import type { CollectionName } from '../resources/collection';

/** Records by id. Their fields are the columns of an import. */
export type Records = Record<CollectionName, Map<string, FieldValues>>;

export interface LoggedInventoryChange extends LoggedChange {
  resource_type: string;
}

const NAMES = new Map<string, CollectionName>(
  COLLECTIONS.map((name) => [IMPORT_COLLECTIONS[name].resourceType, name]),
);

export const INVENTORY_TYPES: readonly string[] = [...NAMES.keys()];

export const emptyRecords = (): Records =>
  Object.fromEntries(COLLECTIONS.map((name) => [name, new Map()])) as unknown as Records;

export const collectionOf = (resourceType: string): CollectionName => NAMES.get(resourceType)!;

/** Returns whether the entry tells that the record began. */
export const isCreation = (entry: LoggedChange): boolean => creates(entry, changesIn(entry.changes));

/** Undoes an entry about a facility, control center, system or asset. */
export function undo(records: Records, entry: LoggedInventoryChange): void {
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
