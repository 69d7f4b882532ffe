// Guards everything in the sandbox that needs no API key: the control interface, the console with its events and
// log, and the documentation. Only programs and pages on this machine can use it, or the bearer of a token.
import type { IncomingHttpHeaders } from 'node:http';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { isLoopbackAddress, isLoopbackHost } from '../../base/addresses';
import { isSameDigest, sha256 } from '../../base/digest';
import { ApiError } from '../../base/errors';
import {
  type AllowedOrigin,
  isAllowedOrigin,
  isCrossSite,
  requireOwnHost,
} from '../../server/api/cross-origin';
import { requireWellFormed } from '../../server/api/app';

export interface Access {
  /** The bearer token (RFC 6750). */
  token: string | undefined;
  /** Whether the sandbox listens on loopback, without TLS and without a proxy. Otherwise it needs the token. */
  isLocal: boolean;
  /** Whether everyone may use what the guard protects. Pages of other origins still may not write. */
  isPublic: boolean;
  trustsProxy: boolean;
  /** The listen address, which may be a host name. */
  host: string;
  /** The origin at which callers on the network reach the sandbox. */
  publicUrl: string | undefined;
  /** Origins whose pages may use the sandbox. */
  origins: AllowedOrigin[];
  /** Identifies the data of the sandbox: worlds and keys of another one do not exist here. */
  instance: string;
}

/** What browsers request by themselves beside a page: its icon, and files that the sandbox does not have. */
export const BROWSER_PATHS = [
  '/favicon.ico',
  '/apple-touch-icon.png',
  '/apple-touch-icon-precomposed.png',
  '/.well-known/appspecific/com.chrome.devtools.json',
];
export const WORLDS = '/sandbox/worlds';
/** No operation of the contract has one of these paths. */
const PATHS = ['/console', '/docs', WORLDS, '/llms.txt', ...BROWSER_PATHS];
/** Documentation for programs. It has no data of the sandbox, so that every page and caller of an own Host may read it. */
const PUBLIC_PATH = /^\/(?:llms\.txt\/?|docs\/guide\/[\w-]+\.md)$/;

export const INSTANCE_HEADER = 'X-Sandbox-Instance';

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

const forbidden = (message: string) => new ApiError('forbidden', message);

/** Returns the guard. It precedes all other routes, because it checks the Host on every path. */
export function createGuard(access: Access): Router {
  const { host, publicUrl } = access;
  const guard: RequestHandler = (request, response, next) => {
    if (!isPublic(request)) checkAccess(request, access);
    requireWellFormed(request); // A proxy may read the second of two Host fields.
    setHeaders(response, access);
    next();
  };
  const router = Router({ caseSensitive: true, strict: true });
  router.use(requireOwnHost(publicUrl === undefined ? [host] : [host, new URL(publicUrl).hostname]));
  router.use(PATHS, guard);
  router.all('/', guard);
  return router;
}

const isPublic = ({ method, baseUrl, path }: Request): boolean =>
  ['GET', 'HEAD'].includes(method) && PUBLIC_PATH.test(baseUrl + path);

/** @throws ApiError `forbidden`, `unauthorized` */
function checkAccess(request: Request, access: Access): void {
  if (!access.isPublic) checkCaller(request, access);
  const { publicUrl, origins } = access;
  const { headers, method } = request;
  const isRead = method === 'GET' || method === 'HEAD';
  // A link of another page may open the console. Such a page reads no response without an Origin, but the work counts.
  const isAllowedRead =
    isRead &&
    (headers.origin === undefined
      ? headers['sec-fetch-mode'] === 'navigate' && request.baseUrl !== WORLDS
      : isAllowedOrigin(origins, headers.origin));
  if (!isAllowedRead && isCrossSite(request, publicUrl))
    throw forbidden('A page of another origin sent the request. Only the pages of this sandbox can send it.');
}

/** @throws ApiError `forbidden`, `unauthorized` */
function checkCaller({ headers, socket }: Request, { token, isLocal, trustsProxy }: Access): void {
  const proxied = trustsProxy ? undefined : Object.keys(headers).find((name) => FROM_PROXY.test(name));
  if (proxied !== undefined)
    throw forbidden(
      `The request came through a proxy (${proxied}). Send it directly, or set TRUST_PROXY and SANDBOX_TOKEN.`,
    );
  if (!isLocal || token !== undefined) checkToken(headers, token);
  else if (!isLoopbackAddress(socket.remoteAddress ?? '') || !isLoopbackHost(headers.host ?? ''))
    throw forbidden(
      'The console, its data and the worlds are available at localhost, 127.0.0.1 and [::1] only.',
    );
}

/** Header fields that proxies add. */
const FROM_PROXY = /^(?:via|forwarded|x-forwarded-.*|x-real-ip)$/;

/** @throws ApiError `unauthorized` */
function checkToken({ authorization = '' }: IncomingHttpHeaders, token: string | undefined): void {
  const [, given = ''] = /^Bearer (.+)$/i.exec(authorization) ?? [];
  if (token !== undefined && isSameDigest(sha256(given), sha256(token))) return;
  throw new ApiError(
    'unauthorized',
    'The console, its data and the worlds of this sandbox need the bearer token of SANDBOX_TOKEN in the ' +
      'Authorization header.',
    { headers: { 'WWW-Authenticate': 'Bearer realm="sandbox"' } },
  );
}

/** Through a network, responses may pass caches of other users. */
function setHeaders(response: Response, { isLocal, instance }: Access): void {
  const headers = {
    ...response.locals.headers,
    ...HEADERS,
    [INSTANCE_HEADER]: instance,
    ...(isLocal ? {} : { 'Cache-Control': 'no-store' }),
  };
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
