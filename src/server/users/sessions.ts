// Sessions of the Settings pages: random tokens, of which the database stores digests.
import type { Database, Transaction } from '../../database/database';
import { compile } from '../../database/statement';
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

interface NewSession {
  user: User;
  stage: Stage;
  provider: string | null;
  /** When the sign-in began; now by default. */
  createdAt?: string;
  pending?: string | null;
}

/** Methods with a transaction are part of a change of the session's user. */
export interface SessionStore {
  /** Returns a session that has not ended, and notes its use. */
  find(token: string): Promise<Session | undefined>;
  /** Starts a session and returns its token. Removes the user's sessions that have ended. */
  begin(transaction: Transaction, session: NewSession): Promise<string>;
  /** Stores `pending` unless the session has a value already, and returns the stored value. */
  keepPending(session: Session, pending: string): Promise<string>;
  exists(transaction: Transaction, session: Pick<Session, 'digest'>): Promise<boolean>;
  end(session: Pick<Session, 'digest'>): Promise<void>;
  /** Ends the user's sessions that began with a password, except one. */
  endPasswordSessions(transaction: Transaction, user: User, except?: Pick<Session, 'digest'>): Promise<void>;
}

type Row = Omit<Session, 'user'> & { userId: UserId; seenAt: string };
type NewRow = Omit<Row, 'seenAt'> & { now: string };

const MINUTE = 60_000;

/** Limits writes: the store notes the use of a session at most once in this time. */
const SEEN_INTERVAL = MINUTE;

/** A session has ended when it began or was last used at these times or before. */
const limits = (now: number): { begun: string; seen: string } => ({
  begun: new Date(now - MAX_HOURS * 60 * MINUTE).toISOString(),
  seen: new Date(now - IDLE_MINUTES * MINUTE).toISOString(),
});

function compileStatements({ knex }: Pick<Database, 'knex'>) {
  const one = (digest: string) => knex('sessions').where('digest', digest);
  return {
    byDigest: compile<{ digest: string; begun: string; seen: string }, Row>((param) =>
      one(param('digest'))
        .where('created_at', '>', param('begun'))
        .where('seen_at', '>', param('seen'))
        .select({
          digest: 'digest',
          userId: 'user_id',
          stage: 'stage',
          provider: 'issuer',
          createdAt: 'created_at',
          pending: 'pending',
          seenAt: 'seen_at',
        }),
    ),
    insert: compile<NewRow, never>((param) =>
      knex('sessions').insert({
        digest: param('digest'),
        user_id: param('userId'),
        stage: param('stage'),
        issuer: param('provider'),
        pending: param('pending'),
        created_at: param('createdAt'),
        seen_at: param('now'),
      }),
    ),
    setSeen: compile<{ digest: string; now: string }, never>((param) =>
      one(param('digest')).update({ seen_at: param('now') }),
    ),
    keepPending: compile<{ digest: string; pending: string }, { pending: string }>((param) =>
      one(param('digest'))
        .update({ pending: knex.raw('coalesce(pending, ?)', [param('pending')]) })
        .returning('pending'),
    ),
    exists: compile<{ digest: string }, { digest: string }>((param) => one(param('digest')).select('digest')),
    remove: compile<{ digest: string }, never>((param) => one(param('digest')).del()),
    removeEnded: compile<{ user: UserId; begun: string; seen: string }, never>((param) =>
      knex('sessions')
        .where('user_id', param('user'))
        .where(
          (either) =>
            void either.where('created_at', '<=', param('begun')).orWhere('seen_at', '<=', param('seen')),
        )
        .del(),
    ),
    removePasswordSessions: compile<{ user: UserId; except: string }, never>((param) =>
      knex('sessions')
        .where('user_id', param('user'))
        .whereNull('issuer')
        .whereNot('digest', param('except'))
        .del(),
    ),
  };
}

export function createSessionStore(database: Database, accounts: AccountStore): SessionStore {
  const { read, write } = database;
  const statements = compileStatements(database);
  return {
    async find(token) {
      const [digest, now] = [sha256(token), Date.now()];
      const [row] = await read({ holder: digest }, statements.byDigest, { digest, ...limits(now) });
      if (!row) return undefined;
      const { userId, seenAt, ...session } = row;
      const account = await accounts.byId(userId);
      if (!account) return undefined;
      if (Date.parse(seenAt) <= now - SEEN_INTERVAL)
        await write({ holder: digest }, (transaction) =>
          transaction.run(statements.setSeen, { digest, now: new Date(now).toISOString() }),
        );
      return { ...session, user: { id: account.id, email: account.email } };
    },
    async begin(transaction, { user, stage, provider, createdAt, pending = null }) {
      const [token, time] = [newToken(), Date.now()];
      await transaction.run(statements.removeEnded, { user: user.id, ...limits(time) });
      const now = new Date(time).toISOString();
      const row = { userId: user.id, stage, provider, pending, createdAt: createdAt ?? now };
      await transaction.run(statements.insert, { digest: sha256(token), now, ...row });
      return token;
    },
    async keepPending({ digest }, pending) {
      const [kept] = await write({ holder: digest }, (transaction) =>
        transaction.all(statements.keepPending, { digest, pending }),
      );
      return kept?.pending ?? pending;
    },
    exists: async (transaction, { digest }) =>
      (await transaction.all(statements.exists, { digest })).length > 0,
    end: async ({ digest }) =>
      void (await write({ holder: digest }, (transaction) => transaction.run(statements.remove, { digest }))),
    endPasswordSessions: async (transaction, user, except) =>
      void (await transaction.run(statements.removePasswordSessions, {
        user: user.id,
        except: except?.digest ?? '',
      })),
  };
}
