// Finds faults of lists without further requests: in their rows, between lists, and against single records.
import { isDeepStrictEqual } from 'node:util';
import type { Collection, Row } from './collections';
import type { Answered, Reply } from '../probe/send';
import type { JsonObject } from '../../base/values';
import { asObject } from '../model/json';
import { quoted } from '../../base/report/report';

export interface Listed extends Collection {
  /** The query of the whole list. */
  query: Record<string, unknown>;
  rows: Row[];
  /** The last response. Undefined when the server did not return the list. */
  reply?: Answered;
  /** The records that were read singly, by id; null for one that the server does not return. */
  records: Map<string, Row | null>;
}

export interface RowFault {
  message: string;
  /** The record, its index in the list, and the values of the fields. */
  detail: string;
  id: string;
  /** Whether the record, which another operation returns, can have the fault instead of the row. */
  isOfRecord?: boolean;
}

/** The field that an asset inherits from its cyber system. */
export const RATING = 'impact_rating';

/** Returns the names of the fields in which two records differ; by default of all fields. */
export const differingFields = (
  one: JsonObject,
  other: JsonObject,
  names = Object.keys({ ...one, ...other }),
): string[] => names.filter((name) => !isDeepStrictEqual(one[name], other[name]));

/** Returns for example `name is "A" in the list, "B" in the record`. */
export const differencesText = (
  fields: string[],
  [one, where]: readonly [JsonObject, string],
  [other, elsewhere]: readonly [JsonObject, string],
): string =>
  fields
    .map((name) => `${name} is ${quoted(one[name])} ${where}, ${quoted(other[name])} ${elsewhere}`)
    .join('; ');

const rowFault = (message: string, rows: Row[], id: string, values = ''): RowFault => {
  const index = rows.findIndex((row) => row.id === id);
  const row = index < 0 ? `record ${quoted(id)}` : `row ${index} (id ${quoted(id)})`;
  return { message, id, detail: values === '' ? row : `${row}: ${values}` };
};

/** Returns the index of the first row that does not come after the row before it, or -1. */
const firstMisplaced = (rows: Row[], keyOf: (row: Row) => unknown): number =>
  rows.findIndex((row, index) => index > 0 && String(keyOf(row)) < String(keyOf(rows[index - 1]!)));

/** Returns the faults of the rows alone: repetition, and an order that is neither of ids nor of times. */
export const faultsWithin = (rows: Row[]): RowFault[] => [...repetitions(rows), ...misplacements(rows)];

export function repetitions(rows: Row[]): RowFault[] {
  const indexOf = new Map<string, number>();
  return rows.flatMap(({ id }, index) => {
    const first = indexOf.get(id);
    indexOf.set(id, first ?? index);
    const detail = `rows ${first} and ${index} (id ${quoted(id)})`;
    return first === undefined ? [] : [{ message: 'the list has a record twice', id, detail }];
  });
}

/** The ids of imported records can contradict the times of creation, so that either order is right. */
function misplacements(rows: Row[]): RowFault[] {
  const misplaced = rows[firstMisplaced(rows, ({ id }) => id)];
  const inOrderOfTimes = rows.every(hasTime) && firstMisplaced(rows, getTime) < 0;
  return misplaced && !inOrderOfTimes
    ? [rowFault('the rows are not in order of creation', rows, misplaced.id)]
    : [];
}

const getTime = (row: Row): unknown => row['created_at'] ?? row['createdAt'];
export const hasTime = (row: Row): boolean => getTime(row) !== undefined;

/** Returns the faults of a list. */
export function findFaults(listed: Listed, lists: Listed[]): RowFault[] {
  const { list, rows, reply, isPaged } = listed;
  // The order of a planned list without times is provisional, and pages have an order of their own.
  const isOrdered = (list.availability === 'available' && !isPaged) || rows.every(hasTime);
  return [
    ...(isOrdered ? faultsWithin(rows) : repetitions(rows)),
    ...totalFaults(rows, reply),
    ...organizationFaults(rows),
    ...recordFaults(listed),
    ...referenceFaults(listed, lists),
  ];
}

/** A page states how many rows all pages have. */
function totalFaults(rows: Row[], reply: Reply | undefined): RowFault[] {
  const { total } = asObject(reply?.body);
  if (typeof total !== 'number' || total === rows.length) return [];
  const detail = `total is ${total}, the list has ${rows.length} rows`;
  return [{ message: '`total` is not the number of rows', id: '', detail }];
}

function organizationFaults(rows: Row[]): RowFault[] {
  const field = 'organization_slug';
  const [first, ...others] = rows.filter((row) => field in row);
  const other = others.find((row) => row[field] !== first![field]);
  if (!other) return [];
  const values = `${field} is ${quoted(other[field])}`;
  return [rowFault('the rows belong to several organizations', rows, other.id, values)];
}

type Compared = Pick<Listed, 'rows' | 'records'> & { fields?: string[] };

export function recordFaults({ rows, records, fields }: Compared): RowFault[] {
  const rowsById = new Map(rows.map((row) => [row.id, row]));
  return [...records].flatMap(([id, record]): RowFault[] => {
    const row = rowsById.get(id);
    if (!row) return record ? [rowFault('the list lacks a record that the server returns', rows, id)] : [];
    if (!record) return [rowFault('the list has a record that the server does not return', rows, id)];
    const differing = differingFields(row, record, fields);
    if (differing.length === 0) return [];
    const message = `a row differs from its record in ${differing.join(', ')}`;
    const values = differencesText(differing, [row, 'in the list'], [record, 'in the record']);
    return [{ ...rowFault(message, rows, id, values), isOfRecord: true }];
  });
}

function referenceFaults({ list, rows, references }: Listed, lists: Listed[]): RowFault[] {
  return references.flatMap(([field, type]) => {
    const target = lists.find((other) => other.type === type);
    if (!target) return [];
    const rowsById = new Map(target.rows.map((row) => [row.id, row]));
    return rows.flatMap((row): RowFault[] => {
      const id = row[field];
      if (typeof id !== 'string') return [];
      const referred = rowsById.get(id) ?? target.records.get(id);
      // A planned record keeps the id of a deleted record.
      if (referred === null && list.availability === 'available') {
        const message = `a row refers in ${field} to a record that the server does not return`;
        return [rowFault(message, rows, row.id, `${field} is ${quoted(id)}`)];
      }
      if (!referred || !(RATING in row && RATING in referred) || row[RATING] === referred[RATING]) return [];
      const values = differencesText([RATING], [row, 'in the row'], [referred, `in the ${type}`]);
      return [rowFault(`the ${RATING} of a row is not that of its ${type}`, rows, row.id, values)];
    });
  });
}

/** Returns where two lists differ first. `elsewhere` names the place of the expected rows. */
export function firstDifference(rows: Row[], expected: Row[], elsewhere: string): string {
  const longer = rows.length > expected.length ? rows : expected;
  const index = longer.findIndex((_row, at) => !isDeepStrictEqual(rows[at], expected[at]));
  const [row, other] = [rows[index], expected[index]];
  if (!row || !other || row.id !== other.id)
    return `row ${index} has the id ${quoted(row?.id)}, in ${elsewhere} ${quoted(other?.id)}`;
  const differences = differencesText(differingFields(row, other), [row, 'here'], [other, `in ${elsewhere}`]);
  return `row ${index} (id ${quoted(row.id)}): ${differences}`;
}
