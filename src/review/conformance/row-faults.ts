// Finds faults of lists without further requests: in their rows, between lists, and against single records.
import { isDeepStrictEqual } from 'node:util';
import type { Collection, Row } from './collections';
import type { Outgoing, Reply } from '../probe/send';

export interface Listed extends Collection {
  outgoing: Outgoing;
  reply: Reply;
  rows: Row[];
  /** The records that were read singly, by id; null for one that the server does not return. */
  records: Map<string, Row | null>;
}

export interface RowFault {
  message: string;
  /** The first record with this fault. */
  id: string;
}

/** The field that an asset inherits from its cyber system. */
export const RATING = 'impact_rating';

/** Returns the names of the fields in which two records differ; by default of all fields. */
export const differingFields = (
  one: object,
  other: object,
  names = [...new Set([...Object.keys(one), ...Object.keys(other)])],
): string[] => names.filter((name) => !isDeepStrictEqual(one[name as never], other[name as never]));

/** Returns the first row that does not come after the row before it. */
function firstMisplaced(rows: Row[], keyOf: (row: Row) => unknown): Row | undefined {
  return rows.find((row, index) => index > 0 && String(keyOf(row)) < String(keyOf(rows[index - 1]!)));
}

/** Returns the faults of the rows alone: repetition, and an order that is neither of ids nor of times. */
export const faultsWithin = (rows: Row[]): RowFault[] => [...repetitions(rows), ...misplacements(rows)];

export function repetitions(rows: Row[]): RowFault[] {
  const seen = new Set<string>();
  const repeated = rows.find(({ id }) => seen.size === seen.add(id).size);
  return repeated ? [{ message: 'the list has a record twice', id: repeated.id }] : [];
}

/** The ids of imported records can contradict the times of creation, so that either order is right. */
function misplacements(rows: Row[]): RowFault[] {
  const misplaced = firstMisplaced(rows, ({ id }) => id);
  const inOrderOfTimes = rows.every(hasTime) && !firstMisplaced(rows, timeOf);
  return misplaced && !inOrderOfTimes
    ? [{ message: 'the rows are not in order of creation', id: misplaced.id }]
    : [];
}

const timeOf = (row: Row): unknown => row['created_at'] ?? row['createdAt'];
/** Returns whether a row states when it was created. */
export const hasTime = (row: Row): boolean => timeOf(row) !== undefined;

/** Returns the faults of a list, each once with its first record. */
export function faultsOf(listed: Listed, lists: Listed[]): RowFault[] {
  const all = [
    ...faultsWithin(listed.rows),
    ...organizationFaults(listed.rows),
    ...recordFaults(listed),
    ...referenceFaults(listed, lists),
  ];
  return [...new Map(all.reverse().map((fault) => [fault.message, fault])).values()];
}

function organizationFaults(rows: Row[]): RowFault[] {
  const slugs = rows.filter((row) => 'organization_slug' in row);
  const other = slugs.find((row) => row['organization_slug'] !== slugs[0]!['organization_slug']);
  return other ? [{ message: 'the rows belong to several organizations', id: other.id }] : [];
}

export function recordFaults({ rows, records }: Pick<Listed, 'rows' | 'records'>): RowFault[] {
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return [...records].flatMap(([id, record]): RowFault[] => {
    const row = rowOf.get(id);
    if (!row) return record ? [{ message: 'the list lacks a record that the server returns', id }] : [];
    if (!record) return [{ message: 'the list has a record that the server does not return', id }];
    const fields = differingFields(row, record);
    return fields.length > 0
      ? [{ message: `a row differs from its record in ${fields.join(', ')}`, id }]
      : [];
  });
}

function referenceFaults({ rows, references }: Listed, lists: Listed[]): RowFault[] {
  return references.flatMap(([field, type]) => {
    const target = lists.find((other) => other.type === type);
    if (!target) return [];
    const rowOf = new Map(target.rows.map((row) => [row.id, row]));
    return rows.flatMap((row): RowFault[] => {
      const id = row[field];
      if (typeof id !== 'string') return [];
      const referred = rowOf.get(id) ?? target.records.get(id);
      if (referred === null)
        return [
          { message: `a row refers in ${field} to a record that the server does not return`, id: row.id },
        ];
      return referred && RATING in row && RATING in referred && row[RATING] !== referred[RATING]
        ? [{ message: `the ${RATING} of a row is not that of its ${type}`, id: row.id }]
        : [];
    });
  });
}
