// The rows of a list that a query asks for: those that its filters leave.
import type { Operation } from '../../contract/document';
import type { ContractRequest } from '../../contract/handler';
import { csvLine } from '../../csv';
import { csvRecords } from './csv-records';
import { type Fields, isObject, kindOf } from './records';

const mentions = (value: unknown, id: unknown): boolean =>
  value === id ||
  (typeof value === 'object' &&
    value !== null &&
    Object.values(value).some((member) => mentions(member, id)));

/** `dueFrom` and `dueTo` are about the field `dueDate`, `completedFrom` about `completedAt`, and a mere `from` about the first moment that a row tells. */
function dayOf(row: Fields, subject: string): string | undefined {
  const field = Object.keys(row).find(
    (name) => /(Date|At|_date|_at)$/.test(name) && name.startsWith(subject),
  );
  return field !== undefined && typeof row[field] === 'string' ? row[field].slice(0, 10) : undefined;
}

type Filter = (row: Fields) => boolean;

/** By the field of that name, or the days from or up to one, or the id of something that a row refers to. All rows pass what is about none of these. */
function filterOf(rows: Fields[], name: string, value: unknown): Filter {
  if (rows.some((row) => name in row)) {
    const asked = [value].flat().map(String); // of a list any
    return (row) =>
      [row[name]]
        .flat()
        .map(String)
        .some((one) => asked.includes(one));
  }
  const [, subject, bound] = /^(.*?)(from|to)$/i.exec(name) ?? [];
  if (subject !== undefined && rows.some((row) => dayOf(row, subject))) {
    return (row) => {
      const day = dayOf(row, subject);
      return (
        day !== undefined && (bound!.toLowerCase() === 'from' ? day >= String(value) : day <= String(value))
      );
    };
  }
  // `moduleId` is the `trainingModuleId` of a row, `facilityId` is among its `facilities`.
  return kindOf(value) === undefined ? () => true : (row) => mentions(row, value);
}

const NOT_FILTERS = ['limit', 'cursor', 'format'];

const filtersOf = ({ parameters }: Operation, { query }: ContractRequest): [name: string, value: unknown][] =>
  parameters
    .filter(({ in: where, name }) => where === 'query' && name in query && !NOT_FILTERS.includes(name))
    .map(({ name }) => [name, query[name]]);

export function filtered(rows: unknown[], operation: Operation, request: ContractRequest): unknown[] {
  if (!rows.every(isObject)) return rows;
  return filtersOf(operation, request).reduce(
    (left, [name, value]) => left.filter(filterOf(rows, name, value)),
    rows,
  );
}

/** Rows that are made up can be such as the filters leave. */
export function fulfilled(rows: unknown[], operation: Operation, request: ContractRequest): unknown[] {
  const filters = filtersOf(operation, request);
  const valuesOf = (row: Fields): Fields =>
    Object.fromEntries(
      filters
        .filter(([name]) => name in row && !Array.isArray(row[name]))
        .map(([name, value]) => [name, [value].flat()[0]]),
    );
  return rows.map((row) => (isObject(row) ? { ...row, ...valuesOf(row) } : row));
}

/** The header of a CSV file, and the rows that have each value of the filters in a cell. */
export function filteredCsv(text: string, operation: Operation, request: ContractRequest): string {
  const values = filtersOf(operation, request).map(([, value]) => [value].flat().map(String));
  if (values.length === 0) return text;
  const hasEach = (cells: string[]): boolean =>
    values.every((asked) => cells.some((one) => asked.includes(one)));
  return csvRecords(text)
    .filter((cells, index) => index === 0 || hasEach(cells))
    .map(csvLine)
    .join('');
}
