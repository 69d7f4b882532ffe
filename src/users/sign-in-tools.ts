// What the steps of a sign-in have in common: what they answer, and what they work with.
import { byUser } from '../audit/actors';
import type { Log } from '../audit/append';
import type { Database } from '../database/database';
import { signInRefused } from './activity';
import { type Attempts, createAttempts } from './attempts';
import { networkOf } from '../addresses';
import { deriveKey } from './derived-keys';
import { type DeviceCookies, createDeviceCookies } from './device-cookies';
import { type SecretBox, createSecretBox } from './secret-box';
import type { UserStores } from './stores';
import type { Account } from './store';
import type { From, User } from './user';

/** Too many attempts: the seconds after which there may be another one. */
export interface Limited {
  retryAfter: number;
}

export interface Token {
  token: string;
}

/** A complete sign-in. The cookie `device` identifies the browser from then on. */
export interface SignedIn extends Token {
  device: string;
}

/** A sentence for the person who chose the password. */
export interface SignInFault {
  fault: string;
}

export interface SignInOptions {
  /** SETTINGS_SECRET. */
  secret: string;
  /** Hears of an entry of a refused sign-in that could not be written. */
  onError: (error: unknown, requestId: string) => void;
}

/** An open inventory has these. */
export interface Stores {
  database: Database;
  log: Log;
  users: UserStores;
}

export interface Tools extends Stores {
  box: SecretBox;
  attempts: Attempts;
  devices: DeviceCookies;
  /** Tells of a refusal. It resolves when the entry is written. */
  tellRefusal(user: User, why: string, from: From): Promise<void>;
  /** Like `tellRefusal`, without waiting: the response time must not reveal whether the user exists. */
  tellRefusalLater(user: User, why: string, from: From): void;
  /** Resets the account's counts of passwords and codes after a sign-in, and returns the device cookie. */
  welcome(account: Account, from: From): Promise<string>;
  /** Waits for what is told later. */
  settled(): Promise<void>;
}

export function createTools(stores: Stores, { secret, onError }: SignInOptions): Tools {
  const untold = new Set<Promise<void>>();
  const tellRefusal = (user: User, why: string, from: From): Promise<void> =>
    stores.users.changes.tell(user, null, byUser(user.id, from.requestId), [signInRefused(user, why, from)]);
  const attempts = createAttempts();
  const devices = createDeviceCookies(deriveKey(secret, 'deviceCookies'));
  return {
    ...stores,
    box: createSecretBox(secret),
    attempts,
    devices,
    async welcome(account, { address, device }) {
      const { id } = account;
      await Promise.all([
        attempts.forget('account', `${id} ${networkOf(address)}`),
        attempts.forget('codes', id),
      ]);
      if (device !== undefined && devices.isValid(device, account))
        await Promise.all([attempts.forget('device', device), attempts.forget('deviceCodes', device)]);
      return devices.issue(account);
    },
    tellRefusal,
    tellRefusalLater(user, why, from) {
      const telling = tellRefusal(user, why, from)
        .catch((error: unknown) => onError(error, from.requestId))
        .finally(() => untold.delete(telling));
      untold.add(telling);
    },
    settled: async () => void (await Promise.all(untold)),
  };
}
