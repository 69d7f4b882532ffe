// Guards pages that carry no key: they are for the browser on this machine, and other sites cannot use it to reach them.
import type { RequestHandler } from 'express';
import { ApiError } from '../../errors';
import { isLoopbackHost } from '../../addresses';
import { isCrossSite } from '../../api/cross-origin';

/** What browsers are told: nothing comes from elsewhere, nothing here is shown elsewhere. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
};

const refused = (message: string) => new ApiError('bad_request', message);

/** @throws ApiError `bad_request` for a request of another site that would change something. */
export const loopbackOnly: RequestHandler = (request, response, next) => {
  if (!isLoopbackHost(request.headers.host ?? ''))
    throw refused('The console answers at localhost, 127.0.0.1 and [::1] only.');
  const changes = request.method !== 'GET' && request.method !== 'HEAD';
  if (changes && isCrossSite(request)) throw refused('The console takes no requests of other sites.');
  for (const [name, value] of Object.entries({ ...response.locals.headers, ...HEADERS }))
    response.setHeader(name, value);
  next();
};
