// Sign-in with an organization's identity provider. A new user becomes a member, with the role of an open
// invitation if there is one.
import { recordBy } from '../../audit/append';
import { byUser, toScope } from '../../audit/entry';
import { toNetwork } from '../../../base/addresses';
import type { OrganizationId } from '../../../base/organization';
import { type Account, newUserId } from '../accounts';
import { signedIn } from '../user-activity';
import type { Subject } from '../identities';
import { providerName, vouchesFor } from '../identity-provider-rules';
import type { IdentityProvider } from '../identity-providers';
import type { ClientInfo, Membership, User } from '../user';
import type { Limited, SessionToken, SignInContext } from './context';

/** An identity whose address the caller has verified, including its domain. */
export interface Identity {
  organization: OrganizationId;
  provider: IdentityProvider;
  subject: string;
  /** As `parseEmail` returns it. */
  email: string;
}

export type IdentityAccepted = SessionToken & { membership: Membership };

/**
 * `another person`: the account of the address is linked to another subject. `another domain`: the address of
 * the linked account is in a domain for which the provider may not vouch.
 */
export type IdentityRejection = 'another person' | 'another domain';

/** Thrown when another account with the address is a member of the organization. */
class AddressTakenError extends Error {}

export function createIdentityStep({ database, log, attempts, users }: SignInContext) {
  const { accounts, admit, changes, identities, invitations, memberships, sessions } = users;

  /**
   * Returns the member with this address, or another account that a provider vouches for. The owner of any
   * other account may be another person with an invitation's link.
   */
  async function trustedAccount(organization: OrganizationId, email: string): Promise<Account | undefined> {
    const member = await memberships.byEmail(organization, email);
    if (member) return accounts.byId(member);
    for (const account of await accounts.byEmail(email))
      if (await identities.isVouched(account.id)) return account;
    return undefined;
  }

  /**
   * Finds the user by the provider's subject, which stays the same when another person gets the address.
   * Returns undefined for that other person. A retired account gives way to a new one with the address.
   */
  async function findUser(
    organization: OrganizationId,
    subject: Subject,
    email: string,
  ): Promise<{ user: User; isNew: boolean } | undefined> {
    const known = await identities.find(subject);
    const linked = known && (await accounts.byId(known));
    const isRetired = linked && linked.retired_at !== null;
    const active = isRetired ? undefined : linked;
    const account = active ?? (await trustedAccount(organization, email)) ?? linked;
    if (!account) return { user: { id: newUserId(), email }, isNew: true };
    if (account !== linked && (await identities.isOfAnother(subject, account.id))) return undefined;
    if (isRetired && account !== linked) await identities.unlink(subject, linked.id);
    return { user: { id: account.id, email: account.email }, isNew: false };
  }

  async function enter(
    { organization, provider, subject: givenSubject, email }: Identity,
    client: ClientInfo,
  ): Promise<IdentityAccepted | IdentityRejection> {
    const { issuer } = provider;
    const subject: Subject = { provider: providerName(provider), subject: givenSubject };
    const found = await findUser(organization, subject, email);
    if (!found) return 'another person';
    const { user, isNew } = found;
    if (!vouchesFor(provider, user.email)) return 'another domain';
    const by = byUser(user.id, client);
    const invitation = (await invitations.open(organization)).find((open) => open.email === user.email);
    const entry = signedIn(user, issuer, client);
    if (!isNew && !(await identities.link(subject, user.id))) return 'another person';
    const token = await database.write(toScope(organization, by, user.id), async (transaction) => {
      if (isNew) await accounts.insert(transaction, user, null);
      const admitAs = (role: Membership['role'], invitationId?: string) =>
        admit(transaction, { organization, user, role, issuer, invitation: invitationId, by });
      const invited = invitation && (await admitAs(invitation.role, invitation.id));
      const activities = invited ?? (await admitAs('member'));
      if (!activities) throw new AddressTakenError();
      await recordBy(log, by)(transaction, organization, [...activities, entry]);
      return sessions.begin(transaction, { user, stage: 'signed in', provider: subject.provider });
    });
    if (isNew) await identities.link(subject, user.id);
    const reached = await memberships.of(user.id, subject.provider);
    const others = reached.map((each) => each.organization).filter((each) => each !== organization);
    await changes.recordIn(others, by, [entry]);
    const membership = reached.find((each) => each.organization === organization);
    if (!membership)
      throw new Error("An operator removed the organization's identity provider during a sign-in.");
    return { token, membership };
  }

  /** Returns whether another request has created the same user or membership first. */
  const isConflict = (error: unknown): boolean =>
    error instanceof AddressTakenError ||
    ['users', 'identities', 'memberships'].some(
      (table) => database.dialect.brokenConstraint(error, table) === 'unique',
    );

  return {
    /** Counts the start of a sign-in by the client's network, because each start stores a row. */
    countProviderSignIn: ({ address }: ClientInfo): Promise<Limited | undefined> =>
      attempts.count('address', toNetwork(address)),
    async withIdentity(
      identity: Identity,
      client: ClientInfo,
    ): Promise<IdentityAccepted | IdentityRejection> {
      try {
        return await enter(identity, client);
      } catch (error) {
        if (!isConflict(error)) throw error;
        return enter(identity, client).catch((again: unknown) => {
          if (again instanceof AddressTakenError) return 'another person';
          throw again;
        });
      }
    },
  };
}
