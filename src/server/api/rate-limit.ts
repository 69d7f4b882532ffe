// Limits the requests of a key, with the RateLimit header fields (draft-ietf-httpapi-ratelimit-headers-10): counts them
// in this process, or in the primary process over all workers. Also limits open bodies and streams.
import type { Logger } from 'pino';
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../../base/errors';
import { pluralize } from '../../base/text';
import type { Principal } from '../../contract/handler';

const WINDOW_SECONDS = 60;
/** Maximum wait for the primary. After it, the worker counts alone. */
const PRIMARY_TIMEOUT = 1000;
/** Share of the limit that all workers together may reserve ahead. */
const RESERVED_SHARE = 1 / 100;

interface Count {
  isOver: boolean;
  remaining: number;
  /** Milliseconds until the window ends. */
  milliseconds: number;
}

type Limiter = (key: string) => Promise<Count>;

export type RateLimit = ReturnType<typeof createRateLimit>;

/** `workers`: the number of processes that share the limit. */
export const createRateLimit = (points: number, workers: number, logger: Logger) => ({
  points,
  count: workers > 1 ? countInCluster(points, workers, logger) : countAlone(points),
});

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
      `This key has used all its requests of this minute. Try again in ${pluralize(seconds, 'second')}.`,
      seconds,
    );
}

/** Returns the library's result. The library rejects its promise with the result when the limit is exceeded. */
async function getResult(result: Promise<RateLimiterRes>) {
  const { consumedPoints, remainingPoints, msBeforeNext } = await result.catch((rejected: unknown) => {
    if (rejected instanceof RateLimiterRes) return rejected;
    throw rejected;
  });
  const milliseconds = Math.min(msBeforeNext, WINDOW_SECONDS * 1000); // The system clock can be set back.
  return { consumed: consumedPoints, remaining: remainingPoints, milliseconds };
}

function countAlone(points: number): Limiter {
  const limiter = new RateLimiterMemory({ points, duration: WINDOW_SECONDS });
  return async (key) => {
    const { consumed, remaining, milliseconds } = await getResult(limiter.consume(key));
    return { isOver: consumed > points, remaining, milliseconds };
  };
}

/** The points of one key that a worker has reserved in this window. */
class Reservation {
  left = 0;
  /** Remaining requests of the primary at the last reservation. */
  leftInPrimary = 0;
  /** Whether the primary had fewer points than were requested. */
  isLast = false;
  /** Time of performance.now(), because the system clock can be set back. */
  endsAt = 0;
  waiting = 0;
  next: Promise<void> | undefined;
}

/** Returns a limiter that reserves several points at a time, so that few requests wait for the primary. */
function reserveInPrimary(points: number, workers: number): Limiter {
  const primary = new RateLimiterCluster({
    points,
    duration: WINDOW_SECONDS,
    keyPrefix: 'requests',
    timeoutMs: PRIMARY_TIMEOUT,
  });
  const portion = Math.max(1, Math.floor((points * RESERVED_SHARE) / workers));
  const reservations = new Map<string, Reservation>();

  /** The primary also counts points beyond the limit. Only those below the limit are granted. */
  async function reserve(key: string, reservation: Reservation): Promise<void> {
    const requested = Math.max(portion, reservation.waiting);
    const { consumed, remaining, milliseconds } = await getResult(primary.consume(key, requested));
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
export function countInCluster(points: number, workers: number, logger: Pick<Logger, 'warn'>): Limiter {
  const inPrimary = reserveInPrimary(points, workers);
  const alone = countAlone(Math.ceil(points / workers));
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

/** Limits how many requests or responses of one name are open at once. */
export class OpenLimit {
  private readonly counts = new Map<string, number>();

  /**
   * Counts one more of a name, until the caller calls the returned function. `sentence`: for a rejected caller.
   * @throws ApiError `rate_limited` when `max` are open
   */
  open(name: string, max: number, sentence: string, retryAfter: number): () => void {
    const count = this.counts.get(name) ?? 0;
    if (count >= max) throw rateLimited(sentence, retryAfter);
    this.counts.set(name, count + 1);
    let isOpen = true;
    return () => {
      if (isOpen) this.close(name);
      isOpen = false;
    };
  }

  private close(name: string): void {
    const left = this.counts.get(name)! - 1;
    if (left > 0) this.counts.set(name, left);
    else this.counts.delete(name);
  }
}
