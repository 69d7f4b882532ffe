// What the steps of a sign-in have in common: what they answer, and what they work with.
import { byUser } from '../audit/actors';
import type { Log } from '../audit/append';
import type { Database } from '../database/database';
import { signInRefused } from './activity';
import { type Attempts, createAttempts } from './attempts';
import { type SecretBox, createSecretBox } from './secret-box';
import type { UserStores } from './stores';
import type { From, User } from './user';

/** Too many attempts: the seconds after which there may be another one. */
export interface Limited {
  retryAfter: number;
}

export interface Token {
  token: string;
}

/** A sentence for the person who chose the password. */
export interface Fault {
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
  /** Tells of a refusal. It resolves when the entry is written. */
  tellRefusal(user: User, why: string, from: From): Promise<void>;
  /** As `tellRefusal`, and nobody waits: whoever asks must not see by the time whether there is such a user, who may still be looked for. */
  tellRefusalLater(user: User | Promise<User | undefined>, why: string, from: From): void;
  /** Waits for what is told later. */
  settled(): Promise<void>;
}

export function createTools(stores: Stores, { secret, onError }: SignInOptions): Tools {
  const untold = new Set<Promise<void>>();
  const tellRefusal = (user: User, why: string, from: From): Promise<void> => stores.users.changes.tell(user, null, byUser(user.id, from.requestId), [signInRefused(user, why, from)]);
  return {
    ...stores,
    box: createSecretBox(secret),
    attempts: createAttempts(),
    tellRefusal,
    tellRefusalLater(user, why, from) {
      const telling = Promise.resolve(user)
        .then((found) => found && tellRefusal(found, why, from))
        .catch((error: unknown) => onError(error, from.requestId))
        .finally(() => untold.delete(telling));
      untold.add(telling);
    },
    settled: async () => void (await Promise.all(untold)),
  };
}
