// Memberships: the organizations of a user, and the members of an organization with their roles.
import { type Log, recordBy } from '../audit/append';
import { type Activity, type Actor, scopeOf } from '../audit/entry';
import type { Database, Transaction } from '../../database/database';
import { compile } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import type { AccountStore } from './accounts';
import { invitationWithdrawn, removed, roleChanged } from './user-activity';
import { createRequireAdmin, openInvitations } from './admission';
import { providerName, vouchesFor } from './identity-provider-rules';
import type { Member, Membership, Role, User, UserId } from './user';

/** The result of a change. An organization keeps at least one admin who can sign in. */
export type MembershipChange = 'done' | 'unknown' | 'last admin';

/** Changes throw AdminRequiredError for a user who is not an admin. */
export interface MembershipStore {
  /**
   * Returns the memberships that a session can use, by name. A session of an identity provider can use those
   * in organizations that have set this provider and the domain of the user's address. A session with a
   * password (`provider`: null) can use those that began with an invitation's link.
   */
  of(user: UserId, provider: string | null): Promise<Membership[]>;
  /** Returns all organizations of a user. */
  organizationsOf(user: UserId): Promise<OrganizationId[]>;
  /** Returns the member with an address. An organization has at most one. */
  byEmail(organization: OrganizationId, email: string): Promise<UserId | undefined>;
  /** Lists members by e-mail address. */
  list(organization: OrganizationId): Promise<Member[]>;
  /** Sets a role. A demotion withdraws open invitations by the user and for the user's address. */
  setRole(organization: OrganizationId, user: UserId, role: Role, by: Actor): Promise<MembershipChange>;
  /** Removes a member, and withdraws invitations as a demotion does. The user's sessions lose access. */
  remove(organization: OrganizationId, user: UserId, by: Actor): Promise<MembershipChange>;
}

interface ProviderRow {
  issuer: string;
  clientId: string;
  /** A JSON array. */
  domains: string;
}

const toDomains = ({ domains }: Pick<ProviderRow, 'domains'>) => ({
  domains: JSON.parse(domains) as string[],
});

interface MembershipKey {
  organization: OrganizationId;
  user: UserId;
}

