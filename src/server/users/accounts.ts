// Accounts with passwords and second factors. They belong to no organization. Several may have one e-mail
// address (spec/decisions/0024-accounts-and-limits.md).
import { typeid } from 'typeid-js';
import type { Database, Transaction } from '../../database/database';
import { compile } from '../../database/statement';
import type { User, UserId } from './user';

export interface Account extends User {
  /** The scrypt digest; null for an account that only identity providers sign in. */
  password: string | null;
  /** When the account left its last organization; null for an active account. */
  retired_at: string | null;
  /** The encrypted shared secret; null until the user has confirmed it. */
  second_factor: string | null;
  second_factor_step: number;
  /** Digests as a JSON array. */
  recovery_codes: string;
}

interface SecondFactor {
  sealed: string;
  step: number;
  recoveryCodes: string;
}

/** Methods with a transaction are part of a change that the activity log records. */
export interface AccountStore {
  /** Returns the active accounts of an address, in the order of their creation. */
  byEmail(email: string): Promise<Account[]>;
  byId(id: UserId): Promise<Account | undefined>;
  insert(transaction: Transaction, user: User, password: string | null): Promise<void>;
  /** Marks an account as active when it joins an organization. */
  activate(transaction: Transaction, id: UserId): Promise<void>;
  /**
   * Retires an account that has left its last organization, and ends its recovery links and unfinished
   * sign-ins. Another transaction may admit it at the same time.
   */
  retireUnlessMember(transaction: Transaction, id: UserId): Promise<void>;
  /**
   * Locks an account. Returns false when it is retired or no longer has the password that was read, because
   * comparing a password takes time.
   */
  lockUnchanged(transaction: Transaction, account: Pick<Account, 'id' | 'password'>): Promise<boolean>;
  setPassword(transaction: Transaction, id: UserId, password: string): Promise<void>;
  /** Sets a password, and removes the second factor. */
  resetPassword(transaction: Transaction, id: UserId, password: string): Promise<void>;
  /** Returns false when the account already has a second factor. */
  setSecondFactor(transaction: Transaction, id: UserId, secondFactor: SecondFactor): Promise<boolean>;
  /** Uses the code of a time step. Returns false when that code or a later one was already used. */
  takeStep(transaction: Transaction, id: UserId, step: number): Promise<boolean>;
  /** Replaces the recovery codes. Returns false when another request has changed them. */
  takeRecoveryCode(transaction: Transaction, id: UserId, before: string, after: string): Promise<boolean>;
}

export const newUserId = (): UserId => typeid('usr').toString() as UserId;

const NO_CODES = '[]';
const NO_STEP = 0;

export function createAccountStore({ knex, read }: Database): AccountStore {
  const COLUMNS = [
    'id',
    'email',
    'password',
    'retired_at',
    'second_factor',
    'second_factor_step',
    'recovery_codes',
  ];
  const byEmail = compile<{ email: string }, Account>((param) =>
    knex('users').select(COLUMNS).where('email', param('email')).whereNull('retired_at').orderBy('id'),
  );
  const byId = compile<{ id: UserId }, Account>((param) =>
    knex('users').select(COLUMNS).where('id', param('id')),
  );
  const insert = compile<User & { password: string | null; now: string }, never>((param) =>
    knex('users').insert({
      id: param('id'),
      email: param('email'),
      password: param('password'),
      second_factor_step: NO_STEP,
      recovery_codes: NO_CODES,
      created_at: param('now'),
    }),
  );
  const setRetired = compile<{ id: UserId; at: string | null }, never>((param) =>
    knex('users')
      .where('id', param('id'))
      .update({ retired_at: param('at') }),
  );
  const memberships = compile<{ id: UserId }, { organization: string }>((param) =>
    knex('memberships').where('user_id', param('id')).select({ organization: 'organization_id' }),
  );
  const removeRecoveries = compile<{ id: UserId }, never>((param) =>
    knex('recoveries').where('user_id', param('id')).del(),
  );
  const removeUnfinished = compile<{ id: UserId }, never>((param) =>
    knex('sessions').where('user_id', param('id')).whereNot('stage', 'signed in').del(),
  );
  type Password = { id: UserId; password: string };
  const lock = compile<Password, { id: UserId }>((param) =>
    knex('users')
      .where({ id: param('id'), password: param('password') })
      .whereNull('retired_at')
      .forUpdate()
      .select('id'),
  );
  const setPassword = compile<Password, never>((param) =>
    knex('users')
      .where('id', param('id'))
      .update({ password: param('password') }),
  );
  const resetPassword = compile<Password, never>((param) =>
    knex('users')
      .where('id', param('id'))
      .update({
        password: param('password'),
        second_factor: null,
        second_factor_step: NO_STEP,
        recovery_codes: NO_CODES,
      }),
  );
  const setSecondFactor = compile<SecondFactor & { id: UserId }, never>((param) =>
    knex('users')
      .where('id', param('id'))
      .whereNull('second_factor')
      .update({
        second_factor: param('sealed'),
        second_factor_step: param('step'),
        recovery_codes: param('recoveryCodes'),
      }),
  );
  const takeStep = compile<{ id: UserId; step: number }, never>((param) =>
    knex('users')
      .where('id', param('id'))
      .where('second_factor_step', '<', param('step'))
      .update({ second_factor_step: param('step') }),
  );
  const takeRecoveryCode = compile<{ id: UserId; before: string; after: string }, never>((param) =>
    knex('users')
      .where({ id: param('id'), recovery_codes: param('before') })
      .update({ recovery_codes: param('after') }),
  );

  return {
    byEmail: (email) => read({ holder: email }, byEmail, { email }),
    byId: async (id) => (await read({ holder: id }, byId, { id }))[0],
    insert: async (transaction, { id, email }, password) =>
      void (await transaction.run(insert, { id, email, password, now: new Date().toISOString() })),
    activate: async (transaction, id) => void (await transaction.run(setRetired, { id, at: null })),
    async retireUnlessMember(transaction, id) {
      // The update locks the row before the next statement reads memberships.
      await transaction.run(setRetired, { id, at: new Date().toISOString() });
      if ((await transaction.all(memberships, { id })).length > 0)
        return void (await transaction.run(setRetired, { id, at: null }));
      await transaction.run(removeRecoveries, { id });
      await transaction.run(removeUnfinished, { id });
    },
    lockUnchanged: async (transaction, { id, password }) =>
      password !== null && (await transaction.all(lock, { id, password })).length > 0,
    setPassword: async (transaction, id, password) =>
      void (await transaction.run(setPassword, { id, password })),
    resetPassword: async (transaction, id, password) =>
      void (await transaction.run(resetPassword, { id, password })),
    setSecondFactor: async (transaction, id, secondFactor) =>
      (await transaction.run(setSecondFactor, { id, ...secondFactor })) > 0,
    takeStep: async (transaction, id, step) => (await transaction.run(takeStep, { id, step })) > 0,
    takeRecoveryCode: async (transaction, id, before, after) =>
      (await transaction.run(takeRecoveryCode, { id, before, after })) > 0,
  };
}
