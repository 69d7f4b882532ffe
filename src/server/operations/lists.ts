// Lists one page at a time, and the cursors that lead from one page to the next.
import { createHmac } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { filtered, rowsAfter } from '../../contract/list-filters';
import { type Fields, successSchema } from '../../contract/record-model';
import { invalid } from '../../base/errors';
import type { AnyCall, Outcome } from './behavior';
import type { World } from '../records/world';

/** The cursor of the first page. */
const START = 'start';

/** The filters of a list and the place of the last row so far. */
interface Cursor {
  query: Fields;
  after: number;
}

const without = (query: Fields, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));

/** The id of the organization is no secret: a forged cursor shows only rows that its caller may list. */
const computeSignature = ({ organization }: World, { operation, params }: AnyCall, cursor: Cursor): string =>
  createHmac('sha256', organization.id)
    .update(JSON.stringify([operation.operationId, params, cursor.query, cursor.after]))
    .digest('base64url')
    .slice(0, 22);

const writeCursor = (world: World, call: AnyCall, cursor: Cursor): string =>
  Buffer.from(JSON.stringify({ ...cursor, signature: computeSignature(world, call, cursor) })).toString(
    'base64url',
  );

/** Returns undefined for a cursor that this list did not return. */
function parseCursor(world: World, call: AnyCall, text: string): Cursor | undefined {
  try {
    const { query, after } = JSON.parse(Buffer.from(text, 'base64url').toString()) as Cursor;
    return writeCursor(world, call, { query, after }) === text ? { query, after } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the place of the last row before the page, and adds the filters of the first page to this one.
 * @throws ApiError `validation_error` for a cursor that this list did not return for these filters.
 */
export function readCursor(world: World, call: AnyCall): number | undefined {
  const { query } = call;
  if (query.cursor === undefined || query.cursor === START) return undefined;
  const list = parseCursor(world, call, query.cursor as string);
  const filters = without(query, 'cursor', 'limit');
  if (!list || !isDeepStrictEqual({ ...list.query, ...filters }, list.query))
    throw invalid(
      'cursor',
      `must be the nextCursor of a response to this request with the same filters, or ${START}`,
    );
  Object.assign(query, { ...list.query, ...query });
  return list.after;
}

/** Returns the maximum number of rows of a page; undefined for a list without pages. */
export function parseLimit({ operation, query }: AnyCall): number | undefined {
  const { schema } = operation.parameters.find(({ name }) => name === 'limit') ?? {};
  return (query.limit ?? schema?.default) as number | undefined;
}

/** Returns a page in the shape of the operation. `last`: the place of its last row, if more rows follow. */
export function createPage(world: World, call: AnyCall, page: object[], total: number, last?: number) {
  const { field } = world.model.rowsOf(successSchema(call.operation))!;
  const query = without(call.query, 'cursor', 'limit');
  const nextCursor = last && writeCursor(world, call, { query, after: last });
  return { body: { [field!]: page, total, nextCursor } };
}

/**
 * Returns the rows of a list that the request asks for. `own`: a filter `instead` of those that these parameters name.
 * @throws ApiError `validation_error`.
 */
export function listed<Row extends Fields>(
  world: World,
  call: AnyCall,
  all: Row[],
  own?: { instead: string[]; passes: (row: Row) => boolean },
): Outcome {
  const { model } = world;
  const { field, items } = model.rowsOf(successSchema(call.operation))!;
  const after = readCursor(world, call) ?? 0;
  const query = own ? without(call.query, ...own.instead) : call.query;
  const rows = filtered(model, { ...call, query }, items, all, own?.passes);
  if (field === undefined) return { body: rows };
  const limit = parseLimit(call);
  const rest = rowsAfter(rows, after, limit && limit + 1);
  const page = rest.slice(0, limit);
  const last = page.length < rest.length ? Number(page.at(-1)!.$sequence) : undefined;
  return createPage(world, call, page, rows.length, last);
}
