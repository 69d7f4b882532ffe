// The pages of a list, and the cursors that lead from one to the next.
import { isDeepStrictEqual } from 'node:util';
import type { Examples, Operation } from '../../contract/document';
import type { ContractRequest } from '../../contract/handler';
import { ApiError } from '../../errors';
import { isObject } from './records';

type Query = ContractRequest['query'];

/** A cursor of ours says of which list it is, and where to go on: whoever sends it alone gets the next page of the same list. That of the contract's example says where alone. */
interface Cursor {
  operationId?: string;
  /** Those of the path. */
  params?: ContractRequest['params'];
  query?: Query;
  offset: number;
}

const cursorOf = (operationId: string, { params, query }: ContractRequest, offset: number): string => {
  const cursor: Cursor = { operationId, params, query: { ...query, cursor: undefined }, offset };
  return Buffer.from(JSON.stringify(cursor)).toString('base64url');
};

/** What a cursor of ours says; undefined of any other. */
function readCursor(cursor: unknown): Cursor | undefined {
  try {
    const said: unknown = JSON.parse(Buffer.from(String(cursor), 'base64url').toString());
    return isObject(said) && Number.isSafeInteger(said['offset']) && Number(said['offset']) >= 0
      ? (said as unknown as Cursor)
      : undefined;
  } catch {
    return undefined; // that of an example in another document
  }
}

/** Another page may have another length; what the query says besides would make another list of it. */
const isOfList = (
  said: Cursor | undefined,
  { operationId }: Operation,
  { params, query }: ContractRequest,
): said is Cursor =>
  said?.operationId === operationId &&
  isDeepStrictEqual(said.params, { ...params }) &&
  Object.keys(query).every(
    (name) => name === 'cursor' || name === 'limit' || isDeepStrictEqual(query[name], said.query?.[name]),
  );

const valuesOf = (examples: Examples = {}): unknown[] => Object.values(examples).map(({ value }) => value);

/** Whether it stands in the contract: in an example of the answer, or of the parameter. */
const isShown = ({ responses, parameters }: Operation, cursor: unknown): boolean =>
  valuesOf(responses['200']?.content?.['application/json']?.examples).some(
    (value) => isObject(value) && value['nextCursor'] === cursor,
  ) || parameters.some(({ name, examples }) => name === 'cursor' && valuesOf(examples).includes(cursor));

/** The request with what its cursor says of the query. @throws ApiError for a cursor that the operation did not give, where it refuses anything. */
export function resumed(request: ContractRequest, operation: Operation): ContractRequest {
  const { cursor } = request.query;
  if (cursor === undefined) return request;
  const said = readCursor(cursor);
  if (isOfList(said, operation, request)) return { ...request, query: { ...said.query, ...request.query } };
  if (isShown(operation, cursor) || !operation.responses['400']) return request;
  const message = 'is not the nextCursor of an answer of this operation to this query';
  throw new ApiError('validation_error', `The cursor ${message}. Leave it out to begin anew.`, {
    details: [{ field: 'cursor', message }],
  });
}

/** The row with which the page begins that the cursor asks for. */
export const startOf = ({ cursor }: Query): number => readCursor(cursor)?.offset ?? 0;

/** As many rows as the query's limit allows, from where its cursor says; and the cursor that goes on, while there are more. */
export function page(
  rows: unknown[],
  { operationId }: Operation,
  request: ContractRequest,
): { data: unknown[]; nextCursor?: string } {
  const { query } = request;
  const offset = startOf(query);
  const end = offset + (typeof query['limit'] === 'number' ? query['limit'] : rows.length);
  return {
    data: rows.slice(offset, end),
    ...(end < rows.length ? { nextCursor: cursorOf(operationId, request, end) } : {}),
  };
}
