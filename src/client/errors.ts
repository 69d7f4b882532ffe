// What a call can end with other than its answer. `kind` tells them apart; every one says whether the change may have been made all the same.
import type { components } from '../../generated/types.js';

type ErrorBody = components['schemas']['Error'];

/** The contract's codes; `not_modified` for a 304 to the caller's own `If-None-Match`; `unknown` for an answer without a code that this version knows. */
export type ErrorCode = ErrorBody['error'] | 'not_modified' | 'unknown';
export type ErrorDetail = components['schemas']['ErrorDetail'];

export interface CallInfo {
  /** Is in the server's log beside each try of this call. */
  requestId: string;
  /** How often the request was sent. */
  attempts: number;
  /** Milliseconds that the call waited between its tries and for the rate limit. */
  waited: number;
  /** A change may have been made although its success was never seen: a try went out and its answer was lost, or the server failed on it. Read again before you decide. */
  maybeDone: boolean;
  /** The key of a POST. To send it again with the same key makes nothing twice. */
  idempotencyKey?: string | undefined;
}

abstract class BaseCallError extends Error {
  readonly requestId: string;
  readonly attempts: number;
  readonly waited: number;
  readonly maybeDone: boolean;
  readonly idempotencyKey: string | undefined;

  constructor(name: string, message: string, circumstances: CallInfo, cause: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = name;
    this.requestId = circumstances.requestId;
    this.attempts = circumstances.attempts;
    this.waited = circumstances.waited;
    this.maybeDone = circumstances.maybeDone;
    this.idempotencyKey = circumstances.idempotencyKey;
  }
}

export interface ErrorResponse {
  code: ErrorCode;
  status: number;
  message: string;
  details: ErrorDetail[];
  retryAfter: number | undefined;
  headers: Headers;
  body: unknown;
}

/** The server answered, and not with a success. */
export class ApiError extends BaseCallError {
  readonly kind = 'api';
  readonly code: ErrorCode;
  readonly status: number;
  /** The faults of an invalid request, one each; else empty. */
  readonly details: ErrorDetail[];
  /** Milliseconds to wait as the server requested, rounded up to whole seconds. */
  readonly retryAfter: number | undefined;
  readonly headers: Headers;
  /** The body as it came, parsed when it is JSON: here is a code that this version does not know. */
  readonly body: unknown;

  constructor(refusal: ErrorResponse, circumstances: CallInfo) {
    super('ApiError', refusal.message, circumstances, undefined);
    this.code = refusal.code;
    this.status = refusal.status;
    this.details = refusal.details;
    this.retryAfter = refusal.retryAfter;
    this.headers = refusal.headers;
    this.body = refusal.body;
  }
}

/** No whole answer came: no connection, none within the time for one try, or one that was cut off. */
export class ConnectionError extends BaseCallError {
  readonly kind = 'connection';
  /** The status of an answer whose body was cut off: 201 says that the asset was made. */
  readonly status: number | undefined;

  constructor(
    message: string,
    circumstances: CallInfo,
    { cause, status }: { cause?: unknown; status?: number | undefined },
  ) {
    super('ConnectionError', message, circumstances, cause);
    this.status = status;
  }
}

/** The time for the whole call ran out, or the rate limit asks for a wait that is longer than what is left. `cause` is what the try before it came to. */
export class DeadlineError extends BaseCallError {
  readonly kind = 'deadline';
  /**
   * Milliseconds until the rate limit allows a request, rounded up to whole seconds; undefined for other
   * reasons.
   */
  readonly retryAfter: number | undefined;

  constructor(
    message: string,
    circumstances: CallInfo,
    { cause, retryAfter }: { cause?: unknown; retryAfter?: number | undefined },
  ) {
    super('DeadlineError', message, circumstances, cause);
    this.retryAfter = retryAfter;
  }
}

/** The caller's signal ended the call; `cause` is its reason. */
export class AbortedError extends BaseCallError {
  readonly kind = 'aborted';

  constructor(circumstances: CallInfo, cause: unknown) {
    super('AbortedError', 'The call was aborted by its signal.', circumstances, cause);
  }
}

export type CallError = ApiError | ConnectionError | DeadlineError | AbortedError;
