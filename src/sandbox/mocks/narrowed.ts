// The rows of a list that a query asks for: those that its filters leave, a page at a time.
import type { Operation } from '../../contract/document';
import type { ContractRequest } from '../../contract/request';
import { ApiError } from '../../errors';
import { type Fields, isObject, kindOf } from './records';

type Query = ContractRequest['query'];

/** A cursor of ours says where to go on, and with which query: whoever sends it alone gets the next page of the same list. */
const cursorOf = (query: Query, offset: number): string => Buffer.from(JSON.stringify({ ...query, cursor: undefined, offset })).toString('base64url');

/** What a cursor of ours says; undefined of any other. */
function readCursor(cursor: unknown): (Fields & { offset: number }) | undefined {
  try {
    const said: unknown = JSON.parse(Buffer.from(String(cursor), 'base64url').toString());
    return isObject(said) && Number.isSafeInteger(said['offset']) && Number(said['offset']) >= 0 ? (said as Fields & { offset: number }) : undefined;
  } catch {
    return undefined; // that of an example in another document
  }
}

const isShown = ({ responses }: Operation, cursor: unknown): boolean =>
  Object.values(responses['200']?.content?.['application/json']?.examples ?? {}).some(({ value }) => isObject(value) && value['nextCursor'] === cursor);

/** The request with what its cursor says of the query. @throws ApiError for a cursor that the operation did not give, where it refuses anything. */
export function resumed(request: ContractRequest, operation: Operation): ContractRequest {
  const { cursor } = request.query;
  if (cursor === undefined) return request;
  const said = readCursor(cursor);
  if (said) return { ...request, query: { ...said, ...request.query } };
  if (isShown(operation, cursor) || !operation.responses['400']) return request;
  const message = 'is not the nextCursor of an answer of this operation';
  throw new ApiError('validation_error', `The cursor ${message}. Leave it out to begin anew.`, { details: [{ field: 'cursor', message }] });
}

const mentions = (value: unknown, id: unknown): boolean =>
  value === id || (typeof value === 'object' && value !== null && Object.values(value).some((member) => mentions(member, id)));

/** `dueFrom` and `dueTo` are about the field `dueDate`, `completedFrom` about `completedAt`, and a mere `from` about the first moment that a row tells. */
function dayOf(row: Fields, subject: string): string | undefined {
  const field = Object.keys(row).find((name) => /(Date|At|_date|_at)$/.test(name) && name.startsWith(subject));
  return field !== undefined && typeof row[field] === 'string' ? row[field].slice(0, 10) : undefined;
}

type Filter = (row: Fields) => boolean;

/** By the field of that name, or the days from or up to one, or the id of something that a row refers to. All rows pass what is about none of these. */
function filterOf(rows: Fields[], name: string, value: unknown): Filter {
  if (rows.some((row) => name in row)) {
    const asked = [value].flat().map(String); // of a list any
    return (row) => [row[name]].flat().map(String).some((one) => asked.includes(one));
  }
  const [, subject, bound] = /^(.*?)(from|to)$/i.exec(name) ?? [];
  if (subject !== undefined && rows.some((row) => dayOf(row, subject))) {
    return (row) => {
      const day = dayOf(row, subject);
      return day !== undefined && (bound!.toLowerCase() === 'from' ? day >= String(value) : day <= String(value));
    };
  }
  // `moduleId` is the `trainingModuleId` of a row, `facilityId` is among its `facilities`.
  return kindOf(value) === undefined ? () => true : (row) => mentions(row, value);
}

const NOT_FILTERS = ['limit', 'cursor', 'format'];

const filtersOf = ({ parameters }: Operation, { query }: ContractRequest): [name: string, value: unknown][] =>
  parameters.filter(({ in: where, name }) => where === 'query' && name in query && !NOT_FILTERS.includes(name)).map(({ name }) => [name, query[name]]);

export function filtered(rows: unknown[], operation: Operation, request: ContractRequest): unknown[] {
  if (!rows.every(isObject)) return rows;
  return filtersOf(operation, request).reduce((left, [name, value]) => left.filter(filterOf(rows, name, value)), rows);
}

/** The header of a CSV file, and the rows that have each value of the filters in a cell. */
export function filteredCsv(text: string, operation: Operation, request: ContractRequest): string {
  const values = filtersOf(operation, request).map(([, value]) => [value].flat().map(String));
  return text.split('\n').filter((line, index) => index === 0 || line === '' || values.every((asked) => line.split(',').some((one) => asked.includes(one)))).join('\n');
}

/** As many rows as the query's limit allows, from where its cursor says; and the cursor that goes on, while there are more. */
export function page(rows: unknown[], { query }: ContractRequest): { data: unknown[]; nextCursor?: string } {
  const offset = readCursor(query['cursor'])?.offset ?? 0;
  const end = offset + (typeof query['limit'] === 'number' ? query['limit'] : rows.length);
  return { data: rows.slice(offset, end), ...(end < rows.length ? { nextCursor: cursorOf(query, end) } : {}) };
}
