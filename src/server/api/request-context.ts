// The request id, the header fields of every response, and the values that the stages of a request share.
import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { RequestHandler, Response } from 'express';
import type { AuthenticatedRequest, RequestOrigin } from '../../contract/handler';
import type { ApiError } from '../../base/errors';
import { KEY_LIKE } from '../keys/format';
import { addressOf, userAgentOf } from './client-origin';

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace -- Express types its locals by this declaration
  namespace Express {
    interface Locals {
      origin: RequestOrigin;
      /** Of process.hrtime.bigint(). */
      startedAt: bigint;
      /** Header fields of every response to this request. */
      headers: Record<string, string | number>;
      /** Set by the sandbox, whose responses name the contract's version. */
      contractVersion?: string;
      /** Set after authentication. */
      authenticatedRequest?: AuthenticatedRequest;
      /** The response, for the observer. */
      written?: { headers: Record<string, string | number>; body?: string | Buffer; error?: ApiError };
    }
  }
}

/** Other characters can be active in log viewers, spreadsheets or shells. */
const SAFE_ID = /^[A-Za-z0-9._-]{1,128}$/;

/**
 * Returns the client's request id, or a new one.
 * Replaces an id that looks like an API key, because ids are logged.
 */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const id = headers['x-request-id'];
  return typeof id === 'string' && SAFE_ID.test(id) && id.search(KEY_LIKE) < 0 ? id : randomUUID();
}

/** Returns the header fields of every response, also of responses below Express. */
export const commonHeaders = (requestId: string): Record<string, string> => ({
  'X-Request-Id': requestId,
  'X-Content-Type-Options': 'nosniff',
});

/** Sets the origin, the start time and the common header fields. A closed socket has no address, so not later. */
export const createContext: RequestHandler = (request, response, next) => {
  const id = requestIdOf(request.headers);
  response.locals.origin = { requestId: id, address: addressOf(request), userAgent: userAgentOf(request) };
  response.locals.startedAt = process.hrtime.bigint();
  response.locals.headers = commonHeaders(id);
  next();
};

const MAX_VERSION_LENGTH = 100;

/** Encodes a document's version, which can be any value, as visible ASCII (RFC 9110, section 5.5). */
function versionHeader(version: unknown): string {
  const text = typeof version === 'string' ? version : JSON.stringify(version);
  return text
    .slice(0, MAX_VERSION_LENGTH)
    .toWellFormed()
    .replace(/[^\x20-\x7e]/gu, encodeURIComponent);
}

/** Returns the sandbox's header fields: the contract's version, the responder and the availability. */
function sandboxHeaders({
  contractVersion,
  authenticatedRequest,
}: Response['locals']): Record<string, string> {
  if (contractVersion === undefined) return {};
  const operation = authenticatedRequest?.operation;
  return {
    'X-Contract-Version': versionHeader(contractVersion),
    'X-Answered-By': authenticatedRequest?.answeredBy ?? 'server',
    ...(operation ? { 'X-Availability': operation.availability } : {}),
  };
}

/**
 * Returns the header fields of this response, for success and error. A new object without spread syntax,
 * which is slow on Node 20 (spec/decisions/0018-speed.md).
 */
export function responseHeaders({ locals }: Response): Record<string, string | number> {
  return Object.assign({}, locals.headers, sandboxHeaders(locals), locals.authenticatedRequest?.headers);
}
