// Sessions of the Settings pages: random tokens, of which the database stores digests.
import type { Database, Transaction } from '../../database/database';
import { deleteKept } from '../../database/kept-change';
import { once } from '../../database/statement';
import type { AccountStore } from './accounts';
import { newToken } from './secrets';
import type { User, UserId } from './user';
import { sha256 } from '../../base/digest';

/** A session ends after this time without a request, and after MAX_HOURS in any case. */
export const IDLE_MINUTES = 15;
export const MAX_HOURS = 8;

/**
 * `enrollment`: the user has a password and must set up a second factor. `second factor`: the password was
 * correct, and the user must enter a code.
 */
export type Stage = 'enrollment' | 'second factor' | 'signed in';

export interface Session {
  /** The digest of its token. */
  digest: string;
  user: User;
  stage: Stage;
  /** The name of the identity provider that signed the user in; null for a password. */
  provider: string | null;
  /** When the sign-in began. A change of stage keeps it. */
  createdAt: string;
  /**
   * For an enrollment, the encrypted shared secret. For a second factor, the other accounts that the
   * password has matched, as JSON (see PasswordMatch).
   */
  pending: string | null;
}

/** `createdAt`: now by default. */
type NewSession = Pick<Session, 'user' | 'stage' | 'provider'> &
  Partial<Pick<Session, 'createdAt' | 'pending'>>;

type Row = Omit<Session, 'user'> & { userId: UserId; seenAt: string };

const MINUTE = 60_000;

/** Limits writes: the store notes the use of a session at most once in this time. */
const SEEN_INTERVAL = MINUTE;

/** A session has ended when it began or was last used at these times or before. */
const limits = (now: number): { begun: string; seen: string } => ({
  begun: new Date(now - MAX_HOURS * 60 * MINUTE).toISOString(),
  seen: new Date(now - IDLE_MINUTES * MINUTE).toISOString(),
});

/** Methods with a transaction are part of a change of the session's user. */
export function createSessionStore(database: Database, accounts: AccountStore) {
  const { knex, read, write } = database;
  const one = (digest: string) => knex('sessions').where({ digest });
  return {
    /** Returns a session that has not ended, and notes its use. */
    async find(token: string): Promise<Session | undefined> {
      const [digest, now] = [sha256(token), Date.now()];
      const { begun, seen } = limits(now);
      const renamed = { userId: 'user_id', provider: 'issuer', createdAt: 'created_at', seenAt: 'seen_at' };
      const current = one(digest)
        .where('created_at', '>', begun)
        .where('seen_at', '>', seen)
        .select('digest', 'stage', 'pending', renamed);
      const [row] = await read({ holder: digest }, once<Row>(current), {});
      if (!row) return undefined;
      const { userId, seenAt, ...session } = row;
      const account = await accounts.byId(userId);
      if (!account) return undefined;
      if (Date.parse(seenAt) <= now - SEEN_INTERVAL)
        await write({ holder: digest }, (transaction) =>
          transaction.run(once(one(digest).update({ seen_at: new Date(now).toISOString() })), {}),
        );
      return { ...session, user: { id: account.id, email: account.email } };
    },

    /** Starts a session and returns its token. Removes the user's sessions that have ended. */
    async begin(transaction: Transaction, { user, stage, provider, createdAt, pending = null }: NewSession) {
      const [token, time] = [newToken(), Date.now()];
      const { begun, seen } = limits(time);
      const ended = knex('sessions')
        .where('user_id', user.id)
        .where((either) => void either.where('created_at', '<=', begun).orWhere('seen_at', '<=', seen));
      await transaction.run(once(ended.del()), {});
      const now = new Date(time).toISOString();
      const row = {
        digest: sha256(token),
        user_id: user.id,
        stage,
        issuer: provider,
        pending,
        created_at: createdAt ?? now,
        seen_at: now,
      };
      await transaction.run(once(knex('sessions').insert(row)), {});
      return token;
    },

    /** Stores `pending` unless the session has a value already, and returns the stored value. */
    async keepPending({ digest }: Session, pending: string): Promise<string> {
      const keep = one(digest).update({ pending: knex.raw('coalesce(pending, ?)', [pending]) });
      const [kept] = await write({ holder: digest }, (transaction) =>
        transaction.all(once<{ pending: string }>(keep.returning('pending')), {}),
      );
      return kept?.pending ?? pending;
    },

    async exists(transaction: Transaction, { digest }: Pick<Session, 'digest'>): Promise<boolean> {
      return (await transaction.all(once(one(digest).select('digest')), {})).length > 0;
    },

    async end({ digest }: Pick<Session, 'digest'>): Promise<void> {
      await write({ holder: digest }, (transaction) =>
        deleteKept(database, transaction, 'the end of a session', one(digest)),
      );
    },

    /** Ends the user's sessions that began with a password, except one. */
    async endPasswordSessions(transaction: Transaction, user: User, except?: Pick<Session, 'digest'>) {
      const ofPassword = knex('sessions')
        .where('user_id', user.id)
        .whereNull('issuer')
        .whereNot('digest', except?.digest ?? '');
      await deleteKept(database, transaction, `the end of the sessions of ${user.id}`, ofPassword);
    },
  };
}
