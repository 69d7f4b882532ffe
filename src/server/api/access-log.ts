// Logs one line for each request, without its query, body and key: some clients put the key into the query.
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Principal } from '../../contract/handler';
import type { ErrorCode } from '../../base/errors';
import { maskText } from '../../base/secrets/mask-text';
import { errorFields } from './error-response';

/** Records a response for the metrics, once it is sent or the client has disconnected. */
export type Measure = (measurement: {
  operationId?: string | undefined;
  status: number | 'aborted';
  /** Undefined for a request that was rejected before any work. */
  seconds?: number;
  reason?: ErrorCode | 'overloaded' | undefined;
}) => void;

/** Counts a request of a valid key, at the same moment as `Measure`. */
export type CountUse = (principal: Principal, operationId: string | undefined) => void;

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

/**
 * Reads the caller's `traceparent` (https://www.w3.org/TR/trace-context/#traceparent-header): the trace, and the caller's span.
 * Returns nothing for a missing or malformed field, which the specification tells servers to ignore.
 */
function parseTraceContext(field: string | string[] | undefined) {
  const [, version, traceId, parentId, more] = TRACEPARENT.exec(String(field)) ?? [];
  if (traceId === undefined || parentId === undefined) return undefined;
  // Only versions after 00 may have more parts.
  return version === '00' && more !== undefined ? undefined : { traceId, parentId };
}

export const accessLog =
  (logger: Logger, measure?: Measure, countUse?: CountUse): RequestHandler =>
  (request, response, next) => {
    response.once('close', () => {
      const { origin, startedAt, authenticatedRequest, written, keyRejection } = response.locals;
      const operationId = authenticatedRequest?.operation?.operationId;
      const milliseconds = Number(process.hrtime.bigint() - startedAt) / 1e6;
      const failure = written?.error && errorFields(written.error);
      logger[failure?.cause === undefined ? 'info' : 'warn']({
        requestId: origin.requestId,
        method: request.method,
        path: maskText(request.path),
        status: response.statusCode,
        ...failure,
        keyRejection,
        operationId,
        organization: authenticatedRequest?.principal.organization.slug,
        keyId: authenticatedRequest?.principal.keyId,
        milliseconds,
        clientAddress: origin.address,
        userAgent: origin.userAgent,
        ...parseTraceContext(request.headers['traceparent']),
        ...(response.writableFinished ? {} : { aborted: true }),
      });
      measure?.({
        operationId,
        status: response.writableFinished ? response.statusCode : 'aborted',
        seconds: milliseconds / 1000,
        reason: written?.error?.code,
      });
      if (authenticatedRequest) countUse?.(authenticatedRequest.principal, operationId);
    });
    next();
  };
