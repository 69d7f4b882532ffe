// Accounts with passwords and second factors. They belong to no organization. Several may have one e-mail
// address (spec/decisions/0024-accounts-and-limits.md).
import { typeid } from 'typeid-js';
import type { Database, Transaction } from '../../database/database';
import { deleteKept, requireKept } from '../../database/kept-change';
import { type Query, once } from '../../database/statement';
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

export const newUserId = (): UserId => typeid('usr').toString() as UserId;

const NO_CODES = '[]';
/** Before the first code. */
export const NO_STEP = 0;

/** Named, because a statement that selects all columns fails after a migration that adds one. */
const COLUMNS: readonly (keyof Account)[] = [
  ...(['id', 'email', 'password', 'retired_at'] as const),
  ...(['second_factor', 'second_factor_step', 'recovery_codes'] as const),
];

const hasChanged = async (transaction: Transaction, update: Query): Promise<boolean> =>
  (await transaction.run(once(update), {})) > 0;

export type AccountStore = ReturnType<typeof createAccountStore>;

/** Methods with a transaction are part of a change that the activity log records. */
export function createAccountStore(database: Database) {
  const { knex, read } = database;
  const one = (id: UserId) => knex('users').where('id', id);

  /** Sets columns of an account, and reads them back. @throws ChangeLost. */
  async function set(
    transaction: Transaction,
    id: UserId,
    change: string,
    values: Record<string, string | number | null>,
  ): Promise<void> {
    await transaction.run(once(one(id).update(values)), {});
    const differs = (either: Query): void => {
      for (const [column, value] of Object.entries(values)) {
        if (value === null) void either.orWhereNotNull(column);
        else void either.orWhereNot(column, value).orWhereNull(column);
      }
    };
    await requireKept(database, transaction, `${change} of ${id}`, one(id).where(differs));
  }
  const setRetired = (transaction: Transaction, id: UserId, at: string | null): Promise<void> =>
    set(transaction, id, at === null ? 'the activation' : 'the retirement', { retired_at: at });

  return {
    /** Returns the active accounts of an address, in the order of their creation. */
    byEmail(email: string): Promise<Account[]> {
      const active = knex('users').select(COLUMNS).where({ email, retired_at: null }).orderBy('id');
      return read({ holder: email }, once<Account>(active), {});
    },

    async byId(id: UserId): Promise<Account | undefined> {
      return (await read({ holder: id }, once<Account>(one(id).select(COLUMNS)), {}))[0];
    },

    async insert(transaction: Transaction, { id, email }: User, password: string | null): Promise<void> {
      const created_at = new Date().toISOString();
      const row = { id, email, password, second_factor_step: NO_STEP, recovery_codes: NO_CODES, created_at };
      await transaction.run(once(knex('users').insert(row)), {});
    },

    /** Marks an account as active when it joins an organization. */
    activate: (transaction: Transaction, id: UserId): Promise<void> => setRetired(transaction, id, null),

    /**
     * Retires an account that has left its last organization, and ends its recovery links and unfinished
     * sign-ins. Another transaction may admit it at the same time.
     */
    async retireUnlessMember(transaction: Transaction, id: UserId): Promise<void> {
      // The update locks the row before the next statement reads memberships.
      await setRetired(transaction, id, new Date().toISOString());
      const memberships = knex('memberships').where('user_id', id).select('organization_id');
      if ((await transaction.all(once(memberships), {})).length > 0)
        return void (await setRetired(transaction, id, null));
      const links = knex('recoveries').where('user_id', id);
      await deleteKept(database, transaction, `the end of the recovery links of ${id}`, links);
      const unfinished = knex('sessions').where('user_id', id).whereNot('stage', 'signed in');
      await deleteKept(database, transaction, `the end of the sign-ins of ${id}`, unfinished);
    },

    /**
     * Locks an account. Returns false when it is retired or no longer has the password that was read, because
     * comparing a password takes time.
     */
    async lockUnchanged(transaction: Transaction, { id, password }: Pick<Account, 'id' | 'password'>) {
      if (password === null) return false;
      const lock = one(id).where('password', password).whereNull('retired_at').forUpdate().select('id');
      return (await transaction.all(once(lock), {})).length > 0;
    },

    setPassword: (transaction: Transaction, id: UserId, password: string): Promise<void> =>
      set(transaction, id, 'the password', { password }),

    /** Sets a password, and removes the second factor. */
    async resetPassword(transaction: Transaction, id: UserId, password: string): Promise<void> {
      const reset = { second_factor: null, second_factor_step: NO_STEP, recovery_codes: NO_CODES };
      await set(transaction, id, 'the password', { password, ...reset });
    },

    /** Returns false when the account already has a second factor. */
    setSecondFactor: (
      transaction: Transaction,
      id: UserId,
      factor: Pick<Account, 'second_factor' | 'second_factor_step' | 'recovery_codes'>,
    ): Promise<boolean> => hasChanged(transaction, one(id).whereNull('second_factor').update(factor)),

    /** Uses the code of a time step. Returns false when that code or a later one was already used. */
    takeStep: (transaction: Transaction, id: UserId, step: number): Promise<boolean> =>
      hasChanged(
        transaction,
        one(id).where('second_factor_step', '<', step).update({ second_factor_step: step }),
      ),

    /** Replaces the recovery codes. Returns false when another request has changed them. */
    takeRecoveryCode: (
      transaction: Transaction,
      id: UserId,
      before: string,
      after: string,
    ): Promise<boolean> =>
      hasChanged(transaction, one(id).where('recovery_codes', before).update({ recovery_codes: after })),
  };
}
