// Logs one line for each request, without its query, body and key: some clients put the key into the query.
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Principal } from '../../contract/handler';
import type { ErrorCode } from '../../base/errors';
import { withoutKeys } from './client-origin';
import { traceContextOf } from './trace-context';

export interface Measurement {
  operationId?: string | undefined;
  status: number | 'aborted';
  /** Undefined for a request that was rejected before any work. */
  seconds?: number;
  /** Why the response is an error. */
  reason?: ErrorCode | 'overloaded' | undefined;
}

/** Records a response for the metrics, once it is sent or the client has disconnected. */
export type Measure = (measurement: Measurement) => void;

/** Counts a request of a valid key, at the same moment as `Measure`. */
export type CountUse = (principal: Principal, operationId: string | undefined) => void;

export const accessLog =
  (logger: Logger, measure?: Measure, countUse?: CountUse): RequestHandler =>
  (request, response, next) => {
    response.once('close', () => {
      const { origin, startedAt, authenticatedRequest, written } = response.locals;
      const operationId = authenticatedRequest?.operation?.operationId;
      const milliseconds = Number(process.hrtime.bigint() - startedAt) / 1e6;
      logger.info({
        requestId: origin.requestId,
        method: request.method,
        path: withoutKeys(request.path),
        status: response.statusCode,
        error: written?.error?.code,
        operationId,
        organization: authenticatedRequest?.principal.organization.slug,
        keyId: authenticatedRequest?.principal.keyId,
        milliseconds,
        clientAddress: origin.address,
        userAgent: origin.userAgent,
        ...traceContextOf(request.headers['traceparent']),
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
