// Compares the rows of the database with the records that the log describes. Pure.
import type { Fields, RecordKind } from './record-kinds';
import type { Logged } from './replay';

/** Describes a record that another program changed in the database. */
export interface RecordFault {
  kind: 'changed' | 'added' | 'removed';
  resourceType: string;
  /** The record's id. */
  id: string;
  /** The field that differs, of a record that was changed. */
  field?: string;
  message: string;
}

export type Row = Fields & { id: string };

const MAX_SHOWN = 200;

/** Quotes a value and escapes its control characters, which a terminal could execute. */
const quoted = (value: unknown): string =>
  JSON.stringify(typeof value === 'string' ? value.slice(0, MAX_SHOWN) : value).replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );

const nameOf = (resourceType: string, id: unknown): string =>
  `${resourceType} ${typeof id === 'string' && /^[\w-]+$/.test(id) ? id : quoted(id)}`;

export function addedFault({ resourceType }: RecordKind, { id }: Row, logged?: Logged): RecordFault {
  const why = logged?.isDeleted ? `entry ${logged.sequence} deleted it` : 'no entry created it';
  const message = `${nameOf(resourceType, id)} is in the database, but in the log ${why}.`;
  return { kind: 'added', resourceType, id, message };
}

export function removedFault({ resourceType }: RecordKind, { id, sequence }: Logged): RecordFault {
  const message = `${nameOf(resourceType, id)} is missing from the database. Entry ${sequence} is the last about it.`;
  return { kind: 'removed', resourceType, id, message };
}

/** Returns a fault for each field of a row whose value in the log is different. */
export function changedFaults(
  kind: RecordKind,
  row: Row,
  fields: Fields,
  { sequence }: Logged,
): RecordFault[] {
  const { resourceType, ofRow = (same: Fields) => same, derive = (same: Fields) => same } = kind;
  const [stored, logged] = [ofRow(row), derive(fields)];
  return kind.fields.flatMap((field): RecordFault[] => {
    const [is, was] = [stored[field] ?? null, logged[field] ?? null];
    if (is === was) return [];
    const values = `${quoted(is)} in the database, but ${quoted(was)} in the log (up to entry ${sequence})`;
    const message = `The ${field} of ${nameOf(resourceType, row.id)} is ${values}.`;
    return [{ kind: 'changed', resourceType, id: row.id, field, message }];
  });
}
