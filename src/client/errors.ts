// Errors of a call. `kind` distinguishes them. `maybeDone` states whether the change may have been made.
import type { Error as ErrorBody, ErrorDetail } from '../../generated/types.js';

/**
 * The codes of the contract. `not_modified`: a 304 to the caller's own `If-None-Match`. `unknown`: the
 * response has no code that this version knows.
 */
export type ErrorCode = ErrorBody['error'] | 'not_modified' | 'unknown';

export interface Effort {
  /** The request id in the server's log, the same for all attempts. */
  requestId: string;
  /** Number of times the request was sent. */
  attempts: number;
  /** Milliseconds that the call waited between attempts and for the rate limit. */
  waited: number;
}

export interface CallInfo extends Effort {
  /** The change may have been made: a response was lost, or the server failed. Read the record again to find out. */
  maybeDone: boolean;
  /** The Idempotency-Key of a POST. Repeating the request with the same key creates nothing twice. */
  idempotencyKey?: string | undefined;
}

abstract class BaseCallError extends Error {
  declare readonly requestId: string;
  declare readonly attempts: number;
  declare readonly waited: number;
  declare readonly maybeDone: boolean;
  declare readonly idempotencyKey: string | undefined;

  constructor(name: string, message: string, info: CallInfo, cause: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = name;
    Object.assign(this, info);
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

/**
 * The server returned an error.
 *
 * @example
 * if (result.error?.kind === 'api' && result.error.code === 'conflict') console.log(result.error.message);
 */
export class ApiError extends BaseCallError {
  readonly kind = 'api';
  declare readonly code: ErrorCode;
  declare readonly status: number;
  /** The invalid fields of a request. Empty for other errors. */
  declare readonly details: ErrorDetail[];
  /** Milliseconds of `Retry-After`, rounded up to whole seconds. */
  declare readonly retryAfter: number | undefined;
  declare readonly headers: Headers;
  /** The response body, parsed when it is JSON. It contains codes that this version does not know. */
  declare readonly body: unknown;

  constructor(refusal: ErrorResponse, info: CallInfo) {
    super('ApiError', refusal.message, info, undefined);
    Object.assign(this, refusal);
  }
}

/** No complete response arrived: no connection, a timeout, or a truncated or too large response. */
export class ConnectionError extends BaseCallError {
  readonly kind = 'connection';
  /** The status of an incomplete response: 201 means that the record was created. */
  readonly status: number | undefined;

  constructor(message: string, info: CallInfo, cause: unknown, status: number | undefined) {
    super('ConnectionError', message, info, cause);
    this.status = status;
  }
}

/**
 * The deadline of the call passed, or the next attempt would begin after it. `cause` is the error of the last attempt.
 */
export class DeadlineError extends BaseCallError {
  readonly kind = 'deadline';
  /** Milliseconds until the rate limit allows a request, in whole seconds. Undefined for other reasons. */
  readonly retryAfter: number | undefined;

  constructor(message: string, info: CallInfo, cause: unknown, retryAfter: number | undefined) {
    super('DeadlineError', message, info, cause);
    this.retryAfter = retryAfter;
  }
}

/** The caller's signal aborted the call. `cause` is the reason of the signal. */
export class AbortedError extends BaseCallError {
  readonly kind = 'aborted';

  constructor(info: CallInfo, cause: unknown) {
    super('AbortedError', 'The call was aborted by its signal.', info, cause);
  }
}

export type CallError = ApiError | ConnectionError | DeadlineError | AbortedError;
