// Lists one page at a time, and the cursors that lead from one page to the next.
import { isDeepStrictEqual } from 'node:util';
import { filtered } from '../../contract/list-filters';
import { type Fields, successSchema } from '../../contract/record-model';
import { invalid } from '../../base/errors';
import type { AnyCall, Outcome } from './behavior';
import type { World } from './world';

/** Says of which world and list a cursor is, which row came last, and until when it is valid. */
interface Cursor {
  world: string;
  operationId: string;
  params: Fields;
  query: Fields;
  after: number;
  until: number;
}
const HOUR = 3_600_000;

const without = (query: Fields, ...names: string[]): Fields =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));

function parseCursor(text: unknown): Partial<Cursor> {
  try {
    return JSON.parse(Buffer.from(text as string, 'base64url').toString()) as Cursor;
  } catch {
    return {};
  }
}

/**
 * Returns the place of the last row before the page, and adds the query of the first page to this one.
 * @throws ApiError `validation_error` for a cursor that this operation did not return to this query.
 */
export function readCursor(world: World, { operation, params, query }: AnyCall): number | undefined {
  if (query.cursor === undefined) return undefined;
  const { operationId, until = 0, after, ...list } = parseCursor(query.cursor) ?? {};
  const isOfList =
    list.world === world.organization.id &&
    operationId === operation.operationId &&
    isDeepStrictEqual(list.params, { ...params }) &&
    isDeepStrictEqual({ ...list.query, ...without(query, 'cursor', 'limit') }, list.query);
  if (!isOfList || !(until > world.now.getTime()) || !Number.isSafeInteger(after))
    throw invalid('cursor', 'is not the nextCursor of a response of this operation in the last hour');
  Object.assign(query, { ...list.query, ...query });
  return after;
}

/** Returns the maximum number of rows of a page; undefined for a list without pages. */
export function limitOf({ operation, query }: AnyCall): number | undefined {
  const { schema } = operation.parameters.find(({ name }) => name === 'limit') ?? {};
  return (query.limit ?? schema?.default) as number | undefined;
}

/**
 * Returns a page in the shape of the operation. `last`: the place of its last row, if more rows follow. The
 * cursor expires, so it is no part of the tagged representation.
 */
export function pageOf(world: World, call: AnyCall, page: object[], total: number, last?: number): Outcome {
  const { operation, params, query } = call;
  const cursor: Cursor = {
    world: world.organization.id,
    operationId: operation.operationId,
    params,
    query: without(query, 'cursor', 'limit'),
    after: last ?? 0,
    until: world.now.getTime() + HOUR,
  };
  const nextCursor = last && Buffer.from(JSON.stringify(cursor)).toString('base64url');
  const { field } = world.model.rowsOf(successSchema(operation))!;
  const tagged = { [field!]: page, total };
  return { body: { ...tagged, nextCursor }, tagged };
}

/** Returns the rows of a list that the request asks for. @throws ApiError `validation_error`. */
export function listed(world: World, call: AnyCall, all: Fields[]): Outcome {
  const { model } = world;
  const { field, items } = model.rowsOf(successSchema(call.operation))!;
  const after = readCursor(world, call) ?? 0;
  const rows = filtered(model, call, items, all);
  if (field === undefined) return { body: rows };
  const rest = rows.filter(({ $sequence }) => Number($sequence) > after);
  const page = rest.slice(0, limitOf(call));
  const last = page.length < rest.length ? Number(page.at(-1)!.$sequence) : undefined;
  return pageOf(world, call, page, rows.length, last);
}
