// Lets browser applications of other origins call the API: of any origin in the sandbox, of none on the real server unless configured.
import cors from 'cors';
import type { RequestHandler } from 'express';
import './locals';

const PREFLIGHT_SECONDS = 600;

/** `origins` are such as `https://app.example`, or `*` alone for all. The key is a header and no cookie, so there are no credentials to allow. */
export function allowOrigins(origins: string[]): RequestHandler {
  if (origins.length === 0) return (_request, _response, next) => next();
  const handle = cors({
    origin: origins.includes('*') ? '*' : origins,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    exposedHeaders: '*',
    maxAge: PREFLIGHT_SECONDS,
    preflightContinue: true, // its own answer has a Content-Length, which a 204 must not have (RFC 9110, section 8.6)
  });
  return (request, response, next) => {
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined;
    // `cors` takes every OPTIONS for a preflight; one that is none asks for `Allow`, and needs a key.
    if (request.method === 'OPTIONS' && !isPreflight) return next();
    response.setHeaders(
      new Map(Object.entries(response.locals.headers).map(([name, value]) => [name, String(value)])),
    );
    handle(request, response, isPreflight ? () => response.writeHead(204).end() : next);
  };
}
