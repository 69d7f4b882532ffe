// How often somebody may try: counted in memory, in this process. Several servers of one database count each for itself.
import { hash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const MINUTE = 60;

const LIMITS = {
  /** Passwords for an account, or for an address without one, from a client's network. */
  account: { points: 10, duration: 15 * MINUTE },
  /** Passwords for an account from a browser that has signed in to it before. */
  device: { points: 10, duration: 15 * MINUTE },
  /** Current passwords that a signed-in user gives to choose another one. */
  change: { points: 10, duration: 15 * MINUTE },
  /** Passwords, also new ones, and ways to an identity provider, from a client's address, behind which there may be a whole office. */
  address: { points: 100, duration: 15 * MINUTE },
  /** Passwords chosen with a one-time link: to judge one takes this process a good part of a second. */
  link: { points: 10, duration: 15 * MINUTE },
  /** Codes in a session that a right password has begun. */
  session: { points: 5, duration: 15 * MINUTE },
  /**
   * Codes of a user from all unknown browsers: an attacker with the password can begin any number of
   * sessions.
   */
  codes: { points: 10, duration: 60 * MINUTE },
  /** Codes of a user from a browser that has signed in to the account before. */
  deviceCodes: { points: 10, duration: 60 * MINUTE },
  /** Activity entries about wrong passwords of an account, and about too many of them. */
  told: { points: 10, duration: 15 * MINUTE },
  toldTooMany: { points: 1, duration: 15 * MINUTE },
};

export type Counted = keyof typeof LIMITS;

export interface Attempts {
  /** Counts an attempt. Gives the seconds to wait, when it is one too many; the first of these is told to `onFirst`. */
  count(counted: Counted, key: string, onFirst?: () => void): Promise<number | undefined>;
  /** After a success. */
  forget(counted: Counted, key: string): Promise<void>;
}

export function createAttempts(): Attempts {
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([counted, limit]) => [counted, new RateLimiterMemory(limit)]),
  ) as Record<Counted, RateLimiterMemory>;
  const keyOf = (key: string): string => hash('sha256', key, 'base64url'); // of one length, whatever was sent
  return {
    async count(counted, key, onFirst) {
      try {
        await limiters[counted].consume(keyOf(key));
        return undefined;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused;
        if (refused.consumedPoints === LIMITS[counted].points + 1) onFirst?.();
        const seconds = Math.min(refused.msBeforeNext / 1000, LIMITS[counted].duration); // the library goes by the clock, which somebody may set
        return Math.max(1, Math.ceil(seconds));
      }
    },
    async forget(counted, key) {
      await limiters[counted].delete(keyOf(key));
    },
  };
}
