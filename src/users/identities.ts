// Which account a person of an identity provider has: by the provider's own name for them, of which a digest is stored.
import { hash } from 'node:crypto';
import type { Actor } from '../audit/entry';
import type { Database } from '../database/database';
import { compile } from '../database/statement';
import { identityForgotten } from './activity';
import type { UserChanges } from './changes';
import { issuerIn } from './identity-provider-rules';
import type { AccountStore } from './store';
import type { User, UserId } from './user';

/** A person, as a provider names them. */
export interface Subject {
  /** The provider's name. */
  provider: string;
  subject: string;
}

export interface IdentityStore {
  /** Whose account it is. */
  find(subject: Subject): Promise<UserId | undefined>;
  /** Whether the provider knows the user of this account by another subject: an address that it gives to somebody else does not give them the account. */
  isOfAnother(subject: Subject, user: UserId): Promise<boolean>;
  /** Returns whether a provider has signed in the user of this account, and so vouches for the address. */
  isVouched(user: UserId): Promise<boolean>;
  /** Unlinks a person from an account that has retired. */
  unlink(subject: Subject, user: UserId): Promise<void>;
  /** False when another person of the provider has this account already. */
  link(subject: Subject, user: UserId): Promise<boolean>;
  /** Lets whoever a provider names by this address next have its account. Undefined for an address without a user, otherwise whether there was something to forget. */
  forget(email: string, by: Actor): Promise<boolean | undefined>;
}

const digest = (of: string, subject: string): string => hash('sha256', JSON.stringify([of, subject]), 'hex');
/** The second is that of before clients of an issuer were told apart. */
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
      return known.length > 0 && !known.some(({ digest }) => digestsOf(subject).includes(digest)); // it is there when another window was faster
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
