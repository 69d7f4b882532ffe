// Applies log entries to records, in order. Pure.
import { type Fields, impliedBy } from './record-kinds';

/** The part of an entry that describes a record. */
export interface LoggedChange {
  resource_id: string;
  sequence: number;
  operation: string;
  /** JSON. */
  changes: string;
}

/** A record after an entry. */
export interface Logged {
  id: string;
  /** The last entry about the record. */
  sequence: number;
  /** Undefined before its creation, and after its deletion. */
  fields: Fields | undefined;
  isDeleted: boolean;
}

interface RecordChange {
  field: string;
  before: string | null;
  after: string | null;
}

const CREATING = new Set(['created', 'imported']);

/** An entry that the server did not write may hold anything. */
function changesIn(text: string): RecordChange[] {
  try {
    const changes: unknown = JSON.parse(text);
    return Array.isArray(changes) ? (changes as RecordChange[]) : [];
  } catch {
    return [];
  }
}

/** Tells a creation from an import that changes a record. */
const creates = ({ operation }: LoggedChange, changes: RecordChange[]): boolean =>
  CREATING.has(operation) && changes.every(({ before }) => before === null);

/**
 * Applies an entry to a record and returns the result. `before`: the record after the previous entry, if any.
 */
export function applyEntry(before: Logged | undefined, entry: LoggedChange, resourceType: string): Logged {
  const { resource_id: id, sequence, operation } = entry;
  if (operation === 'deleted') return { id, sequence, fields: undefined, isDeleted: true };
  const changes = changesIn(entry.changes);
  const known = before?.fields ?? (creates(entry, changes) ? {} : undefined);
  if (!known) return { id, sequence, fields: undefined, isDeleted: before?.isDeleted ?? false };
  const after = Object.fromEntries(changes.map((change) => [change.field, change.after]));
  return {
    id,
    sequence,
    fields: { ...known, ...after, ...impliedBy(resourceType, operation) },
    isDeleted: false,
  };
}
