// So many requests a minute for each key, told in the RateLimit header fields (draft-ietf-httpapi-ratelimit-headers-10).
import type { RequestHandler } from 'express';
import { rateLimited } from '../errors';
import { type Cluster, countAlone, countTogether } from './limiters';

const WINDOW_SECONDS = 60;

/** `limit` requests a minute and key, over all workers of a cluster if there is one; 0 switches it off. */
export function rateLimit(limit: number, cluster?: Cluster): RequestHandler {
  if (limit === 0) return (_request, _response, next) => next();
  const window = { points: limit, duration: WINDOW_SECONDS };
  const count = cluster ? countTogether(window, cluster) : countAlone(window);
  const policy = `"default";q=${limit};w=${WINDOW_SECONDS}`;

  return async (_request, response, next) => {
    const { exchange, headers } = response.locals;
    const { organization, keyId } = exchange!.principal;
    const { isOver, remaining, milliseconds } = await count(`${organization.id} ${keyId}`);
    const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
    headers['RateLimit-Policy'] = policy;
    headers['RateLimit'] = `"default";r=${remaining};t=${seconds}`;
    if (isOver) {
      throw rateLimited(
        `This key has used its requests of this minute. Try again in ${seconds} seconds.`,
        seconds,
      );
    }
    next();
  };
}
