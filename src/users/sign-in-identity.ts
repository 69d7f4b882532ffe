// Sign-in by the identity provider of an organization. Who is not a member yet becomes one: as the open invitation for the address says, or else a Member.
import { hash } from 'node:crypto';
import { byUser } from '../audit/actors';
import { recordBy } from '../audit/append';
import { compile } from '../database/statement';
import type { OrganizationId } from '../organizations/organization';
import { signedIn } from './activity';
import { networkOf } from './client-network';
import { scopeOf } from './scope';
import type { Limited, Token, Tools } from './sign-in-tools';
import { newUserId } from './store';
import type { From, Membership, User, UserId } from './user';

/** Who an identity provider says that somebody is. The address is verified and of an allowed domain: the caller has seen to it. */
export interface Identity {
  organization: OrganizationId;
  issuer: string;
  subject: string;
  /** As `emailOf` gives it. */
  email: string;
}

export type Entered = Token & { membership: Membership };

export interface IdentityStep {
  /** Counts a way to a provider among the attempts of a client's address, since whoever begins one leaves a row behind. */
  towardsProvider(from: From): Promise<Limited | undefined>;
  /** `another person`: the address belongs to an account that the provider knows by another subject. */
  withIdentity(identity: Identity, from: From): Promise<Entered | 'another person'>;
}

export function createIdentityStep({ database, log, attempts, users: { accounts, admit, changes, invitations, memberships, sessionRows } }: Tools): IdentityStep {
  const { knex } = database;
  const byDigest = compile<{ digest: string }, { user: UserId }>((param) => knex('identities').where('digest', param('digest')).select({ user: 'user_id' }));
  const insert = compile<{ digest: string; user: UserId; issuer: string; now: string }, never>((param) =>
    knex('identities').insert({ digest: param('digest'), user_id: param('user'), issuer: param('issuer'), created_at: param('now') }).onConflict().ignore(),
  );

  const ofIssuer = compile<{ user: UserId; issuer: string }, { digest: string }>((param) => knex('identities').where({ user_id: param('user'), issuer: param('issuer') }).select('digest'));

  /** Users are told by the provider's own name for them, which stays when an address is given to somebody else. Undefined for that somebody else. */
  async function userOf(digest: string, issuer: string, email: string): Promise<{ user: User; isNew: boolean } | undefined> {
    const [known] = await database.read({ holder: digest }, byDigest, { digest });
    const account = (known && (await accounts.byId(known.user))) ?? (await accounts.byEmail(email));
    if (!known && account) {
      const digests = (await database.read({ holder: account.id }, ofIssuer, { user: account.id, issuer })).map((linked) => linked.digest);
      if (digests.length > 0 && !digests.includes(digest)) return undefined; // it is there when another window was faster
    }
    return account ? { user: { id: account.id, email: account.email }, isNew: false } : { user: { id: newUserId(), email }, isNew: true };
  }

  /** False when another person of the provider has this account already. */
  const link = (digest: string, user: UserId, issuer: string): Promise<boolean> =>
    database.write({ holder: digest }, async (transaction) => {
      await transaction.run(insert, { digest, user, issuer, now: new Date().toISOString() });
      return (await transaction.all(byDigest, { digest })).some((linked) => linked.user === user);
    });

  async function enter({ organization, issuer, subject, email }: Identity, from: From): Promise<Entered | 'another person'> {
    const digest = hash('sha256', JSON.stringify([issuer, subject]), 'hex');
    const found = await userOf(digest, issuer, email);
    if (!found) return 'another person';
    const { user, isNew } = found;
    const by = byUser(user.id, from.requestId);
    const invitation = (await invitations.open(organization)).find((open) => open.email === user.email);
    const entry = signedIn(user, issuer, from);
    if (!isNew && !(await link(digest, user.id, issuer))) return 'another person';
    const token = await database.write(scopeOf(organization, by, user.id), async (transaction) => {
      if (isNew) await accounts.insert(transaction, user, null);
      const invited = invitation && (await admit(transaction, { organization, user, role: invitation.role, issuer, invitation: invitation.id }));
      const admitted = invited ?? (await admit(transaction, { organization, user, role: 'member', issuer, invitation: undefined })) ?? [];
      await recordBy(log, by)(transaction, organization, [...admitted, entry]);
      return sessionRows.begin(transaction, { user, stage: 'signed in', issuer });
    });
    if (isNew) await link(digest, user.id, issuer);
    const reached = await memberships.of(user.id, issuer);
    await changes.tellIn(reached.map((each) => each.organization).filter((each) => each !== organization), by, [entry]);
    const membership = reached.find((each) => each.organization === organization);
    if (!membership) throw new Error('The identity provider of an organization was removed while it signed a user in.');
    return { token, membership };
  }

  return {
    async towardsProvider({ address }) {
      const retryAfter = await attempts.count('address', networkOf(address));
      return retryAfter === undefined ? undefined : { retryAfter };
    },
    async withIdentity(identity, from) {
      try {
        return await enter(identity, from);
      } catch (error) {
        if (!['users', 'identities', 'memberships'].some((table) => database.dialect.brokenConstraint(error, table) === 'unique')) throw error;
        return enter(identity, from); // in another window the same new user was faster
      }
    },
  };
}
