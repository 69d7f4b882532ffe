// A web site's application: the door behind which its handlers never see Express.
import { promisify } from 'node:util';
import { STATUS_CODES } from 'node:http';
import { parseCookie } from 'cookie';
import express, { type ErrorRequestHandler, type Express, type Request, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { ApiError, notFound } from '../../errors';
import { sendContinue } from '../../api/body';
import { abortResponse, toApiError } from '../../api/error-response';
import { createExpressApp, lastResort } from '../../api/express-app';
import { createContext } from '../../api/request-context';
import { HSTS, requireHttps } from '../../api/require-https';
import { requireSameOrigin } from '../../api/cross-origin';
import { writeSiteAnswer } from './response';
import { siteHeaders } from './headers';
import { siteLog } from './access-log';
import type { Site, SiteAsset, SiteRequest, SiteRoute } from './message';
import { splitTarget } from '../../api/http-syntax';

export interface SiteOptions {
  site: Site;
  /** Whether a request must have come over HTTPS. */
  https: boolean;
  trustProxy: string[];
  /** The origin by which browsers know the site, once it listens. */
  origin: () => string;
  logger: Logger;
}

const FORM = 'application/x-www-form-urlencoded';
const MAX_BYTES = 16 * 1024;
const FOREVER = 'public, max-age=31536000, immutable';

/** Cookies without `__Host-`, which our own have, are somebody else's on the same host. */
function ownCookies(header = ''): SiteRequest['cookies'] {
  const entries = Object.entries(parseCookie(header)).filter(([name]) => name.startsWith('__Host-'));
  return Object.fromEntries(entries.map(([name, value]) => [name.slice('__Host-'.length), value]));
}

const toSiteRequest = (request: Request, id: string): SiteRequest => ({
  method: request.method === 'POST' ? 'post' : 'get',
  params: request.params as Record<string, string>,
  query: new URLSearchParams(splitTarget(request.originalUrl).search),
  form: new URLSearchParams(typeof request.body === 'string' ? request.body : ''),
  cookies: ownCookies(request.headers.cookie),
  target: request.originalUrl,
  crossSite: request.headers['sec-fetch-site'] === 'cross-site',
  address: request.ip ?? '',
  requestId: id,
});

/** No text has a NUL, and PostgreSQL cannot even be asked for one. @throws ApiError `bad_request`. */
function withoutNul(request: SiteRequest): SiteRequest {
  const texts = [...Object.values(request.params), ...request.query.values(), ...request.form.values()];
  if (texts.some((text) => text.includes('\0')))
    throw new ApiError('bad_request', 'The browser sent something that these pages do not take.');
  return request;
}

const strictTransport: RequestHandler = (_request, response, next) => {
  for (const [name, value] of Object.entries(HSTS)) response.setHeader(name, value);
  next();
};

const answering =
  ({ handle }: SiteRoute): RequestHandler =>
  (request, response) =>
    request.admission!.work(async () =>
      writeSiteAnswer(response, await handle(withoutNul(toSiteRequest(request, response.locals.requestId)))),
    );

const serving =
  ({ type, body }: SiteAsset): RequestHandler =>
  (_request, response) => {
    response.setHeader('Content-Type', type);
    response.setHeader('Cache-Control', FOREVER);
    response.end(body);
  };

const failing =
  (site: Site, logger: Logger): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    void next; // Express knows a handler of errors by its four parameters
    const { requestId } = response.locals;
    if (response.headersSent) return abortResponse(error, response, logger);
    const { status, message, headers } = toFailure(error, requestId, logger);
    const page = site.failure(status, message);
    // Node keeps the reason phrase of a head that it could not write.
    const fields = { ...headers, 'Content-Type': 'text/html; charset=utf-8' };
    response.writeHead(status, STATUS_CODES[status], fields).end(page);
  };

/** What Express itself refuses, such as a form that is too large, is 400 to a browser, which sends none by itself. */
function toFailure(error: unknown, requestId: string, logger: Logger): ApiError {
  if (error instanceof ApiError && error.code === 'https_required')
    return new ApiError(
      'https_required',
      'These pages are served over HTTPS only. Open them with https:// in front.',
    );
  if (error instanceof URIError || (error as { expose?: boolean }).expose === true)
    return new ApiError('bad_request', 'The browser sent something that these pages do not take.');
  return toApiError(error, requestId, logger);
}

/** Rejects encoded bodies, because browsers send no compressed forms. */
const readText = express.text({ type: FORM, limit: MAX_BYTES, inflate: false });

const receiveForm: RequestHandler = async (request, response, next) => {
  await request.admission!.receive(undefined, () => {
    sendContinue(request, response);
    return promisify(readText)(request, response);
  });
  next();
};

export function createSite({ site, https, trustProxy, origin, logger }: SiteOptions): Express {
  const app = createExpressApp(trustProxy);
  for (const setting of ['case sensitive routing', 'strict routing']) app.enable(setting);

  app.use(createContext, siteLog(logger), siteHeaders);
  if (https) app.use(requireHttps, strictTransport);
  for (const asset of site.assets) app.get(asset.path, serving(asset));
  const form = [requireSameOrigin(origin), receiveForm];
  for (const route of site.routes)
    app[route.method](route.path, route.method === 'post' ? form : [], answering(route));
  app.use(() => {
    throw notFound();
  });
  app.use(failing(site, logger), lastResort(logger));
  return app;
}
