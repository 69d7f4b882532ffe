// Limits the requests of a key, with the RateLimit header fields (draft-ietf-httpapi-ratelimit-headers-10).
// Counts them in this process, or in the primary process over all workers.
import type { Logger } from 'pino';
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../../base/errors';
import { countOf } from '../../base/text';
import type { Principal } from '../../contract/handler';

const WINDOW_SECONDS = 60;
/** Maximum wait for the primary. After it, the worker counts alone. */
const PRIMARY_TIMEOUT = 1000;
/** Share of the limit that all workers together may reserve ahead. */
const RESERVED_SHARE = 1 / 100;

interface Limit {
  /** Requests in a window. */
  points: number;
  /** Seconds of a window. */
  duration: number;
}

interface Count {
  isOver: boolean;
  remaining: number;
  /** Milliseconds until the window ends. */
  milliseconds: number;
}

/** Counts one request of a key. */
type Limiter = (key: string) => Promise<Count>;

/** The cluster of which this process is a worker. */
interface Cluster {
  workers: number;
  logger: Logger;
}

export interface RateLimit {
  /** Requests a minute. */
  points: number;
  count: Limiter;
}

/** Limits each key to `points` requests a minute. Returns undefined for 0, which means no limit. */
export function createRateLimit(points: number, cluster?: Cluster): RateLimit | undefined {
  if (points === 0) return undefined;
  const window = { points, duration: WINDOW_SECONDS };
  return { points, count: cluster ? countInCluster(window, cluster) : countAlone(window) };
}

/** Counts a request of a key, and adds the RateLimit fields to `headers`. @throws ApiError `rate_limited` */
export async function requireRate(
  { points, count }: RateLimit,
  { organization, keyId }: Principal,
  headers: Record<string, string | number>,
): Promise<void> {
  const { isOver, remaining, milliseconds } = await count(`${organization.id} ${keyId}`);
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  headers['RateLimit-Policy'] = `"default";q=${points};w=${WINDOW_SECONDS}`;
  headers['RateLimit'] = `"default";r=${remaining};t=${seconds}`;
  if (isOver)
    throw rateLimited(
      `This key has used all its requests of this minute. Try again in ${countOf(seconds, 'second')}.`,
      seconds,
    );
}

/**
 * Returns the library's result. The library rejects its promise with the result when the limit is exceeded.
 */
async function resultOf(
  result: Promise<RateLimiterRes>,
  { duration }: Limit,
): Promise<{ consumed: number; remaining: number; milliseconds: number }> {
  const { consumedPoints, remainingPoints, msBeforeNext } = await result.catch((rejected: unknown) => {
    if (rejected instanceof RateLimiterRes) return rejected;
    throw rejected;
  });
  return {
    consumed: consumedPoints,
    remaining: remainingPoints,
    milliseconds: Math.min(msBeforeNext, duration * 1000), // The system clock can be set back.
  };
}

/** Returns a limiter that counts the requests of this process only. */
function countAlone(limit: Limit): Limiter {
  const limiter = new RateLimiterMemory(limit);
  return async (key) => {
    const { consumed, remaining, milliseconds } = await resultOf(limiter.consume(key), limit);
    return { isOver: consumed > limit.points, remaining, milliseconds };
  };
}

/** The points of one key that a worker has reserved in this window. */
class Reservation {
  left = 0;
  /** What the primary had left at the last reservation. */
  leftInPrimary = 0;
  /** Whether the primary had fewer points than were requested. */
  isLast = false;
  /** Time of performance.now(), because the system clock can be set back. */
  endsAt = 0;
  /** Requests that wait for the next reservation. */
  waiting = 0;
  next: Promise<void> | undefined;
}

/** Returns a limiter that reserves several points at a time, so that few requests wait for the primary. */
function reserveInPrimary(limit: Limit, workers: number): Limiter {
  const { points, duration } = limit;
  const primary = new RateLimiterCluster({
    points,
    duration,
    keyPrefix: 'requests',
    timeoutMs: PRIMARY_TIMEOUT,
  });
  const portion = Math.max(1, Math.floor((points * RESERVED_SHARE) / workers));
  const reservations = new Map<string, Reservation>();

  /** The primary also counts points beyond the limit. Only those below the limit are granted. */
  async function reserve(key: string, reservation: Reservation): Promise<void> {
    const requested = Math.max(portion, reservation.waiting);
    const { consumed, remaining, milliseconds } = await resultOf(primary.consume(key, requested), limit);
    const granted = Math.min(requested, Math.max(0, points - (consumed - requested)));
    reservation.left = granted;
    reservation.leftInPrimary = remaining;
    reservation.isLast = granted < requested;
    reservation.endsAt = performance.now() + milliseconds;
  }

  const needsMore = ({ left, isLast, endsAt }: Reservation): boolean =>
    performance.now() >= endsAt || (left === 0 && !isLast);

  return async (key) => {
    let reservation = reservations.get(key);
    if (!reservation) reservations.set(key, (reservation = new Reservation()));
    reservation.waiting++;
    try {
      while (needsMore(reservation))
        await (reservation.next ??= reserve(key, reservation).finally(() => (reservation.next = undefined)));
    } finally {
      reservation.waiting--;
    }
    const milliseconds = reservation.endsAt - performance.now();
    if (reservation.left === 0) return { isOver: true, remaining: 0, milliseconds };
    reservation.left--;
    return { isOver: false, remaining: reservation.leftInPrimary + reservation.left, milliseconds };
  };
}

/**
 * Returns a limiter over all workers. While the primary does not respond, this worker counts alone, with its
 * part of the limit.
 */
export function countInCluster(limit: Limit, { workers, logger }: Cluster): Limiter {
  const inPrimary = reserveInPrimary(limit, workers);
  const alone = countAlone({ ...limit, points: Math.ceil(limit.points / workers) });
  let isAlone = false;
  return async (key) => {
    try {
      const count = await inPrimary(key);
      isAlone = false;
      return count;
    } catch (error) {
      if (!isAlone)
        logger.warn({ err: error }, 'rate limit: the primary does not respond, this worker counts alone');
      isAlone = true;
      return alone(key);
    }
  };
}
