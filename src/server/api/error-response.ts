// Writes all error responses. Unexpected errors are logged once and reported as a generic 500.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { ApiError, unavailableReason } from '../../base/errors';
import { commonHeaders, responseHeaders, send } from './request-context';

/** Replaces half characters: a message can quote text that was cut in the middle of one (RFC 8259, section 8.2). */
const wellFormed = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** Returns the body of an error response and the header fields of this body. */
export function errorResponse({ code, message, details, headers }: ApiError): {
  headers: Record<string, string | number>;
  body: string;
} {
  const body = JSON.stringify({ error: code, message, ...(details ? { details } : {}) }, wellFormed);
  return {
    headers: {
      'Cache-Control': 'no-store',
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    },
    body,
  };
}

/** An overload, unlike an outage of the database, has no cause. */
const isOfDatabase = ({ code, cause }: ApiError): boolean => code === 'unavailable' && cause !== undefined;

export const errorFields = (error: ApiError): { error: string; cause?: string } => ({
  error: error.code,
  ...(isOfDatabase(error) && { cause: unavailableReason(error) }),
});

/** Logs an unexpected error and returns a generic 500. `advice` ends the message to the caller. */
export function unexpectedError(
  error: unknown,
  logger: Pick<Logger, 'error'>,
  {
    message = 'unexpected error',
    advice,
    ...fields
  }: { message?: string; advice: string; requestId?: string },
): ApiError {
  logger.error({ ...fields, err: error }, message);
  return new ApiError('internal_error', `Something went wrong on our side. ${advice}`);
}

/** Is called for each request that fails because the database cannot answer. */
export type OnUnavailable = () => void;

/** Returns the error to report for any thrown value, and logs the cause of a 500. The access log has that of a 503. */
export function toApiError(error: unknown, requestId: string, logger: Logger, onUnavailable?: OnUnavailable) {
  if (error instanceof ApiError) {
    if (isOfDatabase(error)) onUnavailable?.();
    return error;
  }
  // Decoding the path has failed.
  if (error instanceof URIError)
    return new ApiError('bad_request', 'The path has a malformed percent-encoding.');
  return unexpectedError(error, logger, {
    requestId,
    advice: `Quote request ${requestId} when you report it.`,
  });
}

/** Closes the connection of a response whose head was sent, so that a partial body does not look complete. */
export function abortResponse(error: unknown, response: Response, logger: Logger): void {
  logger.error({ requestId: response.locals.origin.requestId, err: error }, 'response aborted');
  response.destroy();
}

export const errorWriter =
  (logger: Logger, onUnavailable?: OnUnavailable): ErrorRequestHandler =>
  (error, _request, response, next) => {
    void next; // Express recognizes an error handler by its four parameters.
    const { requestId } = response.locals.origin;
    if (response.headersSent) return abortResponse(error, response, logger);
    const apiError = toApiError(error, requestId, logger, onUnavailable);
    const { headers: ownHeaders, body } = errorResponse(apiError);
    const headers = Object.assign(responseHeaders(response), ownHeaders);
    send(response, { status: apiError.status, headers, error: apiError }, body);
  };

const LAST_RESORT_MESSAGE = 'Something went wrong on our side. Quote the X-Request-Id when you report it.';
const LAST_RESORT = errorResponse(new ApiError('internal_error', LAST_RESORT_MESSAGE));

/**
 * Ends a response whose error writer has failed: with a constant 500, or by closing the connection after the
 * head was sent. Never throws.
 */
export function writeLastResort(
  error: unknown,
  response: ServerResponse,
  logger: Pick<Logger, 'error'>,
  requestId: string = randomUUID(),
): void {
  try {
    if (response.headersSent) throw error;
    for (const name of response.getHeaderNames()) response.removeHeader(name);
    const headers = { ...commonHeaders(requestId), ...LAST_RESORT.headers };
    response.writeHead(500, STATUS_CODES[500], headers).end(LAST_RESORT.body);
  } catch {
    response.destroy();
  }
  try {
    logger.error({ requestId, err: error }, 'the error writer failed');
  } catch {
    logger.error({ requestId }, 'the error writer failed with an error that cannot be logged');
  }
}

/** Handles errors of the error writer, before they reach Express's handler, which writes HTML. */
export const lastResort =
  (logger: Logger): ErrorRequestHandler =>
  (error, _request, response, next) => {
    void next; // Express recognizes an error handler by its four parameters.
    writeLastResort(error, response, logger, response.locals.origin?.requestId);
  };
