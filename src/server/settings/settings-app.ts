// The Express application of the Settings pages: headers, the access log, forms, assets and routes. Handlers do not
// depend on Express.
import { STATUS_CODES } from 'node:http';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { parseCookie, stringifySetCookie } from 'cookie';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import type { RequestOrigin } from '../../contract/handler';
import { sendContinue } from '../api/body';
import {
  type OnUnavailable,
  abortResponse,
  errorFields,
  lastResort,
  toApiError,
} from '../api/error-response';
import { createExpressApp, splitTarget } from '../api/app';
import { HSTS, createRequireHttps } from '../api/require-https';
import { requireSameOrigin } from '../api/cross-origin';
import { streamTo } from '../api/response';
import { ApiError, notFound } from '../../base/errors';
import { ASSETS } from './layout';
import { DEVICE } from './responses';
import type { Site, SiteCookie, SiteRequest, SiteResponse } from './site';

interface SiteOptions {
  site: Site;
  /** Whether the site requires HTTPS. */
  https: boolean;
  trustProxy: string[];
  /** Returns the public origin of the site, once it listens. */
  origin: () => string;
  logger: Logger;
  onUnavailable?: OnUnavailable;
}

const FORM_TYPE = 'application/x-www-form-urlencoded';
const MAX_FORM_BYTES = 16 * 1024;
const PERMISSIONS = 'camera=(), geolocation=(), microphone=(), payment=(), usb=(), clipboard-read=()';
const HTTPS_REQUIRED = 'This page requires HTTPS. Open it with an https:// address.';
const HTML = 'text/html; charset=utf-8';
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** Browsers accept a cookie with this prefix only from this host, over HTTPS and for the path `/`. */
const PREFIX = '__Host-';

/** Without `unsafe-inline`, text that escaped the templates' escaping can neither run nor style. */
const helmetHeaders = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      imgSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  // With no-referrer, browsers send `Origin: null` with our own forms.
  referrerPolicy: { policy: 'same-origin' },
  strictTransportSecurity: false, // see strictTransport
  xFrameOptions: { action: 'deny' },
});

const securityHeaders: RequestHandler = (request, response, next) => {
  response.set({
    ...response.locals.headers,
    'Cache-Control': 'no-store',
    'Permissions-Policy': PERMISSIONS,
  });
  helmetHeaders(request, response, next);
};

const strictTransport: RequestHandler = (_request, response, next) => {
  response.set(HSTS);
  next();
};

/** Logs one line for each request: its route, never its path, which may hold the token of a one-time link. */
const accessLog =
  (logger: Logger): RequestHandler =>
  (request, response, next) => {
    response.once('close', () => {
      const { origin, startedAt, written } = response.locals;
      const failure = written?.error && errorFields(written.error);
      const route = (request.route as { path?: string } | undefined)?.path;
      logger[failure?.cause === undefined ? 'info' : 'warn']({
        site: 'settings',
        requestId: origin.requestId,
        method: request.method,
        route,
        status: response.statusCode,
        ...failure,
        milliseconds: Number(process.hrtime.bigint() - startedAt) / 1e6,
        ...(response.writableFinished ? {} : { aborted: true }),
      });
    });
    next();
  };

/** Rejects encoded bodies, because browsers send no compressed forms. */
const readText = express.text({ type: FORM_TYPE, limit: MAX_FORM_BYTES, inflate: false });

const receiveForm: RequestHandler = async (request, response, next) => {
  await response.locals.admission.receive(undefined, () => {
    sendContinue(request, response);
    return promisify(readText)(request, response);
  });
  next();
};

export function createSite({ site, https, trustProxy, origin, logger, onUnavailable }: SiteOptions): Express {
  const app = createExpressApp(trustProxy);
  for (const setting of ['case sensitive routing', 'strict routing']) app.enable(setting);

  app.use(accessLog(logger), securityHeaders);
  if (https) app.use(createRequireHttps(logger, HTTPS_REQUIRED), strictTransport);
  for (const { path, type, body } of ASSETS)
    app.get(path, (_request, response) => {
      response.set({ 'Content-Type': type, 'Cache-Control': IMMUTABLE }).end(body);
    });
  const form = [requireSameOrigin(origin), receiveForm];
  for (const { method, path, handle } of site.routes) {
    const respond: RequestHandler = (request, response) =>
      response.locals.admission.work(async () =>
        writeSiteResponse(response, await handle(toSiteRequest(request, response.locals.origin))),
      );
    app[method](path, method === 'post' ? form : [], respond);
  }
  app.use(() => {
    throw notFound();
  });
  app.use(renderFailure(site, logger, onUnavailable), lastResort(logger));
  return app;
}

/** @throws ApiError `bad_request` for a NUL character, which PostgreSQL cannot store. */
function toSiteRequest(request: Request, origin: RequestOrigin): SiteRequest {
  const params = request.params as Record<string, string>;
  const query = new URLSearchParams(splitTarget(request.originalUrl).search);
  const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
  const texts = [...Object.values(params), ...query.values(), ...form.values()];
  if (texts.some((text) => text.includes('\0'))) throw badRequest();
  const cookies = ownCookies(request.headers.cookie);
  return {
    method: request.method === 'POST' ? 'post' : 'get',
    params,
    query,
    form,
    cookies,
    target: request.originalUrl,
    crossSite: request.headers['sec-fetch-site'] === 'cross-site',
    ...origin,
    address: origin.address ?? '',
    device: cookies[DEVICE],
  };
}

/** Ignores cookies without the prefix, which another application on the host may have set. */
function ownCookies(header = ''): SiteRequest['cookies'] {
  const entries = Object.entries(parseCookie(header)).filter(([name]) => name.startsWith(PREFIX));
  return Object.fromEntries(entries.map(([name, value]) => [name.slice(PREFIX.length), value]));
}

const setCookie = ({ name, value, sameSite = 'strict', maxAge }: SiteCookie): string =>
  stringifySetCookie({
    name: `${PREFIX}${name}`,
    value: value ?? '',
    path: '/',
    secure: true,
    httpOnly: true,
    sameSite,
    ...(value === undefined ? { maxAge: 0 } : maxAge === undefined ? {} : { maxAge }),
  });

export async function writeSiteResponse(
  response: Response,
  { status, body = '', headers = {}, cookies = [] }: SiteResponse,
): Promise<void> {
  response.status(status).set({ 'Content-Type': HTML, ...headers });
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies.map(setCookie));
  if (typeof body === 'string') response.end(body);
  else await streamTo(response, Readable.from(body));
}

const renderFailure =
  (site: Site, logger: Logger, onUnavailable?: OnUnavailable): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    void next; // Express recognizes an error handler by its four parameters
    const { requestId } = response.locals.origin;
    if (response.headersSent) return abortResponse(error, response, logger);
    // Errors of Express that it exposes are faults of the request, for example a form that is too large.
    const isBadRequest = error instanceof URIError || (error as { expose?: boolean }).expose === true;
    const failure = isBadRequest ? badRequest() : toApiError(error, requestId, logger, onUnavailable);
    const { status, message, headers } = failure;
    response.locals.written = { headers, error: failure };
    const page = site.failure(status, message);
    // Node keeps the reason phrase of a head that it could not write.
    response.writeHead(status, STATUS_CODES[status], { ...headers, 'Content-Type': HTML }).end(page);
  };

const badRequest = (): ApiError =>
  new ApiError('bad_request', 'The server cannot read this request. Reload the page, then try again.');
