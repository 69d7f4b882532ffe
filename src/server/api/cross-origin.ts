// Cross-origin requests of browsers: CORS for the API, and the rejection of DNS rebinding and of forms that other
// sites send.
import cors from 'cors';
import type { Request, RequestHandler } from 'express';
import { isOwnHost } from '../../base/addresses';
import { ApiError } from '../../base/errors';

const PREFLIGHT_SECONDS = 600;

/** An origin of pages, a pattern of origins, or `*` for all. */
export type AllowedOrigin = string | RegExp;

/** Returns whether pages of `origin` may read responses. */
export const isAllowedOrigin = (origins: AllowedOrigin[], origin: string): boolean =>
  origins.some((one) => (typeof one === 'string' ? one === '*' || one === origin : one.test(origin)));

/**
 * Lets browser applications of `origins` call the API. Allows no credentials: the key is
 * a header field and not a cookie.
 */
export function allowOrigins(origins: AllowedOrigin[]): RequestHandler {
  const handle = cors({
    // The library itself would compare patterns with `instanceof`, which fails across contexts and then allows all.
    origin: origins.includes('*')
      ? '*'
      : (given, done) => done(null, given !== undefined && isAllowedOrigin(origins, given) ? [given] : []),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: '*',
    maxAge: PREFLIGHT_SECONDS,
    // The library's own 204 has a Content-Length, which RFC 9110, section 8.6, forbids.
    preflightContinue: true,
  });
  return (request, response, next) => {
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    // The library treats every OPTIONS as a preflight. Others ask for `Allow`, and need a key.
    if (request.method === 'OPTIONS' && !isPreflight) return next();
    response.setHeaders(
      new Map(Object.entries(response.locals.headers).map(([name, value]) => [name, String(value)])),
    );
    handle(request, response, isPreflight ? () => response.writeHead(204).end() : next);
  };
}

/**
 * Rejects DNS rebinding: a page whose name leads to this machine sends its own name. Later stages reject a request
 * without Host. `names`: host names other than addresses of this machine. A proxy may read the second of two fields.
 * @throws ApiError `forbidden`.
 */
export const requireOwnHost =
  (names: string[]): RequestHandler =>
  ({ headers: { host } }, _response, next) => {
    if (host !== undefined && !isOwnHost(host, names))
      throw new ApiError(
        'forbidden',
        `The Host "${host}" is not an address of this machine. Use localhost, or start the sandbox with ` +
          '--public-url and the origin that you use.',
      );
    next();
  };

/** Returns the origin at which the browser reaches this server. */
export const requestOrigin = ({ protocol, headers }: Request): string => `${protocol}://${headers.host}`;

/** Returns whether a page of another site sends the request. `publicOrigin` is a second origin of this server. */
export function isCrossSite(request: Request, publicOrigin?: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && ![publicOrigin, requestOrigin(request)].includes(origin);
}

/** Rejects forms of other sites, in addition to SameSite cookies and form tokens. @throws ApiError `bad_request`. */
export const requireSameOrigin =
  (publicOrigin: () => string): RequestHandler =>
  (request, _response, next) => {
    if (isCrossSite(request, publicOrigin()))
      throw new ApiError('bad_request', 'Another site sent this form. Nothing was changed.');
    next();
  };
