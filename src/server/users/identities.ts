// Links accounts to identities: the subjects of identity providers, of which the database stores digests.
import { hash } from 'node:crypto';
import type { Actor } from '../audit/entry';
import type { Database } from '../../database/database';
import { compile } from '../../database/statement';
import type { AccountStore } from './accounts';
import { identityForgotten } from './user-activity';
import type { UserChanges } from './changes';
import { issuerIn } from './identity-provider-rules';
import type { User, UserId } from './user';

/** A person at an identity provider. */
export interface Subject {
  /** The provider's name, see `providerName`. */
  provider: string;
  subject: string;
}

export interface IdentityStore {
  /** Returns the account of a person. */
  find(subject: Subject): Promise<UserId | undefined>;
  /**
   * Returns whether the provider has linked the account to another subject. A person who takes over an
   * address does not get its account.
   */
  isOfAnother(subject: Subject, user: UserId): Promise<boolean>;
  /** Returns whether a provider has signed in to this account, and so vouches for its address. */
  isVouched(user: UserId): Promise<boolean>;
  /** Unlinks a person from an account that has retired. */
  unlink(subject: Subject, user: UserId): Promise<void>;
  /** Returns false when another person of the provider has this account. */
  link(subject: Subject, user: UserId): Promise<boolean>;
  /**
   * Unlinks all identities from the accounts of an address. Returns whether there was one; undefined for an
   * address without an account.
   */
  forget(email: string, by: Actor): Promise<boolean | undefined>;
}

const digest = (provider: string, subject: string): string =>
  hash('sha256', JSON.stringify([provider, subject]), 'hex');

/** Returns the current digest, and the one of earlier versions, which contained the issuer only. */
const digestsOf = ({ provider, subject }: Subject): [string, string] => [
  digest(provider, subject),
  digest(issuerIn(provider), subject),
];

export function createIdentityStore(
  { knex, read, write }: Database,
  accounts: AccountStore,
  changes: UserChanges,
): IdentityStore {
  const byDigest = compile<{ digest: string }, { user: UserId }>((param) =>
    knex('identities').where('digest', param('digest')).select({ user: 'user_id' }),
  );
  const ofUser = compile<{ user: UserId }, { digest: string; provider: string }>((param) =>
    knex('identities').where('user_id', param('user')).select({ digest: 'digest', provider: 'issuer' }),
  );
  const insert = compile<{ digest: string; user: UserId; provider: string; now: string }, never>((param) =>
    knex('identities')
      .insert({
        digest: param('digest'),
        user_id: param('user'),
        issuer: param('provider'),
        created_at: param('now'),
      })
      .onConflict()
      .ignore(),
  );
  type Known = { user: UserId; provider: string };
  const remove = compile<Known, never>((param) =>
    knex('identities')
      .where({ user_id: param('user'), issuer: param('provider') })
      .del(),
  );
  const removeOne = compile<{ digest: string; user: UserId }, never>((param) =>
    knex('identities')
      .where({ digest: param('digest'), user_id: param('user') })
      .del(),
  );
  const endSessions = compile<Known, never>((param) =>
    knex('sessions')
      .where({ user_id: param('user'), issuer: param('provider') })
      .del(),
  );

  async function forgetOne(user: User, provider: string, by: Actor): Promise<void> {
    const known = { user: user.id, provider };
    await changes.change(user, provider, by, async (transaction) => {
      await transaction.run(remove, known);
      await transaction.run(endSessions, known);
      return { result: true, activities: [identityForgotten(user, issuerIn(provider))] };
    });
  }

  return {
    async find(subject) {
      for (const digest of digestsOf(subject)) {
        const [known] = await read({ holder: digest }, byDigest, { digest });
        if (known) return known.user;
      }
      return undefined;
    },
    async isOfAnother(subject, user) {
      const names = [subject.provider, issuerIn(subject.provider)];
      const known = (await read({ holder: user }, ofUser, { user })).filter(({ provider }) =>
        names.includes(provider),
      );
      // A request in another window may have linked this subject.
      return known.length > 0 && !known.some(({ digest }) => digestsOf(subject).includes(digest));
    },
    isVouched: async (user) => (await read({ holder: user }, ofUser, { user })).length > 0,
    async unlink(subject, user) {
      for (const digest of digestsOf(subject))
        await write({ holder: digest }, (transaction) => transaction.run(removeOne, { digest, user }));
    },
    link(subject, user) {
      const [digest] = digestsOf(subject);
      return write({ holder: digest }, async (transaction) => {
        await transaction.run(insert, {
          digest,
          user,
          provider: subject.provider,
          now: new Date().toISOString(),
        });
        return (await transaction.all(byDigest, { digest })).some((linked) => linked.user === user);
      });
    },
    async forget(email, by) {
      const found = await accounts.byEmail(email);
      if (found.length === 0) return undefined;
      let isForgotten = false;
      for (const user of found) {
        for (const { provider } of await read('operator', ofUser, { user: user.id })) {
          await forgetOne(user, provider, by);
          isForgotten = true;
        }
      }
      return isForgotten;
    },
  };
}
