// The types of results that the steps of a sign-in share, and the services that the steps use: limits of attempts,
// device cookies, encryption and the entries about rejections.
import { hash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Log } from '../../audit/append';
import { toNetwork } from '../../../base/addresses';
import type { Database } from '../../../database/database';
import type { Account } from '../accounts';
import { signInRejected } from '../user-activity';
import { createDeviceCookies, createSecretBox, deriveKey } from '../secrets';
import type { UserStores } from '../stores';
import type { ClientInfo, User } from '../user';

/** Too many attempts. The client may try again after this number of seconds. */
export interface Limited {
  retryAfter: number;
}

export interface SessionToken {
  token: string;
}

/** A completed sign-in. The cookie `device` identifies the browser from then on. */
export interface SignedIn extends SessionToken {
  device: string;
}

/** The fault of a new password, as a message for the user. */
export interface PasswordFault {
  fault: string;
}

/** An open inventory provides the first three. */
export interface SignInServices {
  database: Database;
  log: Log;
  users: UserStores;
  /** SETTINGS_SECRET. */
  secret: string;
  /** Receives the error when an entry about a rejected sign-in cannot be written. */
  onError: (error: unknown, requestId: string) => void;
}

const MINUTE = 60;

/** Limits of attempts, with `duration` in seconds. Each process keeps its own counts in memory. */
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
  const hashKey = (key: string): string => hash('sha256', key, 'base64url'); // bounds the length of sent text
  return {
    /**
     * Counts an attempt. Returns the time to wait when the limit is exceeded, and calls `onFirst` for the first
     * attempt above it.
     */
    async count(kind: AttemptKind, key: string, onFirst?: () => void): Promise<Limited | undefined> {
      try {
        await limiters[kind].consume(hashKey(key));
        return undefined;
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        const { points, duration } = LIMITS[kind];
        if (rejection.consumedPoints === points + 1) onFirst?.();
        // The library uses the wall clock, which may have been set back.
        return { retryAfter: Math.max(1, Math.ceil(Math.min(rejection.msBeforeNext / 1000, duration))) };
      }
    },
    /** Resets a count after a success. */
    async forget(kind: AttemptKind, key: string): Promise<void> {
      await limiters[kind].delete(hashKey(key));
    },
  };
}

export type SignInContext = ReturnType<typeof createSignInContext>;

export function createSignInContext(services: SignInServices) {
  const { users, secret, onError } = services;
  const unwritten = new Set<Promise<void>>();
  const attempts = createAttempts();
  const devices = createDeviceCookies(deriveKey(secret, 'deviceCookies'));

  function recordRejection(user: User, reason: string, client: ClientInfo): Promise<void> {
    return users.changes.record(user, null, client, signInRejected(user, reason, client));
  }

  return {
    ...services,
    box: createSecretBox(secret),
    attempts,
    devices,
    recordRejection,
    /** Does not wait for the entry: the response time must not reveal whether the account exists. */
    recordRejectionLater(user: User, reason: string, client: ClientInfo): void {
      const writing = recordRejection(user, reason, client)
        .catch((error: unknown) => onError(error, client.requestId))
        .finally(() => unwritten.delete(writing));
      unwritten.add(writing);
    },
    /** Resets the account's counts of passwords and codes after a sign-in, and returns the device cookie. */
    async completeSignIn(account: Account, { address, device }: ClientInfo): Promise<string> {
      const { id } = account;
      await Promise.all([
        attempts.forget('account', `${id} ${toNetwork(address)}`),
        attempts.forget('codes', id),
      ]);
      if (device !== undefined && devices.isValid(device, account))
        await Promise.all([attempts.forget('device', device), attempts.forget('deviceCodes', device)]);
      return devices.issue(account);
    },
    /** Waits for the entries of `recordRejectionLater`. */
    settled: async (): Promise<void> => void (await Promise.all(unwritten)),
  };
}
