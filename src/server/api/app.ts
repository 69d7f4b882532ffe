// The API's application: the stages between admission (server/http/admission.ts) and the contract
// (contract/contract.ts), in order.
import type { Express, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Contract } from '../../contract/contract';
import { type CountUse, type Measure, accessLog } from './access-log';
import { type AcceptedKeys, authenticate, requireWriteAccess } from './authentication';
import { type AllowedOrigin, allowOrigins } from './cross-origin';
import { dispatch } from './dispatch';
import { type OnUnavailable, errorWriter } from './error-response';
import { createExpressApp, lastResort } from './express-app';
import { type Observe, observation } from './observe';
import { type RateLimit, createRateLimit, requireRate } from './rate-limit';
import { createRequireHttps } from './require-https';
import type { ScriptedFaults } from './scripted-faults';

/** The contract that the server currently serves. */
export interface Served {
  contract: Contract;
}

interface AppOptions {
  served: Served;
  keys: AcceptedKeys;
  logger: Logger;
  /** Maximum number of requests a minute for each key; 0 means no limit. */
  requestsPerMinute: number;
  /** Number of processes that share the limit. */
  workers?: number;
  /** Origins whose browser applications may call the API. */
  corsOrigins: AllowedOrigin[];
  /** Whether requests must come over HTTPS. */
  https?: boolean;
  /** Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` the server trusts. */
  trustProxy?: string[];
  /** Whether responses name their responder and the contract's version, as the sandbox's do. */
  describeResponses?: boolean;
  /** The guard and the routes of the sandbox's console, outside of the API's paths and without a key. */
  console?: RequestHandler[];
  /** Receives each request and response once the response is sent. */
  observe?: Observe;
  faults?: ScriptedFaults;
  onUnavailable?: OnUnavailable;
  measure?: Measure | undefined;
  countUse?: CountUse;
}

export function createApp(options: AppOptions): Express {
  const { served, logger, https = false, workers = 1, trustProxy = [] } = options;
  const limit = createRateLimit(options.requestsPerMinute, workers > 1 ? { workers, logger } : undefined);
  const stages = { served, keys: options.keys, faults: options.faults, limit };
  const app = createExpressApp(trustProxy);

  const requireHttps = createRequireHttps(logger);
  if (options.console) app.use(https ? [requireHttps, ...options.console] : options.console);
  app.use(accessLog(logger, options.measure, options.countUse));
  if (https) app.use(requireHttps); // 403
  if (options.observe) app.use(observation(served, options.observe));
  if (options.corsOrigins.length > 0) app.use(allowOrigins(options.corsOrigins));
  if (options.describeResponses) app.use(nameContract(served));
  app.use((request, response) => respond(stages, request, response));
  app.use(errorWriter(logger, options.onUnavailable), lastResort(logger));
  return app;
}

interface Stages extends Pick<AppOptions, 'served' | 'keys'> {
  faults: ScriptedFaults | undefined;
  limit: RateLimit | undefined;
}

/** Responds to a request that needs an API key. */
async function respond(
  { served, keys, limit, faults }: Stages,
  request: Request,
  response: Response,
): Promise<void> {
  const authenticated = await authenticate(keys, request, response); // 401
  const { principal } = authenticated;
  if (limit) await requireRate(limit, principal, response.locals.headers); // 429
  requireWriteAccess(principal, request.method); // 403
  if (faults?.rulesOf.has(principal.organization.id)) await faults.apply(request, response);
  if (response.locals.fault?.drop === 'before') return void response.destroy();
  // 400 or 417 for malformed HTTP; 404, 405 or 501; 415, 413; 429 or 503 while the body arrives; 400 for the content;
  // then the handler's own status
  await dispatch(served.contract, authenticated, request, response);
}

const nameContract =
  (served: Served): RequestHandler =>
  (_request, response, next) => {
    response.locals.contractVersion = served.contract.version;
    next();
  };
