// One line a request, when its answer is out. Never the key, and never the query, into which people put keys.
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { KEY_LIKE } from '../keys/format';

export const accessLog =
  (logger: Logger): RequestHandler =>
  (request, response, next) => {
    response.once('close', () => {
      const { requestId, startedAt, exchange } = response.locals;
      logger.info({
        requestId,
        method: request.method,
        path: request.path.replace(KEY_LIKE, '[key]'), // some put their key into the path
        status: response.statusCode,
        operationId: exchange?.operation?.operationId,
        organization: exchange?.principal.organization.slug,
        keyId: exchange?.principal.keyId,
        milliseconds: Number(process.hrtime.bigint() - startedAt) / 1e6,
        ...(response.writableFinished ? {} : { aborted: true }),
      });
    });
    next();
  };
