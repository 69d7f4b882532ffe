// One line a request of the site, when its answer is out: the route and never the path, in which an invitation's token may stand.
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';

export const siteLog =
  (logger: Logger): RequestHandler =>
  (request, response, next) => {
    response.once('close', () => {
      const { requestId, startedAt } = response.locals;
      const route = (request.route as { path?: string } | undefined)?.path;
      logger.info({
        site: 'settings',
        requestId,
        method: request.method,
        route,
        status: response.statusCode,
        milliseconds: Number(process.hrtime.bigint() - startedAt) / 1e6,
        ...(response.writableFinished ? {} : { aborted: true }),
      });
    });
    next();
  };
