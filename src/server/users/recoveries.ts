// Recovery links, which operators create so that a user can set a new password and second factor.
import type { Actor } from '../audit/entry';
import type { Database, Transaction } from '../../database/database';
import { compile } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import type { AccountStore } from './accounts';
import { recoveryCreated } from './user-activity';
import type { UserChanges } from './changes';
import type { MembershipStore } from './memberships';
import { newToken } from './secrets';
import type { User, UserId } from './user';
import { sha256 } from '../../base/digest';

export interface Recovery {
  /** The store keeps only its digest. */
  token: string;
  expires_at: string;
}

export interface RecoveryStore {
  /**
   * Creates a link for the account of an address, in the organization if one is given.
   * Older links become invalid. Returns undefined without such an account,
   * and `several` when the caller must give the organization.
   */
  create(email: string, by: Actor, organization?: OrganizationId): Promise<Recovery | 'several' | undefined>;
  /** Returns the user of an open link. */
  find(token: string): Promise<User | undefined>;
  /** Uses a link. Returns false when another request has used it. */
  take(transaction: Transaction, token: string): Promise<boolean>;
}

const LIFETIME_MILLISECONDS = 3_600_000;

export function createRecoveryStore(
  { knex, read }: Database,
  accounts: AccountStore,
  memberships: Pick<MembershipStore, 'byEmail'>,
  changes: UserChanges,
): RecoveryStore {
  const removeOf = compile<{ user: UserId }, never>((param) =>
    knex('recoveries').where('user_id', param('user')).del(),
  );
  const insert = compile<{ digest: string; user: UserId; expires_at: string }, never>((param) =>
    knex('recoveries').insert({
      digest: param('digest'),
      user_id: param('user'),
      expires_at: param('expires_at'),
    }),
  );
  const openWith = (digest: string, now: string) =>
    knex('recoveries').where('digest', digest).where('expires_at', '>', now);
  type Open = { digest: string; now: string };
  const byDigest = compile<Open, { user: UserId }>((param) =>
    openWith(param('digest'), param('now')).select({ user: 'user_id' }),
  );
  const take = compile<Open, never>((param) => openWith(param('digest'), param('now')).del());
  const openNow = (token: string): Open => ({ digest: sha256(token), now: new Date().toISOString() });

  return {
    async create(email, by, organization) {
      const member = organization && (await memberships.byEmail(organization, email));
      const [user, ...others] = (await accounts.byEmail(email)).filter(
        ({ id }) => organization === undefined || id === member,
      );
      if (!user) return undefined;
      if (others.length > 0) return 'several';
      const [token, expires_at] = [newToken(), new Date(Date.now() + LIFETIME_MILLISECONDS).toISOString()];
      return changes.change(user, null, by, async (transaction) => {
        await transaction.run(removeOf, { user: user.id });
        await transaction.run(insert, { digest: sha256(token), user: user.id, expires_at });
        return { result: { token, expires_at }, activities: [recoveryCreated(user)] };
      });
    },
    async find(token) {
      const open = openNow(token);
      const [found] = await read({ holder: open.digest }, byDigest, open);
      const account = found && (await accounts.byId(found.user));
      return account && account.retired_at === null ? { id: account.id, email: account.email } : undefined;
    },
    take: async (transaction, token) => (await transaction.run(take, openNow(token))) > 0,
  };
}
