// The types of the client: a method of HTTP takes the contract's paths that have it, what their operation needs, and gives what it answers with.
import type { paths } from '../../generated/types.js';
import type { CallError } from './errors.js';
import type { CallOptions } from './options.js';

type HttpMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';
/** The paths of the contract that have a method. */
type PathsWith<Method extends HttpMethod> = {
  [Path in keyof paths]: paths[Path] extends Record<Method, object> ? Path : never;
}[keyof paths];

/** Optional where no parameter is required. */
type Params<Operation> = Operation extends { parameters: infer Given }
  ? object extends Given
    ? { params?: Given }
    : { params: Given }
  : { params?: undefined };

/** A multipart body is a form: its content type is written by the runtime. */
type Content<Media> = Media extends { 'multipart/form-data': unknown } ? FormData : Media[keyof Media];
type Body<Operation> = Operation extends { requestBody: { content: infer Media } }
  ? { body: Content<Media> }
  : Operation extends { requestBody?: infer Optional }
    ? [Exclude<Optional, undefined>] extends [{ content: infer Media }]
      ? { body?: Content<Media> }
      : { body?: undefined }
    : { body?: undefined };
type Init<Operation> = Params<Operation> & Body<Operation> & CallOptions;

type Success<Responses> = Responses[keyof Responses & (200 | 201 | 204)];
/** The content of each success; undefined for one without. */
type Data<Operation> = Operation extends { responses: infer Responses }
  ? ContentOf<Success<Responses>>
  : never;
type ContentOf<Response> = Response extends { content: infer Media } ? Media[keyof Media] : undefined;

interface Effort {
  /** Is in the server's log beside each try of this call. */
  requestId: string;
  /** How often the request was sent. */
  attempts: number;
  /** Milliseconds that the call waited between its tries and for the rate limit. */
  waited: number;
}

export interface Answered<Value> extends Effort {
  data: Value;
  error?: undefined;
  status: number;
  headers: Headers;
  /** For `If-Match` of a change, and proof of what was read. */
  etag: string | undefined;
  /** false: the server confirmed the copy that this client holds (304), and `data` is that copy. */
  fresh: boolean;
  /** An earlier try or call had done it: a kept answer for an `Idempotency-Key`, or nothing left to delete after a try whose answer was lost. */
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

type CallMethod<Method extends HttpMethod> = <Path extends PathsWith<Method>>(
  path: Path,
  ...init: object extends Init<paths[Path][Method]>
    ? [init?: Init<paths[Path][Method]>]
    : [init: Init<paths[Path][Method]>]
) => Promise<Result<Data<paths[Path][Method]>>>;

export interface Client {
  GET: CallMethod<'get'>;
  POST: CallMethod<'post'>;
  PUT: CallMethod<'put'>;
  PATCH: CallMethod<'patch'>;
  DELETE: CallMethod<'delete'>;
}
