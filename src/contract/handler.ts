// The types that a request passes through: dispatch, validator and handlers. Handlers never see Express.
import type { Readable } from 'node:stream';
import type { OperationId } from '../../generated/operations';
import type { operations as Operations } from '../../generated/types';
import type { Organization } from '../base/organization';
import type { UploadedFile } from './body-formats';
import type { Operation } from './document';

/** A request as openapi-backend, the validator and the mocks see it. */
export interface ContractRequest {
  operation: Operation;
  /** The path as sent: percent-encoded and without the query. */
  path: string;
  /** The query as sent, without `?`. */
  search: string;
  headers: Record<string, string | string[] | undefined>;
  /** Path parameters: text before validation, values of their schemas' types afterwards. */
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** Declared header parameters under the contract's names. */
  header: Record<string, string>;
  requestBody: unknown;
  /** The media type of the body. */
  bodyType: string | undefined;
  /** The files of a form. The body holds their digests. */
  files: UploadedFile[];
}

/** Empty for an operation without a body. */
export type ReadBody = Partial<Pick<ContractRequest, 'requestBody' | 'bodyType' | 'files'>>;

/** The result of authentication. */
export interface Principal {
  organization: Organization;
  keyId: string;
  /** A `read_only` key sends no changes. */
  access: 'read_write' | 'read_only';
  /** The user for whom the key acts, in the sandbox. Keys of the real server have none. */
  user?: {
    id: string;
    name: string;
    role: string;
    /** The permissions that the role gives everywhere. */
    permissions: ReadonlySet<string>;
  };
}

/** The request and its client, which the access log and the activity log name. */
export interface RequestOrigin {
  requestId: string;
  /** The IP address of the client, not of a trusted proxy. */
  address?: string | undefined;
  /** Visible ASCII, at most 256 characters. */
  userAgent?: string | undefined;
}

/** What dispatch needs from the HTTP layer. Authentication happens before dispatch. */
export interface AuthenticatedRequest {
  principal: Principal;
  origin: RequestOrigin;
  /** Waits without a slot of the server: a rehearsed delay is not load. @throws ApiError 503 when no slot is free then. */
  pause(milliseconds: number): Promise<void>;
  /** Set once the request is routed, for the log and the response. */
  operation?: Operation;
  /** Left out, the server answered. */
  answeredBy?: 'server' | 'world' | 'mock';
  /** Header fields of the response, whether it is a success or an error. */
  headers?: Record<string, string>;
}

/** The API key and request that the activity log names as the origin of a change. */
export interface Caller extends RequestOrigin {
  keyId: string;
  /** The id of the user for whom the key acts. */
  userId?: string | undefined;
}

/** The authenticated and validated input of any operation. */
export interface OperationInput {
  organization: Organization;
  caller: Caller;
  path: object;
  query: object;
  header: object;
  body: unknown;
}

type Or<T, Fallback> = [T] extends [undefined] ? Fallback : NonNullable<T>;
export type ParametersIn<
  Id extends OperationId,
  Where extends 'path' | 'query' | 'header',
> = Operations[Id]['parameters'] extends { [K in Where]?: infer Values }
  ? Or<Values, Record<never, never>>
  : Record<never, never>;

export type Body<Id extends OperationId> = Operations[Id] extends {
  requestBody: { content: { 'application/json': infer Json } };
}
  ? Json
  : undefined;

/** The input of one operation, typed by the contract. */
export interface InputOf<Id extends OperationId> extends OperationInput {
  path: ParametersIn<Id, 'path'>;
  query: ParametersIn<Id, 'query'>;
  /** With the preconditions, which no operation ignores. */
  header: ParametersIn<Id, 'header'> & { 'If-Match'?: string; 'If-None-Match'?: string };
  body: Body<Id>;
}

declare const jsonType: unique symbol;
/** JSON of a value of type T. The database builds it; no code parses it. */
export type JsonText<T> = string & { readonly [jsonType]: T };
/** The same in UTF-8. */
export type JsonBytes<T> = Buffer & { readonly [jsonType]: T };

/** A body that is not in memory. The receiver either reads it once or discards it. */
export interface LargeBody {
  bytes: number;
  /** The stream closes its source when it ends or is destroyed. */
  read(): Readable;
  discard(): Promise<void>;
  /** Returns the whole body. `read` still works afterwards. */
  text(): Promise<string>;
  /** Returns its rows, some at a time. `read` still works afterwards. */
  pages(): AsyncIterable<unknown[]>;
}
export type LargeJson<T> = LargeBody & { readonly [jsonType]: T };

type Success = 200 | 201 | 204 | 304;
type JsonOf<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : never;
type AnyJson<T> = JsonText<T> | JsonBytes<T> | LargeJson<T>;

/** A success that the contract declares: its status, and JSON of the declared type. */
export type Result<Id extends OperationId> = {
  [Status in keyof Operations[Id]['responses'] & Success]: {
    status: Status;
    headers?: Record<string, string>;
  } & (Status extends 200 | 201
    ? {
        body: AnyJson<JsonOf<Operations[Id]['responses'][Status]>>;
        /** Left out, the entity tag is computed from the body, which must be in memory. */
        etag?: string;
      }
    : Status extends 304
      ? { etag: string }
      : unknown);
}[keyof Operations[Id]['responses'] & Success];

/** Handles one operation. @throws ApiError for every response that is not a success. */
export type Handler<Id extends OperationId> = (input: InputOf<Id>) => Promise<Result<Id>>;

/** A response of any operation, for the HTTP layer to write. */
export interface ApiResponse {
  status: number;
  body?: string | Buffer | LargeBody;
  etag?: string;
  headers?: Record<string, string>;
}

export type OperationHandler = (
  request: ContractRequest,
  authenticated: AuthenticatedRequest,
) => Promise<ApiResponse>;

export type OperationHandlers = Record<string, OperationHandler>;

/** Answers a valid request in place of its handler. Without `handle`, the operation has none. */
export type MockInterceptor = (
  request: ContractRequest,
  authenticated: AuthenticatedRequest,
  handle?: () => Promise<ApiResponse>,
) => Promise<ApiResponse>;
