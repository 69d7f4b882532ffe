// Links accounts to identities: the subjects of identity providers, of which the database stores digests.
import type { Actor } from '../audit/entry';
import { sha256 } from '../../base/digest';
import type { Database } from '../../database/database';
import { deleteKept } from '../../database/kept-change';
import { once } from '../../database/statement';
import type { AccountStore } from './accounts';
import { ofUser } from './user-activity';
import type { UserChanges } from './changes';
import { issuerIn } from './identity-provider-rules';
import type { User, UserId } from './user';

/** A person at an identity provider. */
export interface Subject {
  /** The provider's name, see `providerName`. */
  provider: string;
  subject: string;
}

const getDigest = ({ provider, subject }: Subject): string => sha256(JSON.stringify([provider, subject]));

export function createIdentityStore(database: Database, accounts: AccountStore, changes: UserChanges) {
  const { knex, read, write } = database;
  const byDigest = (digest: string) =>
    once<{ user: UserId }>(knex('identities').where({ digest }).select({ user: 'user_id' }));
  const selectLinks = (user: UserId) =>
    once<{ digest: string; provider: string }>(
      knex('identities').where('user_id', user).select({ digest: 'digest', provider: 'issuer' }),
    );

  async function forgetOne(user: User, provider: string, by: Actor): Promise<void> {
    const known = { user_id: user.id, issuer: provider };
    const words =
      `Unlinked ${user.email} from ${issuerIn(provider)}: ` +
      'the next sign-in there with this address gets the account.';
    const removal = `the removal of an identity of ${user.id}`;
    await changes.change(user, provider, by, async (transaction) => {
      for (const table of ['identities', 'sessions'])
        await deleteKept(database, transaction, removal, knex(table).where(known));
      return { result: true, activities: [ofUser(user, 'updated', words)] };
    });
  }

  return {
    /** Returns the account of a person. */
    async find(subject: Subject): Promise<UserId | undefined> {
      const digest = getDigest(subject);
      return (await read({ holder: digest }, byDigest(digest), {}))[0]?.user;
    },

    /**
     * Returns whether the provider has linked the account to another subject. A person who takes over an
     * address does not get its account.
     */
    async isOfAnother(subject: Subject, user: UserId): Promise<boolean> {
      const links = await read({ holder: user }, selectLinks(user), {});
      const known = links.filter(({ provider }) => provider === subject.provider);
      // A request in another window may have linked this subject.
      return known.length > 0 && !known.some(({ digest }) => digest === getDigest(subject));
    },

    /** Returns whether a provider has signed in to this account, and so vouches for its address. */
    async isVouched(user: UserId): Promise<boolean> {
      return (await read({ holder: user }, selectLinks(user), {})).length > 0;
    },

    /** Unlinks a person from an account that has retired. */
    async unlink(subject: Subject, user_id: UserId): Promise<void> {
      const digest = getDigest(subject);
      const link = knex('identities').where({ digest, user_id });
      await write({ holder: digest }, (transaction) => transaction.run(once(link.del()), {}));
    },

    /** Returns false when another person of the provider has this account. */
    link(subject: Subject, user: UserId): Promise<boolean> {
      const digest = getDigest(subject);
      const created_at = new Date().toISOString();
      const row = { digest, user_id: user, issuer: subject.provider, created_at };
      return write({ holder: digest }, async (transaction) => {
        await transaction.run(once(knex('identities').insert(row).onConflict().ignore()), {});
        return (await transaction.all(byDigest(digest), {})).some((linked) => linked.user === user);
      });
    },

    /**
     * Unlinks all identities from the accounts of an address. Returns whether there was one; undefined for an
     * address without an account.
     */
    async forget(email: string, by: Actor): Promise<boolean | undefined> {
      const found = await accounts.byEmail(email);
      if (found.length === 0) return undefined;
      let isForgotten = false;
      for (const user of found) {
        for (const { provider } of await read('operator', selectLinks(user.id), {})) {
          await forgetOne(user, provider, by);
          isForgotten = true;
        }
      }
      return isForgotten;
    },
  };
}
