// Errors that callers get. `spec/errors.yaml` has every code with its one status.
import { ERRORS, type ErrorCode } from '../../generated/errors';

export { ERRORS, type ErrorCode };

export interface ErrorDetail {
  field: string;
  message: string;
}

interface ApiErrorOptions {
  details?: ErrorDetail[];
  /** Response headers that belong to the error, such as `Allow` or `Retry-After`. */
  headers?: Record<string, string>;
  cause?: unknown;
}

/** An answer other than a success: thrown anywhere below the HTTP layer, written by its one writer of error bodies. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: ErrorDetail[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: ApiErrorOptions = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ApiError';
    this.status = ERRORS[code];
    this.details = options.details;
    this.headers = options.headers ?? {};
  }
}

/** Ends a text with a full stop, unless it has an end. */
export const toSentence = (text: string): string => (/[.?…]$/.test(text) ? text : `${text}.`);

/** 400: a rule about a field that its schema cannot state. */
export const invalid = (field: string, message: string) =>
  new ApiError('validation_error', `The request is invalid: ${field} ${message}.`, {
    details: [{ field, message }],
  });

/** Of a field that a caller may send back with its present value only. */
export const readOnlyField = (field: string) =>
  invalid(field, 'is read-only; send back its present value, or leave it out');

/**
 * 400: an id in the body that names no record of the caller. `kind`: for example `cyber system`. `fault`: the fault
 * of its form.
 */
export function invalidReference(field: string, kind: string, fault?: string): ApiError {
  const message = fault ?? `names no ${kind} of your organization`;
  return new ApiError('invalid_reference', toSentence(`${field} ${message}`), {
    details: [{ field, message }],
  });
}

export const conflict = (message: string) => new ApiError('conflict', message);

/** 401: the same answer whatever is wrong with the key. `advice`: where a sandbox shows its keys. */
export const unauthorized = (advice?: string) =>
  new ApiError(
    'unauthorized',
    ['A valid API key is required in the X-API-Key header.', advice ?? []].flat().join(' '),
    { headers: { 'WWW-Authenticate': 'ApiKey realm="compliance-inventory", header="X-API-Key"' } },
  );

/** 400: a body that ends too early, or goes on. */
export const wrongLength = () =>
  new ApiError('bad_request', 'The request body is shorter or longer than its Content-Length says.');

/** 404. `what`: a sentence that names the unknown part. */
export const notFound = (what = 'Nothing was found here. Check the path and the id.') =>
  new ApiError('not_found', what);

/** 404: the same bytes for each id of the right form, also for that of another organization. `kind`: for example `task`. */
export const noRecord = (kind: string) => notFound(`No ${kind} of your organization has the id in the path.`);

export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'not_found';

/** Returns a 429 for a caller that has used its share, with `seconds` until the next attempt. */
export const rateLimited = (message: string, seconds: number) =>
  new ApiError('rate_limited', message, { headers: { 'Retry-After': String(seconds) } });

const RETRY_AFTER_SECONDS = 2;

/**
 * Returns why the database could not answer, without a stack trace. The AggregateError of a host with several addresses
 * has no message of its own.
 */
export function unavailableReason(error: unknown): string {
  if (error instanceof ApiError && error.cause !== undefined) return unavailableReason(error.cause);
  const [reason] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  return reason instanceof Error ? reason.message : String(reason);
}

/** 503: the database is away or busy, or the server is overloaded or stopping. `cause`: an error, or a sentence. */
export const unavailable = (cause?: unknown, reason = 'The service cannot answer at the moment.') =>
  new ApiError('unavailable', `${reason} Try again in ${RETRY_AFTER_SECONDS} seconds.`, {
    headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
    cause,
  });
