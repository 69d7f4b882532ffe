// One line a request, when its answer is out. Never the key, and never the query, into which people put keys.
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { KEY_LIKE } from '../keys/format';

/** Is told of each request when its answer is out, or its client gone: for metrics. No seconds of one that was refused before any work was done for it. */
export type Measure = (operationId: string | undefined, status: number | 'aborted', seconds?: number) => void;

export const accessLog =
  (logger: Logger, measure?: Measure): RequestHandler =>
  (request, response, next) => {
    response.once('close', () => {
      const { requestId, startedAt, exchange } = response.locals;
      const operationId = exchange?.operation?.operationId;
      const milliseconds = Number(process.hrtime.bigint() - startedAt) / 1e6;
      logger.info({
        requestId,
        method: request.method,
        path: request.path.replace(KEY_LIKE, '[key]'), // some put their key into the path
        status: response.statusCode,
        operationId,
        organization: exchange?.principal.organization.slug,
        keyId: exchange?.principal.keyId,
        milliseconds,
        ...(response.writableFinished ? {} : { aborted: true }),
      });
      measure?.(
        operationId,
        response.writableFinished ? response.statusCode : 'aborted',
        milliseconds / 1000,
      );
    });
    next();
  };
