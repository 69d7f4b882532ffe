// The API listener's application: the way of a request, in order.
import type { Express, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Contract } from '../contract/contract';
import type { Authenticate } from '../keys/authentication';
import { type Measure, accessLog } from './access-log';
import { authentication } from './authentication';
import { allowOrigins } from './cors';
import { dispatch } from './dispatch';
import { errorWriter } from './error-body';
import { createExpressApp, lastResort } from './express-app';
import { type Observe, observation } from './observe';
import { rateLimit } from './rate-limit';
import { requestId } from './request-id';
import { requireHttps } from './require-https';

export interface AppOptions {
  /** The contract that holds now. */
  contract: () => Contract;
  authenticate: Authenticate;
  logger: Logger;
  /** Requests a minute and key; 0 for no limit. */
  requestsPerMinute: number;
  /** How many processes count the requests of a key together. */
  workers?: number;
  /** Origins whose browser applications may call. */
  corsOrigins: string[];
  /** Whether a request must have come over HTTPS. */
  https?: boolean;
  /** The proxies in front, whose `X-Forwarded-Proto` is believed. */
  trustProxy?: string[];
  /** Whether answers say who gave them, and by which contract. */
  describeAnswers?: boolean;
  /** Pages beside the API, at paths of their own and without a key. */
  console?: RequestHandler;
  /** Is told about each request of the API when its answer is out. */
  observe?: Observe;
  measure?: Measure | undefined;
}

export function createApp(options: AppOptions): Express {
  const {
    contract,
    authenticate,
    logger,
    requestsPerMinute,
    corsOrigins,
    https = false,
    trustProxy = [],
    describeAnswers = false,
    workers = 1,
  } = options;
  const app = createExpressApp(trustProxy);
  app.use(requestId);
  if (options.console) app.use(https ? [requireHttps, options.console] : options.console);
  app.use(accessLog(logger, options.measure));
  if (https) app.use(requireHttps); // 403, before the key is looked at
  if (options.observe) app.use(observation(contract, options.observe));
  app.use(allowOrigins(corsOrigins));
  if (describeAnswers) {
    app.use((_request, response, next) => {
      response.locals.contractVersion = contract().version;
      next();
    });
  }
  app.use(authentication(authenticate)); // 401
  app.use(rateLimit(requestsPerMinute, workers > 1 ? { workers, logger } : undefined)); // 429
  app.use(dispatch(contract)); // 404, 405, 415, 413, 400, then the handler's own
  app.use(errorWriter(logger), lastResort(logger));
  return app;
}
