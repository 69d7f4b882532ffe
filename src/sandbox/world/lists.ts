// The rows of a list that a request asks for: below the record of the path, filtered, and one page at a time.
import { isDeepStrictEqual } from 'node:util';
import type { Parameter, Schema } from '../../contract/document';
import type { AnyCall } from './behavior';
import type { Fields } from './collections';
import { type Model, isObject, rootParameter, successSchema } from './model';
import { invalid } from './rules';

type Filter = (row: Fields) => boolean;

/** `dueFrom` limits the field `dueDate`, `completedTo` limits `completedAt`. */
const RANGE = /^(.*)(from|to)$/i;

function dayFilter(names: string[], bound: string, subject: string, limit: string): Filter | undefined {
  const field = names.find((name) => name.startsWith(subject) && /.(Date|At|_date|_at)$/.test(name));
  return field === undefined || subject === ''
    ? undefined
    : ({ [field]: time }) =>
        typeof time === 'string' &&
        (bound.toLowerCase() === 'from' ? time.slice(0, 10) >= limit : time.slice(0, 10) <= limit);
}

/** Returns undefined for a parameter that filters nothing. */
function filterOf(
  model: Model,
  row: Schema,
  { name, schema }: Parameter,
  value: unknown,
): Filter | undefined {
  const { properties } = model.shapeOf(row);
  const names = Object.keys(properties);
  const wanted = [value].flat().map(String);
  const suffix = name[0]!.toUpperCase() + name.slice(1); // `moduleId` filters `trainingModuleId`
  const field = properties[name] ? name : names.find((each) => each.endsWith(suffix));
  if (field !== undefined)
    return (record) => [record[field]].flat().some((one) => wanted.includes(String(one)));
  const [, subject = '', bound] = RANGE.exec(name) ?? [];
  if (bound !== undefined) return dayFilter(names, bound, subject, wanted[0]!);
  // `facilityId` filters the records that list the facility.
  const kind = model.referenceOf(schema);
  const list = names.find((each) => model.idReference(model.shapeOf(properties[each]).items) === kind);
  return kind === undefined || list === undefined
    ? undefined
    : (record) => (record[list] as Fields[]).some(({ id }) => wanted.includes(String(id)));
}

/** @throws ApiError `validation_error` for a range that starts after its end. */
export function requireRanges(query: Fields): void {
  for (const [name, from] of Object.entries(query)) {
    const end = name.replace(/from$/, 'to').replace(/From$/, 'To');
    if (end !== name && query[end] !== undefined && String(from) > String(query[end]))
      throw invalid(name, `is after ${end}`);
  }
}

/** Returns the rows that belong to the record of the path and match the query. */
export function filtered<Row extends object>(
  model: Model,
  call: AnyCall,
  schema: Schema,
  rows: Row[],
): Row[] {
  const { operation, target, query } = call;
  requireRanges(query);
  const filters = operation.parameters
    .filter(({ in: where, name }) => where === 'query' && query[name] !== undefined)
    .filter(({ name }) => !['limit', 'cursor', 'format'].includes(name))
    .flatMap((parameter) => filterOf(model, schema, parameter, query[parameter.name]) ?? []);
  const { properties } = model.shapeOf(schema);
  const root = operation.parameters.find(({ name }) => name === rootParameter(operation))?.schema;
  const parent = model.keyword(root, 'x-references');
  const owner = Object.keys(properties).find(
    (name) => name !== 'id' && model.keyword(properties[name], 'x-references') === parent,
  );
  if (parent !== undefined && owner !== undefined) filters.push((row) => row[owner] === target.id);
  return rows.filter((row) => filters.every((passes) => passes(row as Fields)));
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

function parseCursor(text: string): Partial<Cursor> {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor;
  } catch {
    return {};
  }
}

/**
 * Returns the place of the last row before the page, and adds the query of the first page to this one.
 * @throws ApiError `validation_error` for a cursor that this operation did not return to this query.
 */
export function readCursor({ operation, params, query }: AnyCall): number | undefined {
  if (query.cursor === undefined) return undefined;
  const { operationId, until = 0, after, ...list } = parseCursor(String(query.cursor));
  const { cursor: _cursor, limit: _limit, ...filters } = query;
  const isOfList =
    operationId === operation.operationId &&
    isDeepStrictEqual(list.params, { ...params }) &&
    isDeepStrictEqual({ ...list.query, ...filters }, list.query);
  if (!isOfList || !(until > Date.now()) || !Number.isSafeInteger(after))
    throw invalid('cursor', 'is not the nextCursor of a response of this operation in the last hour');
  Object.assign(query, { ...list.query, ...query });
  return after;
}

/** Returns the maximum number of rows of a page; undefined for a list without pages. */
export function limitOf({ operation, query }: AnyCall): number | undefined {
  const { schema } = operation.parameters.find(({ name }) => name === 'limit') ?? {};
  return (query.limit ?? schema?.default) as number | undefined;
}

/** Returns a page in the shape of the operation. `last`: the place of its last row, if more rows follow. */
export function pageOf(model: Model, call: AnyCall, page: object[], total: number, last?: number): Fields {
  const { operation, params, query, template } = call;
  const { cursor: _cursor, ...first } = query;
  const cursor = last && {
    operationId: operation.operationId,
    params,
    query: first,
    after: last,
    until: Date.now() + HOUR,
  };
  const nextCursor = cursor && Buffer.from(JSON.stringify(cursor satisfies Cursor)).toString('base64url');
  const { field } = model.rowsOf(successSchema(operation))!;
  return { ...(isObject(template) ? template : {}), [field!]: page, total, nextCursor };
}

/** Returns the rows of a list that the request asks for. @throws ApiError `validation_error`. */
export function listed(model: Model, call: AnyCall, all: Fields[]): unknown {
  const { field, items } = model.rowsOf(successSchema(call.operation))!;
  const after = readCursor(call) ?? 0;
  const rows = filtered(model, call, items, all);
  if (field === undefined) return rows;
  const rest = rows.filter(({ $sequence }) => Number($sequence) > after);
  const page = rest.slice(0, limitOf(call));
  const last = page.length < rest.length ? Number(page.at(-1)!.$sequence) : undefined;
  return pageOf(model, call, page, rows.length, last);
}
