// Rebuilds a record from its log entries, and compares it with its row in the database. Pure.
import { parseJson } from '../../base/values';
import type { ReadSource } from '../../database/database';
import type { Query } from '../../database/statement';
import type { ActivityRow } from './chain';
import type { Activity } from './entry';

/** Values of a record or row by field; null for an empty field. */
export type FieldValues = Record<string, string | null>;

/** A kind of records that the log describes. `app` hands the kinds to the log. */
export interface RecordKind {
  resourceType: Activity['resourceType'];
  /** The tables that `rows` reads. An older backup may lack them. */
  tables: readonly string[];
  /** The fields that both the log and the database have. */
  fields: readonly string[];
  /** The column that holds the record's id. */
  id: string;
  /** Selects `id` and the fields of an organization's rows. */
  rows: (knex: ReadSource['knex'], organization: string) => Query;
  /** What differs on a schema without a column, which the previous version has. */
  earlier?: Pick<RecordKind, 'rows'> & { without: { table: string; column: string } };
  /** Returns the fields as the log writes them. */
  ofRow?: (row: FieldValues) => FieldValues;
  /** Adds derived fields. */
  derive?: (logged: FieldValues) => FieldValues;
  /** Returns the fields that an operation sets without listing them as changes. */
  implied?: (operation: string) => FieldValues;
  /** Whether a `reverted` entry of the organization removes all records of the kind: a reset of a sandbox does. */
  isReset?: true;
  /** Whether the planned operations of a sandbox keep records of this kind in a table of their own. */
  isElsewhereInSandbox?: true;
  /** The name of this kind in the record table, which has those that operations of the API made. */
  collection?: string;
}

/** The part of an entry that describes a record. */
export type LoggedChange = Pick<ActivityRow, 'resource_id' | 'sequence' | 'operation' | 'changes'>;

/** A record after an entry. */
export interface Logged {
  id: string;
  /** The last entry about the record. */
  sequence: number;
  /** Undefined before its creation, and after its deletion. */
  fields: FieldValues | undefined;
  isDeleted: boolean;
  /** Whether earlier entries are in archives that were not read: `fields` has only what later ones set. */
  isPartial?: boolean;
}

/** The records as the archived entries leave them, from which verification replays the later entries. By type and id. */
export type ArchivedRecords = ReadonlyMap<string, Map<string, Logged>>;

/** Compares ids by their UTF-8 bytes, as both databases order them. */
export const compareIds = (one: string, other: string): number =>
  one === other ? 0 : Buffer.compare(Buffer.from(one), Buffer.from(other));

export interface RecordChange {
  field: string;
  before: string | null;
  after: string | null;
}

const CREATING = new Set(['created', 'imported']);

/** An entry that the server did not write may hold anything. */
export function changesIn(text: string): RecordChange[] {
  const changes = parseJson(text);
  return Array.isArray(changes) ? (changes as RecordChange[]) : [];
}

/** Returns whether an entry creates a record. Imports also change existing records. */
export const creates = ({ operation }: LoggedChange, changes: RecordChange[]): boolean =>
  CREATING.has(operation) && changes.every(({ before }) => before === null);

/** Returns whether an entry surely creates a record whose earlier entries are unknown: a name was never null. */
const surelyCreates = (entry: LoggedChange, changes: RecordChange[]): boolean =>
  entry.operation === 'created' ||
  (creates(entry, changes) && changes.some(({ field }) => field === 'name' || field === 'email'));

/**
 * Applies an entry to a record and returns the result. `before`: the record after the previous entry, if any.
 */
export function applyEntry(before: Logged | undefined, entry: LoggedChange, { implied }: RecordKind): Logged {
  const { resource_id: id, sequence, operation } = entry;
  if (operation === 'deleted') return { id, sequence, fields: undefined, isDeleted: true };
  const changes = changesIn(entry.changes);
  const known = before?.fields ?? (creates(entry, changes) ? {} : undefined);
  if (!known) return { id, sequence, fields: undefined, isDeleted: before?.isDeleted ?? false };
  const fields = { ...known };
  for (const { field, after } of changes) if (field !== '__proto__') fields[field] = after;
  if (implied) Object.assign(fields, implied(operation));
  const isPartial = before?.isPartial && !surelyCreates(entry, changes);
  return { id, sequence, fields, isDeleted: false, ...(isPartial && { isPartial }) };
}

/** A record in the database that differs from the log, so another program changed it. */
export interface RecordFault {
  kind: 'changed' | 'added' | 'removed';
  resourceType: string;
  /** The record's id. */
  id: string;
  /** The field that differs, if `kind` is `changed`. */
  field?: string;
  message: string;
}

export type RecordRow = FieldValues & { id: string };

const MAX_SHOWN = 200;

/** Quotes a value and escapes its control characters, which a terminal could execute. */
const quoted = (value: unknown): string =>
  JSON.stringify(typeof value === 'string' ? value.slice(0, MAX_SHOWN) : value).replace(
    /[\p{C}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );

const getName = (resourceType: string, id: unknown): string =>
  `${resourceType} ${typeof id === 'string' && /^[\w-]+$/.test(id) ? id : quoted(id)}`;

export function addedFault({ resourceType }: RecordKind, id: string, logged?: Logged): RecordFault {
  const problem = logged?.isDeleted ? `entry ${logged.sequence} deleted it` : 'no entry created it';
  const message = `${getName(resourceType, id)} is in the database, but in the log ${problem}.`;
  return { kind: 'added', resourceType, id, message };
}

export function removedFault({ resourceType }: RecordKind, { id, sequence }: Logged): RecordFault {
  const message = `${getName(resourceType, id)} is missing from the database. Its last entry is ${sequence}.`;
  return { kind: 'removed', resourceType, id, message };
}

/** Returns a fault for each field of a row whose value in the log is different. */
export function changedFaults(
  kind: RecordKind,
  row: RecordRow,
  fields: FieldValues,
  { sequence, isPartial }: Logged,
): RecordFault[] {
  const { resourceType, ofRow = (same: FieldValues) => same, derive = (same: FieldValues) => same } = kind;
  const [stored, logged] = [ofRow(row), derive(fields)];
  const known = isPartial ? kind.fields.filter((field) => field in logged) : kind.fields;
  return known.flatMap((field): RecordFault[] => {
    const [is, was] = [stored[field] ?? null, logged[field] ?? null];
    if (is === was) return [];
    const values = `${quoted(is)} in the database, but ${quoted(was)} in the log (up to entry ${sequence})`;
    const message = `The ${field} of ${getName(resourceType, row.id)} is ${values}.`;
    return [{ kind: 'changed', resourceType, id: row.id, field, message }];
  });
}
