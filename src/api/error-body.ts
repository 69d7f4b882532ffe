// Writes all error bodies. Unexpected errors are logged once and reported as a generic 500.
import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { ApiError } from '../errors';
import { commonHeaders } from './request-id';
import { responseHeaders } from './response-headers';

/** What is told may quote the caller, and be cut in the middle of a character: half of one is not text that every reader takes (RFC 8259, section 8.2). */
const wellFormed = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed() : value;

/** The body of every answer that is not a success, and the header fields that go with it. */
export function errorAnswer({ code, message, details, headers }: ApiError): {
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

/** Logs what was not foreseen; its caller is told no more than where to find it. */
export function fromUnforeseen(
  error: unknown,
  logger: Pick<Logger, 'error'>,
  { message = 'unforeseen error', more, ...fields }: { message?: string; more: string; requestId?: string },
): ApiError {
  logger.error({ ...fields, err: error }, message);
  return new ApiError('internal_error', `Something went wrong on our side. ${more}`);
}

/** What a caller is told of an error that was thrown somewhere. */
export function fromUnknown(error: unknown, requestId: string, logger: Logger): ApiError {
  if (error instanceof ApiError) {
    if (error.status === 503 && error.cause !== undefined)
      logger.warn({ requestId, err: error.cause }, 'unavailable');
    return error;
  }
  // The path could not be decoded.
  if (error instanceof URIError)
    return new ApiError('bad_request', 'The path has a malformed percent-encoding.');
  return fromUnforeseen(error, logger, { requestId, more: `Quote request ${requestId} when you report it.` });
}

/** Ends an answer of which a part is out already: half of it must not look whole. */
export function breakOff(error: unknown, response: Response, logger: Logger): void {
  logger.error({ requestId: response.locals.requestId, err: error }, 'an answer was cut off');
  response.destroy();
}

export const errorWriter =
  (logger: Logger): ErrorRequestHandler =>
  (error, _request, response, next) => {
    void next; // Express knows a handler of errors by its four parameters
    const { requestId } = response.locals;
    if (response.headersSent) return breakOff(error, response, logger);
    const apiError = fromUnknown(error, requestId, logger);
    const { headers: own, body } = errorAnswer(apiError);
    const headers = Object.assign(responseHeaders(response), own);
    response.locals.written = { headers, body, error: apiError };
    // Node keeps the reason phrase of a head that it could not write.
    response.writeHead(apiError.status, STATUS_CODES[apiError.status], headers).end(body);
  };

const TOLD = 'Something went wrong on our side. Quote the X-Request-Id when you report it.';
const LAST_RESORT = errorAnswer(new ApiError('internal_error', TOLD));

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
