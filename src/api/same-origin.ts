// Refuses what another site has a browser send. On the site with sign-in it stands beside the cookies' SameSite and the token in each form: any one of them would do.
import type { Request, RequestHandler } from 'express';
import { ApiError } from '../errors';

/** The address by which the reader's browser knows this server. */
export const originOf = ({ protocol, headers }: Request): string => `${protocol}://${headers.host}`;

/** Whether the browser says that another page than one of ours sends this. `publicOrigin`: by which we are known besides the address that it has used. */
export function isCrossSite(request: Request, publicOrigin?: string): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && ![publicOrigin, originOf(request)].includes(origin);
}

/** @throws ApiError `bad_request`. */
export const sameOrigin =
  (publicOrigin: () => string): RequestHandler =>
  (request, _response, next) => {
    if (isCrossSite(request, publicOrigin()))
      throw new ApiError('bad_request', 'This form was sent by another site. Nothing was changed.');
    next();
  };
