// The types of results that the steps of a sign-in share, and the services that the steps use.
import { byUser } from '../../audit/entry';
import type { Log } from '../../audit/append';
import { networkOf } from '../../../base/addresses';
import type { Database } from '../../../database/database';
import type { Account } from '../accounts';
import { signInRejected } from '../user-activity';
import { createDeviceCookies, createSecretBox, deriveKey } from '../secrets';
import type { UserStores } from '../stores';
import type { ClientInfo, User } from '../user';
import { createAttempts } from './attempts';

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

export interface SignInOptions {
  /** SETTINGS_SECRET. */
  secret: string;
  /** Receives the error when an entry about a rejected sign-in cannot be written. */
  onError: (error: unknown, requestId: string) => void;
}

/** An open inventory provides these. */
export interface SignInStores {
  database: Database;
  log: Log;
  users: UserStores;
}

export type SignInContext = ReturnType<typeof createSignInContext>;

export function createSignInContext(stores: SignInStores, { secret, onError }: SignInOptions) {
  const unwritten = new Set<Promise<void>>();
  const attempts = createAttempts();
  const devices = createDeviceCookies(deriveKey(secret, 'deviceCookies'));

  /** Records a rejection. */
  function recordRejection(user: User, reason: string, client: ClientInfo): Promise<void> {
    const activity = signInRejected(user, reason, client);
    return stores.users.changes.record(user, null, byUser(user.id, client), [activity]);
  }

  return {
    ...stores,
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
        attempts.forget('account', `${id} ${networkOf(address)}`),
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
