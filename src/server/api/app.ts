// The API's application: the stages between admission (server/http/admission.ts) and the contract
// (contract/contract.ts), in order.
import type { IncomingMessage } from 'node:http';
import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { ApiError, notFound } from '../../base/errors';
import type { Contract } from '../../contract/contract';
import type { AuthenticatedRequest } from '../../contract/handler';
import { type CountUse, type Measure, accessLog } from './access-log';
import { readBody } from './body';
import { type AcceptedKeys, authenticate, requireWriteAccess } from './authentication';
import { type AllowedOrigin, allowOrigins } from './cross-origin';
import { type OnUnavailable, errorWriter, lastResort } from './error-response';
import { type Observe, observation } from './observe';
import { type RateLimit, createRateLimit, requireRate } from './rate-limit';
import { createRequireHttps } from './require-https';
import { type ScriptedFaults, responseHeaders } from './request-context';
import { writeResponse } from './response';

interface AppOptions {
  /** The contract that the server currently serves. */
  served: { contract: Contract };
  keys: AcceptedKeys;
  logger: Logger;
  /** Maximum number of requests a minute for each key; 0 means no limit. */
  requestsPerMinute: number;
  /** Number of processes that share the limit. */
  workers?: number;
  /** Origins whose browser applications may call the API. */
  corsOrigins: AllowedOrigin[];
  https?: boolean;
  /** Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` the server trusts. */
  trustProxy?: string[];
  /** Whether responses name their responder and the contract's version, as the sandbox's do. */
  describeResponses?: boolean;
  /** The guard and the routes of the sandbox's console, outside of the API's paths and without a key. */
  console?: RequestHandler[];
  observe?: Observe;
  faults?: ScriptedFaults;
  onUnavailable?: OnUnavailable;
  measure?: Measure | undefined;
  countUse?: CountUse;
}

export function createApp(options: AppOptions): Express {
  const { served, logger, https = false, workers = 1, trustProxy = [] } = options;
  const points = options.requestsPerMinute;
  const limit = points === 0 ? undefined : createRateLimit(points, workers, logger);
  const app = createExpressApp(trustProxy);

  const requireHttps = createRequireHttps(logger);
  if (options.console) app.use(https ? [requireHttps, ...options.console] : options.console);
  app.use(accessLog(logger, options.measure, options.countUse));
  if (https) app.use(requireHttps); // 403
  if (options.observe) app.use(observation(served, options.observe));
  if (options.corsOrigins.length > 0) app.use(allowOrigins(options.corsOrigins));
  app.use((request, response) => {
    if (options.describeResponses) response.locals.contractVersion = served.contract.version;
    return respond(options, limit, request, response);
  });
  app.use(errorWriter(logger, options.onUnavailable), lastResort(logger));
  return app;
}

/** Creates the application of a listener, without the header fields and pages that Express adds. */
export function createExpressApp(trustProxy: string[]): Express {
  const app = express();
  app.set('env', 'production'); // Express writes no stack, whatever NODE_ENV says.
  app.disable('x-powered-by');
  app.disable('etag'); // The response writer makes cheaper entity tags.
  app.disable('query parser'); // The contract parses queries.
  app.set('trust proxy', trustProxy);
  return app;
}

async function respond(
  { served, keys, faults }: AppOptions,
  limit: RateLimit | undefined,
  request: Request,
  response: Response,
): Promise<void> {
  const authenticated = await authenticate(keys, request, response); // 401
  const { principal } = authenticated;
  if (limit) await requireRate(limit, principal, response.locals.headers); // 429
  requireWriteAccess(principal, request.method); // 403
  if (faults?.rulesOf.has(principal.organization.id)) await faults.apply(request, response);
  if (response.locals.fault?.drop === 'before') return void response.destroy();
  // 400 or 417 for malformed HTTP; 404 or 405; 415, 413, 429 or 400 for the body; 503 without a slot; 501; 400 for the
  // content; then the handler's own status
  await dispatch(served.contract, authenticated, request, response);
}

/** Routes a request, reads its body, lets the contract validate and run it, and writes the response. */
async function dispatch(
  contract: Contract,
  authenticated: AuthenticatedRequest,
  request: Request,
  response: Response,
): Promise<void> {
  requireWellFormed(request);
  const { method, headers } = request;
  const { path, search } = splitTarget(request.url);
  if (path.includes('%')) decodeURIComponent(path); // throws URIError, also for an unknown path
  if (method === 'OPTIONS') {
    const allow = contract.allowedMethods(path);
    if (allow.length === 0) throw notFound();
    response.writeHead(204, { ...responseHeaders(response), Allow: allow.join(', ') }).end();
    return;
  }
  // Node omits the body of a response to HEAD.
  const operation = contract.route(method === 'HEAD' && contract.match('GET', path) ? 'GET' : method, path);
  authenticated.operation = operation;
  const body = contract.isServed(operation) ? await readBody(operation, request, response) : {};
  const contractRequest = {
    operation,
    path,
    search,
    headers,
    params: {},
    query: {},
    header: {},
    requestBody: undefined,
    bodyType: undefined,
    files: [],
    ...body,
  };
  await response.locals.admission.work(async () =>
    writeResponse(response, await contract.handle(contractRequest, authenticated)),
  );
}

/** Splits a target into path and query, both encoded, the query without `?`. */
export function splitTarget(target: string): { path: string; search: string } {
  const question = target.indexOf('?');
  if (question < 0) return { path: target, search: '' };
  return { path: target.slice(0, question), search: target.slice(question + 1) };
}

function countFields(name: string, rawHeaders: string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]!.length === name.length && rawHeaders[index]!.toLowerCase() === name) count++;
  return count;
}

/** Matches `host[:port]`, with an IP address in brackets; also an empty host (RFC 3986, section 3.2.2). */
const HOST = /^(?:\[[\da-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})*)(?::\d*)?$/i;

/**
 * Checks RFC 9110, sections 7.2, 9.3.6 and 10.1.1, and RFC 9112, sections 3.2 and 6.1.
 * @throws ApiError `expectation_failed`, `bad_request`, `method_not_allowed`
 */
export function requireWellFormed({ headers, rawHeaders, method, httpVersion }: IncomingMessage): void {
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    throw new ApiError('bad_request', 'This server supports only HTTP/1.1.');
  const { expect, 'transfer-encoding': transferEncoding } = headers;
  if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    throw new ApiError('expectation_failed', 'This server supports only the expectation 100-continue.');
  if (transferEncoding !== undefined && transferEncoding.toLowerCase() !== 'chunked')
    throw new ApiError('bad_request', 'This server supports only the transfer coding chunked.', {
      headers: { Connection: 'close' },
    });
  const hosts = countFields('host', rawHeaders);
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
    throw new ApiError('bad_request', 'Send exactly one Host header.');
  if (headers.host !== undefined && !HOST.test(headers.host))
    throw new ApiError(
      'bad_request',
      'The Host header must be a host name or an IP address, with an optional port.',
    );
  if (method === 'CONNECT')
    throw new ApiError('method_not_allowed', 'This server is not a proxy.', {
      headers: { Allow: 'GET, HEAD, POST, PATCH, DELETE, OPTIONS' },
    });
}
