// Sessions: random tokens, of which digests are stored, each with an end.
import type { Database } from '../database/database';
import { compile } from '../database/statement';
import type { Session, Stage } from './session';
import { type SessionRows, limits } from './session-rows';
import type { AccountStore } from './store';
import { digestOf } from './tokens';
import type { User, UserId } from './user';

export type { Session, Stage };

export interface SessionStore {
  /** One that is neither idle nor too old; notes that it was seen. */
  find(token: string): Promise<Session | undefined>;
  /** Gives the token. */
  begin(user: User, stage: Stage, provider: string | null, pending?: string | null): Promise<string>;
  /** What is kept for the sign-in under way, unless something is already. */
  keep(session: Session, pending: string): Promise<string>;
  end(session: Pick<Session, 'digest'>): Promise<void>;
}

type Row = Omit<Session, 'user'> & { userId: UserId; seenAt: string };

/** A request a second would otherwise be a write a second. */
const SEEN_KEPT_FOR = 60_000;

export function createSessionStore(
  { knex, read, write }: Database,
  accounts: AccountStore,
  rows: SessionRows,
): SessionStore {
  const byDigest = compile<{ digest: string; begun: string; seen: string }, Row>((param) =>
    knex('sessions')
      .where('digest', param('digest'))
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
  );
  const see = compile<{ digest: string; now: string }, never>((param) =>
    knex('sessions')
      .where('digest', param('digest'))
      .update({ seen_at: param('now') }),
  );
  const keep = compile<{ digest: string; pending: string }, { pending: string }>((param) =>
    knex('sessions')
      .where('digest', param('digest'))
      .update({ pending: knex.raw('coalesce(pending, ?)', [param('pending')]) })
      .returning('pending'),
  );

  return {
    async find(token) {
      const [digest, now] = [digestOf(token), Date.now()];
      const [row] = await read({ holder: digest }, byDigest, { digest, ...limits(now) });
      if (!row) return undefined;
      const { userId, seenAt, ...session } = row;
      const account = await accounts.byId(userId);
      if (!account) return undefined;
      if (Date.parse(seenAt) <= now - SEEN_KEPT_FOR)
        await write({ holder: digest }, (transaction) =>
          transaction.run(see, { digest, now: new Date(now).toISOString() }),
        );
      return { ...session, user: { id: account.id, email: account.email } };
    },
    begin: (user, stage, provider, pending = null) =>
      write({ holder: user.id }, (transaction) =>
        rows.begin(transaction, { user, stage, provider, pending }),
      ),
    async keep({ digest }, pending) {
      const [kept] = await write({ holder: digest }, (transaction) =>
        transaction.all(keep, { digest, pending }),
      );
      return kept?.pending ?? pending;
    },
    end: async (session) =>
      void (await write({ holder: session.digest }, (transaction) => rows.end(transaction, session))),
  };
}
