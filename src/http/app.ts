// The API listener's application: the way of a request, in order.
import express, { type Express } from 'express';
import type { Logger } from 'pino';
import type { Contract } from '../contract/contract';
import type { Authenticate } from '../keys/authentication';
import { accessLog } from './access-log';
import { authentication } from './authentication';
import { dispatch } from './dispatch';
import { errorWriter } from './error-body';
import { rateLimit } from './rate-limit';
import { requestId } from './request-id';

export interface AppOptions {
  contract: Contract;
  authenticate: Authenticate;
  logger: Logger;
  /** Requests a minute and key; 0 for no limit. */
  requestsPerMinute: number;
}

export function createApp({ contract, authenticate, logger, requestsPerMinute }: AppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag'); // made by the answer's writer, which knows cheaper ones
  app.disable('query parser'); // the contract parses queries

  app.use(requestId);
  app.use(accessLog(logger));
  app.use(authentication(authenticate)); // 401
  app.use(rateLimit(requestsPerMinute)); // 429
  app.use(dispatch(contract)); // 404, 405, 415, 413, 400, then the handler's own
  app.use(errorWriter(logger));
  return app;
}
