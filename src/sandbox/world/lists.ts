// The rows of a list that a request asks for: below the record of the path, filtered, and one page at a time.
import { isDeepStrictEqual } from 'node:util';
import type { Parameter, Schema } from '../../contract/document';
import type { Call } from './behavior';
import { type Fields, type Model, isObject, successSchema } from './model';
import { invalid } from './rejections';

type Filter = (row: Fields) => boolean;

const NOT_FILTERS = ['limit', 'cursor', 'format'];

/** `dueFrom` limits the field `dueDate`, `completedTo` limits `completedAt`, and a bare `from` any time. */
const RANGE = /^(.*?)(from|to)$/i;

const dayField = (subject: string, properties: Record<string, Schema>): string | undefined =>
  Object.keys(properties).find(
    (name) => name.startsWith(subject) && /(Date|At|_date|_at)$/.test(name) && name.length > subject.length,
  );

/** Returns undefined for a parameter that filters nothing. */
function filterOf(model: Model, row: Schema, parameter: Parameter, value: unknown): Filter | undefined {
  const { properties } = model.shapeOf(row);
  const { name } = parameter;
  const wanted = [value].flat().map(String);
  const [, subject, bound] = RANGE.exec(name) ?? [];
  const day = subject === undefined || properties[name] ? undefined : dayField(subject, properties);
  if (day !== undefined)
    return (record) => {
      const at = record[day] === null ? undefined : (record[day] as string | undefined)?.slice(0, 10);
      return at !== undefined && (bound!.toLowerCase() === 'from' ? at >= wanted[0]! : at <= wanted[0]!);
    };
  const suffix = name[0]!.toUpperCase() + name.slice(1); // `moduleId` filters `trainingModuleId`
  const field = properties[name] ? name : Object.keys(properties).find((each) => each.endsWith(suffix));
  if (field !== undefined)
    return (record) => [record[field]].flat().some((one) => wanted.includes(String(one)));
  // `facilityId` filters the records that list the facility.
  const kind = model.keyword(parameter.schema, 'x-references');
  const listed = Object.keys(properties).find((each) => {
    const id = model.shapeOf(model.shapeOf(properties[each]).items).properties['id'];
    return kind !== undefined && model.keyword(id, 'x-references') === kind;
  });
  return listed === undefined
    ? undefined
    : (record) => (record[listed] as Fields[]).some(({ id }) => wanted.includes(String(id)));
}

/** @throws ApiError `validation_error` for a range that starts after its end. */
export function requireRanges(query: Fields): void {
  for (const [name, from] of Object.entries(query)) {
    const [, subject, bound] = RANGE.exec(name) ?? [];
    const end = subject === '' ? 'to' : `${subject}To`;
    if (bound?.toLowerCase() === 'from' && query[end] !== undefined && String(from) > String(query[end]))
      throw invalid(name, `is after ${end}`);
  }
}

/** Returns the rows that belong to the record of the path and match the query. */
export function filtered(
  model: Model,
  { operation, target, query }: Call,
  schema: Schema,
  rows: Fields[],
): Fields[] {
  requireRanges(query);
  const filters = operation.parameters
    .filter((parameter) => parameter.in === 'query' && !NOT_FILTERS.includes(parameter.name))
    .filter(({ name }) => query[name] !== undefined)
    .flatMap((parameter) => filterOf(model, schema, parameter, query[parameter.name]) ?? []);
  const { properties } = model.shapeOf(schema);
  const [, root] = /^\/[^{]*\{(\w+)\}/.exec(operation.path) ?? [];
  const parent = model.keyword(
    operation.parameters.find(({ name }) => name === root)?.schema,
    'x-references',
  );
  const owner = Object.keys(properties).find(
    (name) => name !== 'id' && model.keyword(properties[name], 'x-references') === parent,
  );
  if (parent !== undefined && owner !== undefined) filters.push((row) => row[owner] === target['id']);
  return filters.length === 0 ? rows : rows.filter((row) => filters.every((passes) => passes(row)));
}

/** Says of which list a cursor is, which row came last, and until when it is valid. */
interface Cursor {
  operationId: string;
  params: Fields;
  query: Fields;
  after: number;
  until: number;
}

const HOUR = 3_600_000;
const filtersIn = ({ cursor: _cursor, limit: _limit, ...filters }: Fields): Fields => filters;

/**
 * Returns the place of the last row before the page, and gives the query the filters of the first page.
 * @throws ApiError `validation_error` for a cursor that this operation did not return to this query.
 */
export function readCursor({ operation, params, query }: Call): number | undefined {
  if (query['cursor'] === undefined) return undefined;
  try {
    const cursor = JSON.parse(Buffer.from(String(query['cursor']), 'base64url').toString()) as Cursor;
    const isOfList =
      cursor.operationId === operation.operationId &&
      isDeepStrictEqual(cursor.params, { ...params }) &&
      isDeepStrictEqual({ ...cursor.query, ...filtersIn(query) }, cursor.query);
    if (isOfList && cursor.until > Date.now() && Number.isSafeInteger(cursor.after)) {
      Object.assign(query, { ...cursor.query, ...query });
      return cursor.after;
    }
  } catch {
    // rejected below
  }
  throw invalid('cursor', 'is not the nextCursor of a response of this operation in the last hour');
}

/** Returns the maximum number of rows in a response; undefined for a list without pages. */
export const limitOf = ({ operation, query }: Call): number | undefined => {
  const limit =
    query['limit'] ?? operation.parameters.find(({ name }) => name === 'limit')?.schema['default'];
  return limit === undefined ? undefined : Number(limit);
};

/** Returns a page in the shape that the operation declares. `last`: the place of its last row if more follow. */
export function pageOf(
  model: Model,
  call: Call,
  page: Fields[],
  total: number,
  last: number | undefined,
): Fields {
  const { operation, params, query, template } = call;
  const { field } = model.rowsOf(successSchema(operation))!;
  const { cursor: _cursor, ...first } = query;
  const { operationId } = operation;
  const cursor =
    last && ({ operationId, params, query: first, after: last, until: Date.now() + HOUR } satisfies Cursor);
  const nextCursor = cursor && Buffer.from(JSON.stringify(cursor)).toString('base64url');
  return { ...(isObject(template) ? template : {}), [field!]: page, total, nextCursor };
}

/** Returns the rows of a list that the request asks for. @throws ApiError `validation_error`. */
export function listed(model: Model, call: Call, all: Fields[]): unknown {
  const { field, items } = model.rowsOf(successSchema(call.operation))!;
  const after = readCursor(call) ?? 0;
  const rows = filtered(model, call, items, all);
  if (field === undefined) return rows;
  const rest = rows.filter(({ $sequence }) => Number($sequence) > after);
  const page = rest.slice(0, limitOf(call));
  return pageOf(
    model,
    call,
    page,
    rows.length,
    page.length < rest.length ? Number(page.at(-1)!['$sequence']) : undefined,
  );
}
