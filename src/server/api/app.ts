// The API's application: every stage of a request, in order.
import type { Express, RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Contract } from '../../contract/contract';
import type { Authenticate } from '../keys/authentication';
import { type CountUse, type Measure, accessLog } from './access-log';
import { authentication } from './authentication';
import { allowOrigins } from './cross-origin';
import { dispatch } from './dispatch';
import { errorWriter } from './error-response';
import { createExpressApp, lastResort } from './express-app';
import { type Observe, observation } from './observe';
import { rateLimit } from './rate-limit';
import { createContext } from './request-context';
import { requireHttps } from './require-https';
import { requireWriteAccess } from './write-access';

interface AppOptions {
  /** Returns the current contract. */
  contract: () => Contract;
  authenticate: Authenticate;
  logger: Logger;
  /** Maximum number of requests a minute for each key; 0 means no limit. */
  requestsPerMinute: number;
  /** Number of processes that share the limit. */
  workers?: number;
  /** Origins whose browser applications may call the API. */
  corsOrigins: string[];
  /** Whether requests must come over HTTPS. */
  https?: boolean;
  /** Proxies whose `X-Forwarded-Proto` the server trusts. */
  trustProxy?: string[];
  /** Whether responses name their responder and the contract's version, as the sandbox's do. */
  describeResponses?: boolean;
  /** Routes of the sandbox's console, outside of the API's paths and without a key. */
  console?: RequestHandler[];
  /** Receives each request and response once the response is sent. */
  observe?: Observe;
  /** The sandbox's scripted faults. */
  faults?: RequestHandler;
  measure?: Measure | undefined;
  countUse?: CountUse;
}

export function createApp(options: AppOptions): Express {
  const { contract, logger, https = false, workers = 1, trustProxy = [] } = options;
  const cluster = workers > 1 ? { workers, logger } : undefined;
  const app = createExpressApp(trustProxy);

  app.use(createContext);
  if (options.console) app.use(https ? [requireHttps, ...options.console] : options.console);
  app.use(accessLog(logger, options.measure, options.countUse));
  if (https) app.use(requireHttps); // 403
  if (options.observe) app.use(observation(contract, options.observe));
  app.use(allowOrigins(options.corsOrigins));
  if (options.describeResponses) app.use(nameContract(contract));
  app.use(authentication(options.authenticate)); // 401
  app.use(rateLimit(options.requestsPerMinute, cluster)); // 429
  app.use(requireWriteAccess); // 403
  if (options.faults) app.use(options.faults);
  app.use(dispatch(contract)); // 404, 405, 415, 413, 400, then the handler's own status
  app.use(errorWriter(logger), lastResort(logger));
  return app;
}

const nameContract =
  (contract: () => Contract): RequestHandler =>
  (_request, response, next) => {
    response.locals.contractVersion = contract().version;
    next();
  };
