// So many requests a minute for each key, told in the RateLimit header fields (draft-ietf-httpapi-ratelimit-headers-10).
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../errors';

const WINDOW_SECONDS = 60;
/** How long a worker waits for the count of all before it goes by its own: a request never hangs on it. */
const SHARED_MILLISECONDS = 250;

type Consume = (keyId: string) => Promise<RateLimiterRes>;

/** The outcome also when there was too much of it, which the library rejects with. */
const outcome = (consumed: Promise<RateLimiterRes>): Promise<RateLimiterRes> =>
  consumed.catch((refused: unknown) => {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  });

/** Counted by the primary for all workers; by this worker alone while the primary does not answer. */
function countTogether(options: { points: number; duration: number }, logger: Logger): Consume {
  const shared = new RateLimiterCluster({ ...options, keyPrefix: 'requests', timeoutMs: SHARED_MILLISECONDS });
  const own = new RateLimiterMemory(options);
  let alone = false;
  return async (keyId) => {
    try {
      const used = await outcome(shared.consume(keyId));
      alone = false;
      return used;
    } catch (error) {
      if (!alone) logger.warn({ err: error }, 'requests are counted by this worker alone: the primary does not answer');
      alone = true;
      return outcome(own.consume(keyId));
    }
  };
}

function countAlone(options: { points: number; duration: number }): Consume {
  const limiter = new RateLimiterMemory(options);
  return (keyId) => outcome(limiter.consume(keyId));
}

/** `limit` requests a minute and key, over all workers of a cluster if there is one; 0 switches it off. */
export function rateLimit(limit: number, cluster?: { logger: Logger }): RequestHandler {
  if (limit === 0) return (_request, _response, next) => next();
  const options = { points: limit, duration: WINDOW_SECONDS };
  const consume = cluster ? countTogether(options, cluster.logger) : countAlone(options);
  const policy = `"default";q=${limit};w=${WINDOW_SECONDS}`;

  return async (_request, response, next) => {
    const { exchange, headers } = response.locals;
    const used = await consume(exchange!.principal.keyId);
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
