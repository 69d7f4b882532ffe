// Limits of sign-in attempts. Each process keeps its own counts in memory.
import { hash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

const MINUTE = 60;

/** `duration` is in seconds. */
const LIMITS = {
  /** Passwords for an account, or for an address without one, from a client's network. */
  account: { points: 10, duration: 15 * MINUTE },
  /** Passwords for an account from a browser that has signed in to it before. */
  device: { points: 10, duration: 15 * MINUTE },
  /** Current passwords that a signed-in user enters to change the password. */
  change: { points: 10, duration: 15 * MINUTE },
  /** Passwords, new passwords and starts at identity providers, from a network that an office may share. */
  address: { points: 100, duration: 15 * MINUTE },
  /** New passwords with a one-time link. Checking one blocks this process for a good part of a second. */
  link: { points: 10, duration: 15 * MINUTE },
  /** Codes in a session that began with a correct password. */
  session: { points: 5, duration: 15 * MINUTE },
  /** Codes for an account from unknown browsers. An attacker with the password can begin many sessions. */
  codes: { points: 10, duration: 60 * MINUTE },
  /** Codes for an account from a browser that has signed in to it before. */
  deviceCodes: { points: 10, duration: 60 * MINUTE },
  /** Activity entries about wrong passwords of an account, and about too many of them. */
  recorded: { points: 10, duration: 15 * MINUTE },
  recordedTooMany: { points: 1, duration: 15 * MINUTE },
};

type AttemptKind = keyof typeof LIMITS;

export function createAttempts() {
  const limiters = Object.fromEntries(
    Object.entries(LIMITS).map(([kind, limit]) => [kind, new RateLimiterMemory(limit)]),
  ) as Record<AttemptKind, RateLimiterMemory>;
  const keyOf = (key: string): string => hash('sha256', key, 'base64url'); // bounds the length of sent text
  return {
    /**
     * Counts an attempt. Returns the seconds to wait when the limit is exceeded, and calls `onFirst` for the
     * first attempt above it.
     */
    async count(kind: AttemptKind, key: string, onFirst?: () => void): Promise<number | undefined> {
      try {
        await limiters[kind].consume(keyOf(key));
        return undefined;
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        const { points, duration } = LIMITS[kind];
        if (rejection.consumedPoints === points + 1) onFirst?.();
        // The library uses the wall clock, which may have been set back.
        return Math.max(1, Math.ceil(Math.min(rejection.msBeforeNext / 1000, duration)));
      }
    },
    /** Resets a count after a success. */
    async forget(kind: AttemptKind, key: string): Promise<void> {
      await limiters[kind].delete(keyOf(key));
    },
  };
}
