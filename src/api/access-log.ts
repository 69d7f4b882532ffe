// Logs one line for each request, without its query, body and key: some clients put the key into the query.
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Principal } from '../contract/handler';
import { KEY_LIKE } from '../keys/format';

/**
 * Records a response for the metrics, once it is sent or the client has disconnected. `seconds` is undefined
 * for a request that was rejected before any work.
 */
export type Measure = (operationId: string | undefined, status: number | 'aborted', seconds?: number) => void;

/** Counts a request of a valid key, at the same moment as `Measure`. */
export type CountUse = (principal: Principal, operationId: string | undefined) => void;

export const accessLog =
  (logger: Logger, measure?: Measure, countUse?: CountUse): RequestHandler =>
  (request, response, next) => {
    response.once('close', () => {
      const { requestId, startedAt, authenticatedRequest } = response.locals;
      const operationId = authenticatedRequest?.operation?.operationId;
      const milliseconds = Number(process.hrtime.bigint() - startedAt) / 1e6;
      logger.info({
        requestId,
        method: request.method,
        path: request.path.replace(KEY_LIKE, '[key]'),
        status: response.statusCode,
        operationId,
        organization: authenticatedRequest?.principal.organization.slug,
        keyId: authenticatedRequest?.principal.keyId,
        milliseconds,
        ...(response.writableFinished ? {} : { aborted: true }),
      });
      const status = response.writableFinished ? response.statusCode : 'aborted';
      measure?.(operationId, status, milliseconds / 1000);
      if (authenticatedRequest) countUse?.(authenticatedRequest.principal, operationId);
    });
    next();
  };
