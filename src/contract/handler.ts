// What a handler of an operation is given and what it may answer, from the generated types. Handlers never see Express.
import type { Readable } from 'node:stream';
import type { AvailableOperationId, OperationId } from '../../generated/operations';
import type { operations as Operations } from '../../generated/types';
import type { Organization } from '../organizations/organization';

declare const jsonOf: unique symbol;
/** JSON of a value of type T: what the database builds passes through without being parsed. */
export type JsonText<T> = string & { readonly [jsonOf]: T };
/** The same in UTF-8. */
export type JsonBytes<T> = Buffer & { readonly [jsonOf]: T };

/** A body that is not in memory. Whoever takes the answer reads it once, or discards it. */
export interface LargeBody {
  bytes: number;
  /** Closes what it reads from when it ends or is destroyed. */
  read(): Readable;
  discard(): Promise<void>;
  /** All of it, for checks; it can be read afterwards. */
  text(): Promise<string>;
}
/** The same, of JSON of a value of type T. */
export type LargeJson<T> = LargeBody & { readonly [jsonOf]: T };

type Or<T, Fallback> = [T] extends [undefined] ? Fallback : NonNullable<T>;
type Parameters<
  Id extends OperationId,
  Where extends 'path' | 'query' | 'header',
> = Operations[Id]['parameters'] extends {
  [K in Where]?: infer Values;
}
  ? Or<Values, Record<never, never>>
  : Record<never, never>;

type Body<Id extends OperationId> = Operations[Id] extends {
  requestBody: { content: { 'application/json': infer Json } };
}
  ? Json
  : undefined;

/** Who calls, for what the activity log says of a change. */
export interface Caller {
  keyId: string;
  requestId: string;
}

/** A request that has been authenticated and holds to the contract, before its types are narrowed to one operation. */
export interface Call {
  organization: Organization;
  caller: Caller;
  path: object;
  query: object;
  header: object;
  body: unknown;
}

/** A call of one operation. */
export interface CallOf<Id extends OperationId> extends Call {
  path: Parameters<Id, 'path'>;
  query: Parameters<Id, 'query'>;
  /** The header parameters that the contract declares for the operation, under the contract's names. */
  header: Parameters<Id, 'header'>;
  body: Body<Id>;
}

type JsonOf<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : never;

/** One of the successes that the contract lists: its status, and its body as JSON text of the declared type. */
export type Result<Id extends OperationId> = {
  [Status in keyof Operations[Id]['responses'] & (200 | 201 | 204 | 304)]: {
    status: Status;
    headers?: Record<string, string>;
  } & (Status extends 200 | 201
    ? {
        body:
          | JsonText<JsonOf<Operations[Id]['responses'][Status]>>
          | JsonBytes<JsonOf<Operations[Id]['responses'][Status]>>
          | LargeJson<JsonOf<Operations[Id]['responses'][Status]>>;
        /** Entity tag of the body; left out, it is made from the body, which must be in memory. */
        etag?: string;
      }
    : Status extends 304
      ? { etag: string }
      : unknown);
}[keyof Operations[Id]['responses'] & (200 | 201 | 204 | 304)];

/** Answers one operation. @throws ApiError for every answer that is not a success. */
export type Handler<Id extends OperationId> = (call: CallOf<Id>) => Promise<Result<Id>>;

/** A handler for each operation that the contract makes available: complete by the compiler. */
export type HandlerTable = { [Id in AvailableOperationId]: Handler<Id> };

export const isLarge = (body: string | Buffer | LargeBody): body is LargeBody =>
  typeof body === 'object' && !Buffer.isBuffer(body);

/** What the HTTP layer writes, whichever operation it came from. */
export interface ApiResponse {
  status: number;
  body?: string | Buffer | LargeBody;
  etag?: string;
  headers?: Record<string, string>;
}
