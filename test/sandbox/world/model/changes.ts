// The changes of a record as the activity log shows them.
import { OF_RECORD } from '../../world-state';
import type { Row } from './world';

export interface Change {
  field: string;
  before: unknown;
  after: unknown;
}
const UNLOGGED = [...OF_RECORD, 'versions'];
/** Returns a value as the log shows it: null for no value, and the names of the elements of a list. */
const loggedValue = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(({ name, title, fileName }) => name ?? title ?? fileName)
    : (value ?? null);

/** Returns the changes that the log shows: each field whose value differs. */
export function changesOf(before: Partial<Row> | undefined, after: Partial<Row> | undefined): Change[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => !UNLOGGED.includes(field))
    .map((field) => ({
      field,
      before: loggedValue(before?.[field]),
      after: loggedValue(after?.[field]),
    }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
}
