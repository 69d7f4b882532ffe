// Recovery links, which operators create so that a user can set a new password and second factor.
import type { Actor } from '../audit/entry';
import type { Database, Transaction } from '../../database/database';
import { deleteKept } from '../../database/kept-change';
import { once } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import type { AccountStore } from './accounts';
import { ofUser } from './user-activity';
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

const LIFETIME_MILLISECONDS = 3_600_000;

export function createRecoveryStore(
  database: Database,
  accounts: AccountStore,
  memberships: Pick<MembershipStore, 'byEmail'>,
  changes: UserChanges,
) {
  const { knex, read } = database;
  const openWith = (digest: string) =>
    knex('recoveries').where('digest', digest).where('expires_at', '>', new Date().toISOString());

  return {
    /**
     * Creates a link for the account of an address, in the organization if one is given.
     * Older links become invalid. Returns undefined without such an account,
     * and `several` when the caller must give the organization.
     */
    async create(
      email: string,
      by: Actor,
      organization?: OrganizationId,
    ): Promise<Recovery | 'several' | undefined> {
      const member = organization && (await memberships.byEmail(organization, email));
      const [user, ...others] = (await accounts.byEmail(email)).filter(
        ({ id }) => organization === undefined || id === member,
      );
      if (!user) return undefined;
      if (others.length > 0) return 'several';
      const [token, expires_at] = [newToken(), new Date(Date.now() + LIFETIME_MILLISECONDS).toISOString()];
      return changes.change(user, null, by, async (transaction) => {
        const older = knex('recoveries').where('user_id', user.id);
        await deleteKept(database, transaction, `the end of the recovery links of ${user.id}`, older);
        const row = { digest: sha256(token), user_id: user.id, expires_at };
        await transaction.run(once(knex('recoveries').insert(row)), {});
        const description = `Created a recovery link for ${user.email}, to choose a new password and a new second factor.`;
        const entry = ofUser(user, 'updated', description);
        return { result: { token, expires_at }, activities: [entry] };
      });
    },

    /** Returns the user of an open link. */
    async find(token: string): Promise<User | undefined> {
      const digest = sha256(token);
      const open = once<{ user: UserId }>(openWith(digest).select({ user: 'user_id' }));
      const [found] = await read({ holder: digest }, open, {});
      const account = found && (await accounts.byId(found.user));
      return account && account.retired_at === null ? { id: account.id, email: account.email } : undefined;
    },

    /** Uses a link. Returns false when another request has used it. */
    take: async (transaction: Transaction, token: string): Promise<boolean> =>
      (await deleteKept(database, transaction, 'the use of a recovery link', openWith(sha256(token)))) > 0,
  };
}
