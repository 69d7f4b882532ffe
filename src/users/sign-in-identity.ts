// Sign-in by the identity provider of an organization. Who is not a member yet becomes one: as the open invitation for the address says, or else a Member.
import { byUser } from '../audit/actors';
import { recordBy } from '../audit/append';
import type { OrganizationId } from '../organizations/organization';
import { signedIn } from './activity';
import { networkOf } from '../addresses';
import type { Subject } from './identities';
import { providerName, vouchesFor } from './identity-provider-rules';
import type { IdentityProvider } from './identity-providers';
import { scopeOf } from './scope';
import type { Limited, Token, Tools } from './sign-in-tools';
import { type Account, newUserId } from './store';
import type { From, Membership, User } from './user';

/** Who an identity provider says that somebody is. The address is verified and of an allowed domain: the caller has seen to it. */
export interface Identity {
  organization: OrganizationId;
  /** The organization's. */
  provider: IdentityProvider;
  subject: string;
  /** As `emailOf` gives it. */
  email: string;
}

export type Entered = Token & { membership: Membership };

/** `another person`: the address belongs to an account that the provider knows by another subject. `another domain`: the account has an address for which the provider may not vouch. */
export type NotEntered = 'another person' | 'another domain';

/** Reports that another account with the address is a member, or has become one meanwhile. */
class AddressTaken extends Error {}

export interface IdentityStep {
  /** Counts a way to a provider among the attempts of a client's address, since whoever begins one leaves a row behind. */
  towardsProvider(from: From): Promise<Limited | undefined>;
  withIdentity(identity: Identity, from: From): Promise<Entered | NotEntered>;
}

export function createIdentityStep({
  database,
  log,
  attempts,
  users: { accounts, admit, changes, identities, invitations, memberships, sessionRows },
}: Tools): IdentityStep {
  /**
   * Returns the member with this address, or another account that a provider vouches for. A stranger may have
   * enrolled any other one.
   */
  async function trusted(organization: OrganizationId, email: string): Promise<Account | undefined> {
    const member = await memberships.byEmail(organization, email);
    if (member) return accounts.byId(member);
    for (const account of await accounts.byEmail(email))
      if (await identities.isVouched(account.id)) return account;
    return undefined;
  }

  /**
   * Returns the account that the provider knows. A retired one gives way to the successor with the address.
   */
  /** Users are told by the provider's own name for them, which stays when an address is given to somebody else. Undefined for that somebody else. */
  async function userOf(
    organization: OrganizationId,
    subject: Subject,
    email: string,
  ): Promise<{ user: User; isNew: boolean } | undefined> {
    const known = await identities.find(subject);
    const linked = known && (await accounts.byId(known));
    const isRetired = linked && linked.retired_at !== null;
    const active = isRetired ? undefined : linked;
    const account = active ?? (await trusted(organization, email)) ?? linked;
    if (!account) return { user: { id: newUserId(), email }, isNew: true };
    if (account !== linked && (await identities.isOfAnother(subject, account.id))) return undefined;
    if (isRetired && account !== linked) await identities.unlink(subject, linked.id);
    return { user: { id: account.id, email: account.email }, isNew: false };
  }

  async function enter(
    { organization, provider, subject: named, email }: Identity,
    from: From,
  ): Promise<Entered | NotEntered> {
    const { issuer } = provider;
    const subject: Subject = { provider: providerName(provider), subject: named };
    const found = await userOf(organization, subject, email);
    if (!found) return 'another person';
    const { user, isNew } = found;
    if (!vouchesFor(provider, user.email)) return 'another domain';
    const by = byUser(user.id, from.requestId);
    const invitation = (await invitations.open(organization)).find((open) => open.email === user.email);
    const entry = signedIn(user, issuer, from);
    if (!isNew && !(await identities.link(subject, user.id))) return 'another person';
    const token = await database.write(scopeOf(organization, by, user.id), async (transaction) => {
      if (isNew) await accounts.insert(transaction, user, null);
      const invited =
        invitation &&
        (await admit(transaction, {
          organization,
          user,
          role: invitation.role,
          issuer,
          invitation: invitation.id,
        }));
      const admitted =
        invited ??
        (await admit(transaction, { organization, user, role: 'member', issuer, invitation: undefined }));
      if (!admitted) throw new AddressTaken();
      await recordBy(log, by)(transaction, organization, [...admitted, entry]);
      return sessionRows.begin(transaction, { user, stage: 'signed in', provider: subject.provider });
    });
    if (isNew) await identities.link(subject, user.id);
    const reached = await memberships.of(user.id, subject.provider);
    await changes.tellIn(
      reached.map((each) => each.organization).filter((each) => each !== organization),
      by,
      [entry],
    );
    const membership = reached.find((each) => each.organization === organization);
    if (!membership)
      throw new Error('The identity provider of an organization was removed while it signed a user in.');
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
        if (
          !(error instanceof AddressTaken) &&
          !['users', 'identities', 'memberships'].some(
            (table) => database.dialect.brokenConstraint(error, table) === 'unique',
          )
        )
          throw error;
        // The same new user signed in first in another window.
        return enter(identity, from).catch((again: unknown) => {
          if (again instanceof AddressTaken) return 'another person';
          throw again;
        });
      }
    },
  };
}
