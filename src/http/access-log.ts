// One line a request, when its answer is out. Never the key, and never the query, into which people put keys.
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

/** Some put their key into the path, and some encode it. */
const KEY = /(?:c|%63)(?:i|%69)(?:k|%6b)(?:_|%5f)[\w%]+/gi;

export const accessLog =
  (logger: Logger): RequestHandler =>
  (request, response, next) => {
    response.once('close', () => {
      const { requestId, startedAt, exchange } = response.locals;
      logger.info({
        requestId,
        method: request.method,
        path: request.path.replace(KEY, '[key]'),
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