export function createMembershipStore(
  database: Database,
  log: Log,
  accounts: Pick<AccountStore, 'retireUnlessMember'>,
): MembershipStore {
  const { knex, read, write } = database;
  const requireAdmin = createRequireAdmin(database);
  const memberships = () => knex({ m: 'memberships' });
  const ofUser = () =>
    memberships()
      .join({ o: 'organizations' }, 'o.id', 'm.organization_id')
      .orderBy(['o.name', 'o.id'])
      .select({ organization: 'o.id', slug: 'o.slug', name: 'o.name', role: 'm.role' });
  const byPassword = compile<{ user: UserId }, Membership>((param) =>
    ofUser().where('m.user_id', param('user')).whereNull('m.issuer'),
  );
  const withProvider = compile<{ user: UserId }, Membership & { email: string } & ProviderRow>((param) =>
    ofUser()
      .join({ p: 'identity_providers' }, 'p.organization_id', 'm.organization_id')
      .join({ u: 'users' }, 'u.id', 'm.user_id')
      .where('m.user_id', param('user'))
      .select({ email: 'u.email', issuer: 'p.issuer', clientId: 'p.client_id', domains: 'p.domains' }),
  );
  const allOfUser = compile<{ user: UserId }, { organization: OrganizationId }>((param) =>
    knex('memberships')
      .where('user_id', param('user'))
      .orderBy('organization_id')
      .select({ organization: 'organization_id' }),
  );
  const members = () =>
    memberships()
      .join({ u: 'users' }, 'u.id', 'm.user_id')
      .select({ id: 'u.id', email: 'u.email', role: 'm.role', created_at: 'm.created_at' });
  const listAll = compile<{ organization: OrganizationId }, Member>((param) =>
    members().where('m.organization_id', param('organization')).orderBy('u.email'),
  );
  const one = compile<MembershipKey, Member>((param) =>
    members().where({ 'm.organization_id': param('organization'), 'm.user_id': param('user') }),
  );
  const withEmail = compile<{ organization: OrganizationId; email: string }, Member>((param) =>
    members().where({ 'm.organization_id': param('organization'), 'u.email': param('email') }),
  );
  const otherAdmins = compile<MembershipKey, { email: string; issuer: string | null }>((param) =>
    memberships()
      .join({ u: 'users' }, 'u.id', 'm.user_id')
      .where({ 'm.organization_id': param('organization'), 'm.role': 'admin' })
      .whereNot('m.user_id', param('user'))
      .select({ email: 'u.email', issuer: 'm.issuer' }),
  );
  const domainsOf = compile<{ organization: OrganizationId }, { domains: string }>((param) =>
    knex('identity_providers').where('organization_id', param('organization')).select('domains'),
  );
  const update = compile<MembershipKey & { role: Role }, never>((param) =>
    knex('memberships')
      .where({ organization_id: param('organization'), user_id: param('user') })
      .update({ role: param('role') }),
  );
  const remove = compile<MembershipKey, never>((param) =>
    knex('memberships')
      .where({ organization_id: param('organization'), user_id: param('user') })
      .del(),
  );

  const endInvitations = compile<
    { organization: OrganizationId; email: string; now: string },
    { id: string; email: string }
  >((param) =>
    openInvitations(knex, param('now'))
      .where('organization_id', param('organization'))
      .where((either) => void either.where('invited_by', param('email')).orWhere('email', param('email')))
      .update({ ended_at: param('now') })
      .returning(['id', 'email']),
  );

  /** Withdraws open invitations that a demoted or removed user made, or could use to return. */
  async function withdrawInvitations(
    transaction: Transaction,
    organization: OrganizationId,
    { email }: User,
  ): Promise<Activity[]> {
    return (
      await transaction.all(endInvitations, { organization, email, now: new Date().toISOString() })
    ).map(invitationWithdrawn);
  }

  /**
   * Returns whether no other admin could sign in.
   * An admin whom a provider admitted needs the organization's current provider.
   */
  async function isLastAdmin(transaction: Transaction, of: MembershipKey): Promise<boolean> {
    const [others, [provider]] = [
      await transaction.all(otherAdmins, of),
      await transaction.all(domainsOf, of),
    ];
    return !others.some(
      ({ email, issuer }) => issuer === null || (provider && vouchesFor(toDomains(provider), email)),
    );
  }

  async function ofProvider(provider: string, user: UserId): Promise<Membership[]> {
    const rows = await read({ holder: user }, withProvider, { user });
    return rows
      .filter((row) => providerName(row) === provider && vouchesFor(toDomains(row), row.email))
      .map(({ organization, slug, name, role }) => ({ organization, slug, name, role }));
  }

  /**
   * Changes a membership. Writes of an organization are serialized, so two admins cannot remove each other.
   * `after`: the new role; undefined for a removal.
   */
  const change = (
    of: MembershipKey,
    by: Actor,
    after: Role | undefined,
    work: (transaction: Transaction, member: User & { role: Role }) => Promise<Activity>,
  ): Promise<MembershipChange> =>
    write(scopeOf(of.organization, by, of.user), async (transaction) => {
      await requireAdmin(transaction, of.organization, by);
      const [member] = await transaction.all(one, of);
      if (!member) return 'unknown';
      if (member.role === after) return 'done';
      if (member.role === 'admin' && (await isLastAdmin(transaction, of))) return 'last admin';
      const activity = await work(transaction, member);
      const withdrawn =
        after === 'admin' ? [] : await withdrawInvitations(transaction, of.organization, member);
      await recordBy(log, by)(transaction, of.organization, [activity, ...withdrawn]);
      return 'done';
    });

  return {
    of: (user, provider) =>
      provider === null ? read({ holder: user }, byPassword, { user }) : ofProvider(provider, user),
    organizationsOf: async (user) =>
      (await read({ holder: user }, allOfUser, { user })).map(({ organization }) => organization),
    byEmail: async (organization, email) =>
      (await read({ organization, by: 'settings' }, withEmail, { organization, email }))[0]?.id,
    list: (organization) => read({ organization, by: 'settings' }, listAll, { organization }),
    setRole: (organization, user, role, by) =>
      change({ organization, user }, by, role, async (transaction, member) => {
        await transaction.run(update, { organization, user, role });
        return roleChanged(member, member.role, role);
      }),
    remove: (organization, user, by) =>
      change({ organization, user }, by, undefined, async (transaction, member) => {
        await transaction.run(remove, { organization, user });
        await accounts.retireUnlessMember(transaction, user);
        return removed(member, member.role);
      }),
  };
}
