// Refuses what another site has a browser send. It stands beside the cookies' SameSite and the token in each form: any one of them would do.
import type { Request, RequestHandler } from 'express';
import { ApiError } from '../errors';

/** The addresses by which the browser may know the site: its public origin, and the one that it has used. */
const isOwn = (request: Request, publicOrigin: string): boolean => [publicOrigin, `${request.protocol}://${request.headers.host}`].includes(String(request.headers.origin));

/** @throws ApiError `bad_request`. */
export const sameOrigin =
  (publicOrigin: () => string): RequestHandler =>
  (request, _response, next) => {
    const { origin, 'sec-fetch-site': site } = request.headers;
    const isForeign = (site !== undefined && site !== 'same-origin' && site !== 'none') || (origin !== undefined && !isOwn(request, publicOrigin()));
    if (isForeign) throw new ApiError('bad_request', 'This form was sent by another site. Nothing was changed.');
    next();
  };
