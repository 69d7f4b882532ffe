// Guards the console pages, which need no key: only browsers on this machine can use them.
import type { RequestHandler } from 'express';
import { ApiError } from '../../base/errors';
import { isLoopbackHost } from '../../base/addresses';
import { isCrossSite } from '../../server/api/cross-origin';

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

const badRequest = (message: string) => new ApiError('bad_request', message);

/** @throws ApiError `bad_request` for another host name, and for a write from another site. */
export const loopbackOnly: RequestHandler = (request, response, next) => {
  if (!isLoopbackHost(request.headers.host ?? ''))
    throw badRequest('The console is available at localhost, 127.0.0.1 and [::1] only.');
  const changes = request.method !== 'GET' && request.method !== 'HEAD';
  if (changes && isCrossSite(request)) throw badRequest('The console rejects writes from other sites.');
  for (const [name, value] of Object.entries({ ...response.locals.headers, ...HEADERS }))
    response.setHeader(name, value);
  next();
};
