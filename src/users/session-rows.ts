// The rows of sessions. What changes them is part of transactions in which the session's user is held.
import type { Database, Transaction } from '../database/database';
import { compile } from '../database/statement';
import { IDLE_MINUTES, MAX_HOURS, type Session, type Stage } from './session';
import { digestOf, newToken } from './tokens';
import type { User, UserId } from './user';

const MINUTE = 60_000;

/** Sessions that began or were seen before then are over. */
export const limits = (now: number): { begun: string; seen: string } => ({
  begun: new Date(now - MAX_HOURS * 60 * MINUTE).toISOString(),
  seen: new Date(now - IDLE_MINUTES * MINUTE).toISOString(),
});

export interface NewSession {
  user: User;
  stage: Stage;
  provider: string | null;
  /** When the sign-in began; now unless it has gone on since. */
  createdAt?: string;
  pending?: string | null;
}

export interface SessionRows {
  /** Gives the token. Those of the user that are over are removed with it. */
  begin(transaction: Transaction, session: NewSession): Promise<string>;
  /** Returns false when it has ended. */
  exists(transaction: Transaction, session: Pick<Session, 'digest'>): Promise<boolean>;
  /** False when it has ended already. */
  end(transaction: Transaction, session: Pick<Session, 'digest'>): Promise<boolean>;
  /** Those of a user that a password has begun, except one: what an identity provider vouches for does not hang on it. */
  endAll(transaction: Transaction, user: User, except?: Pick<Session, 'digest'>): Promise<void>;
}

export function createSessionRows({ knex }: Database): SessionRows {
  const insert = compile<
    {
      digest: string;
      user: UserId;
      stage: Stage;
      provider: string | null;
      createdAt: string;
      now: string;
      pending: string | null;
    },
    never
  >((param) =>
    knex('sessions').insert({
      digest: param('digest'),
      user_id: param('user'),
      stage: param('stage'),
      issuer: param('provider'),
      pending: param('pending'),
      created_at: param('createdAt'),
      seen_at: param('now'),
    }),
  );
  const removeOver = compile<{ user: UserId; begun: string; seen: string }, never>((param) =>
    knex('sessions')
      .where('user_id', param('user'))
      .where(
        (over) => void over.where('created_at', '<=', param('begun')).orWhere('seen_at', '<=', param('seen')),
      )
      .del(),
  );
  const one = compile<{ digest: string }, { digest: string }>((param) =>
    knex('sessions').where('digest', param('digest')).select('digest'),
  );
  const removeOne = compile<{ digest: string }, never>((param) =>
    knex('sessions').where('digest', param('digest')).del(),
  );
  const removeAll = compile<{ user: UserId; except: string }, never>((param) =>
    knex('sessions')
      .where('user_id', param('user'))
      .whereNull('issuer')
      .whereNot('digest', param('except'))
      .del(),
  );

  return {
    async begin(transaction, { user, stage, provider, createdAt, pending = null }) {
      const [token, now] = [newToken(), Date.now()];
      await transaction.run(removeOver, { user: user.id, ...limits(now) });
      const moment = new Date(now).toISOString();
      await transaction.run(insert, {
        digest: digestOf(token),
        user: user.id,
        stage,
        provider,
        createdAt: createdAt ?? moment,
        now: moment,
        pending,
      });
      return token;
    },
    exists: async (transaction, { digest }) => (await transaction.all(one, { digest })).length > 0,
    end: async (transaction, { digest }) => (await transaction.run(removeOne, { digest })) > 0,
    endAll: async (transaction, user, except) =>
      void (await transaction.run(removeAll, { user: user.id, except: except?.digest ?? '' })),
  };
}
