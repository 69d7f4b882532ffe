// Types of the client, derived from the contract: paths, parameters, bodies and responses of each method.
import type { operations, paths } from '../../generated/types.js';
import type { CallError, Effort } from './errors.js';
import type { CallOptions } from './request.js';

type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** The paths of the contract that have the method. */
export type PathsWith<Method extends HttpMethod> = {
  [Path in keyof paths]: paths[Path] extends Record<Method, object> ? Path : never;
}[keyof paths];

/** Parameters are optional when none is required. */
type Params<Operation> = Operation extends { parameters: infer Given }
  ? object extends Given
    ? { params?: Given }
    : { params: Given }
  : { params?: undefined };

/** A multipart body is a FormData: the runtime writes its content type. */
type Content<Media> = Media extends { 'multipart/form-data': unknown } ? FormData : Media[keyof Media];
type Body<Operation> = Operation extends { requestBody: { content: infer Media } }
  ? { body: Content<Media> }
  : Operation extends { requestBody?: infer Optional }
    ? [Exclude<Optional, undefined>] extends [{ content: infer Media }]
      ? { body?: Content<Media> }
      : { body?: undefined }
    : { body?: undefined };
export type InitOf<Operation> = Params<Operation> & Body<Operation> & CallOptions;
/** The parameters, the body and the options of an operation. */
export type Init<Id extends keyof operations> = InitOf<operations[Id]>;

type Success<Responses> = Responses[keyof Responses & (200 | 201 | 204)];
export type DataOf<Operation> = Operation extends { responses: infer Responses }
  ? ContentOf<Success<Responses>>
  : never;
/** The content of a success of an operation, undefined without content. */
export type Data<Id extends keyof operations> = DataOf<operations[Id]>;
type ContentOf<Response> = Response extends { content: infer Media } ? Media[keyof Media] : undefined;

export interface Answered<Value> extends Effort {
  data: Value;
  error?: undefined;
  status: number;
  headers: Headers;
  /** The entity tag of the response. Pass it as `If-Match` of a change. */
  etag: string | undefined;
  /** `false`: the server confirmed the cached copy (304), and `data` is that copy. */
  fresh: boolean;
  /**
   * An earlier attempt or call had made the change: the response to an `Idempotency-Key` was replayed,
   * or the record was already deleted.
   */
  replayed: boolean;
}

export interface Failed extends Effort {
  data?: undefined;
  error: CallError;
  status?: undefined;
  headers?: undefined;
  etag?: undefined;
  fresh?: undefined;
  replayed?: undefined;
}

export type Result<Value> = Answered<Value> | Failed;

/** The paths whose call needs no parameters and no body. */
type PathsWithoutInit<Method extends HttpMethod> = {
  [Path in PathsWith<Method>]: object extends InitOf<paths[Path][Method]> ? Path : never;
}[PathsWith<Method>];

/**
 * Calls any path of a method. The generated signatures come first. These are the last, because the compiler
 * takes its message from the last signature.
 */
export interface AnyCall<Method extends HttpMethod> {
  <Path extends PathsWith<Method>>(
    path: Path,
    init: InitOf<paths[Path][Method]>,
  ): Promise<Result<DataOf<paths[Path][Method]>>>;
  <Path extends PathsWithoutInit<Method>>(path: Path): Promise<Result<DataOf<paths[Path][Method]>>>;
}
