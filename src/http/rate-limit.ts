// So many requests a minute for each key, told in the RateLimit header fields (draft-ietf-httpapi-ratelimit-headers-10).
import type { RequestHandler } from 'express';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../errors';

const WINDOW_SECONDS = 60;

/** `limit` requests a minute and key; 0 switches it off. */
export function rateLimit(limit: number): RequestHandler {
  if (limit === 0) return (_request, _response, next) => next();
  const limiter = new RateLimiterMemory({ points: limit, duration: WINDOW_SECONDS });
  const policy = `"default";q=${limit};w=${WINDOW_SECONDS}`;

  return async (_request, response, next) => {
    const { exchange, headers } = response.locals;
    const used = await limiter.consume(exchange!.principal.keyId).catch((refused: unknown) => {
      if (refused instanceof RateLimiterRes) return refused;
      throw refused;
    });
    const seconds = Math.max(1, Math.ceil(used.msBeforeNext / 1000));
    headers['RateLimit-Policy'] = policy;
    headers['RateLimit'] = `"default";r=${Math.max(0, used.remainingPoints)};t=${seconds}`;
    if (used.consumedPoints > limit) {
      throw new ApiError('rate_limited', `This key has used its requests of this minute. Try again in ${seconds} seconds.`, {
        headers: { 'Retry-After': String(seconds) },
      });
    }
    next();
  };
}
