// How the requests of a key are counted: in this process alone, or over all workers by their primary.
import type { Logger } from 'pino';
import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** What a request finds: whether it is one too many, and what is left until when. */
export interface Count {
  isOver: boolean;
  remaining: number;
  milliseconds: number;
}

/** Counts one request of a key. */
export type Limiter = (key: string) => Promise<Count>;

export interface Limit {
  /** Requests in a window. */
  points: number;
  /** Seconds of a window. */
  duration: number;
}

/** The workers of a cluster, of which this process is one. */
export interface Cluster {
  workers: number;
  logger: Logger;
}

/** How long a worker waits for the primary before it goes by its own count: a request never hangs on it. */
const MAX_MILLISECONDS = 1000;
/** The part of the limit that all workers together may have taken and not used. */
const UNUSED = 1 / 100;

/** The count also when there was too much of it, which the library rejects with; and the milliseconds that are left of the window. */
async function outcome(
  consumed: Promise<RateLimiterRes>,
  { duration }: Limit,
): Promise<{ consumed: number; remaining: number; milliseconds: number }> {
  const { consumedPoints, remainingPoints, msBeforeNext } = await consumed.catch((refused: unknown) => {
    if (refused instanceof RateLimiterRes) return refused;
    throw refused;
  });
  return {
    consumed: consumedPoints,
    remaining: remainingPoints,
    milliseconds: Math.min(msBeforeNext, duration * 1000),
  }; // the library goes by the clock, which somebody may set
}

export function countAlone(limit: Limit): Limiter {
  const limiter = new RateLimiterMemory(limit);
  return async (key) => {
    const { consumed, remaining, milliseconds } = await outcome(limiter.consume(key), limit);
    return { isOver: consumed > limit.points, remaining, milliseconds };
  };
}

/** What a worker has taken of a key's points in this window. */
class Taken {
  left = 0;
  /** What the primary had left then. */
  elsewhere = 0;
  /** Whether it had less than was asked for. */
  isLast = false;
  /** Of performance.now(), as somebody may set the clock. */
  endsAt = 0;
  /** Requests that wait for more, and what they wait for. */
  waiting = 0;
  more: Promise<void> | undefined;
}

/** A worker takes a few points at a time, so that most requests ask nobody. */
function takingFromPrimary(limit: Limit, workers: number): Limiter {
  const { points, duration } = limit;
  const primary = new RateLimiterCluster({
    points,
    duration,
    keyPrefix: 'requests',
    timeoutMs: MAX_MILLISECONDS,
  });
  const portion = Math.max(1, Math.floor((points * UNUSED) / workers));
  const keys = new Map<string, Taken>();

  /** The primary counts also what it refuses: of a portion that passes the limit, the part below it is given. */
  async function takeMore(key: string, taken: Taken): Promise<void> {
    const asked = Math.max(portion, taken.waiting);
    const { consumed, remaining, milliseconds } = await outcome(primary.consume(key, asked), limit);
    const given = Math.min(asked, Math.max(0, points - (consumed - asked)));
    Object.assign(taken, {
      left: given,
      elsewhere: remaining,
      isLast: given < asked,
      endsAt: performance.now() + milliseconds,
    });
  }

  const needsMore = ({ left, isLast, endsAt }: Taken): boolean =>
    performance.now() >= endsAt || (left === 0 && !isLast);

  return async (key) => {
    let taken = keys.get(key);
    if (!taken) keys.set(key, (taken = new Taken()));
    taken.waiting++;
    try {
      while (needsMore(taken))
        await (taken.more ??= takeMore(key, taken).finally(() => (taken.more = undefined)));
    } finally {
      taken.waiting--;
    }
    const milliseconds = taken.endsAt - performance.now();
    if (taken.left === 0) return { isOver: true, remaining: 0, milliseconds };
    taken.left--;
    return { isOver: false, remaining: taken.elsewhere + taken.left, milliseconds };
  };
}

/** Over all workers; by this one alone, with its part of the limit, while the primary does not answer. */
export function countTogether(limit: Limit, { workers, logger }: Cluster): Limiter {
  const together = takingFromPrimary(limit, workers);
  const alone = countAlone({ ...limit, points: Math.ceil(limit.points / workers) });
  let isAlone = false;
  return async (key) => {
    try {
      const used = await together(key);
      isAlone = false;
      return used;
    } catch (error) {
      if (!isAlone)
        logger.warn({ err: error }, 'requests are counted by this worker alone: the primary does not answer');
      isAlone = true;
      return alone(key);
    }
  };
}
