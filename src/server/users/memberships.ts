// Memberships: the organizations of a user, and the members of an organization with their roles.
import { type Log, recordBy } from '../audit/append';
import { type Actor, toScope } from '../audit/entry';
import type { Database, Transaction } from '../../database/database';
import { deleteKept, requireKept } from '../../database/kept-change';
import { once } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import type { AccountStore } from './accounts';
import { removed, roleChanged } from './user-activity';
import {
  type MemberChange,
  type SaveMember,
  selectMembers,
  openInvitations,
  requireAdmin,
} from './admission';
import { providerName, toProvider, vouchesFor } from './identity-provider-rules';
import type { Member, Membership, Role, UserId } from './user';

/** The result of a change. An organization keeps at least one admin who can sign in. */
export type MembershipChange = 'done' | 'unknown' | 'last admin';

export type MembershipStore = ReturnType<typeof createMembershipStore>;

/** Changes throw AdminRequiredError for a user who is not an admin. */
export function createMembershipStore(
  database: Database,
  log: Log,
  accounts: Pick<AccountStore, 'retireUnlessMember'>,
  saveMember: SaveMember,
) {
  const { knex, read, write } = database;
  const list = (organization: OrganizationId) =>
    selectMembers(database, organization).select('u.id', 'u.email', 'm.role', 'm.created_at');
  const ofUser = (user: UserId) =>
    knex({ m: 'memberships' })
      .join({ o: 'organizations' }, 'o.id', 'm.organization_id')
      .where('m.user_id', user)
      .orderBy(['o.name', 'o.id'])
      .select({ organization: 'o.id', slug: 'o.slug', name: 'o.name', role: 'm.role' });

  /**
   * Returns whether no other admin could sign in.
   * An admin whom a provider admitted needs the organization's current provider.
   */
  async function isLastAdmin(transaction: Transaction, organization: OrganizationId, user: UserId) {
    const otherAdmins = selectMembers(database, organization)
      .where('m.role', 'admin')
      .whereNot('m.user_id', user)
      .select({ email: 'u.email', issuer: 'm.issuer' });
    const others = await transaction.all(once<{ email: string; issuer: string | null }>(otherAdmins), {});
    const domains = knex('identity_providers').where('organization_id', organization).select('domains');
    const [provider] = await transaction.all(once<{ domains: string }>(domains), {});
    return !others.some(
      ({ email, issuer }) => issuer === null || (provider && vouchesFor(toProvider(provider), email)),
    );
  }

  async function ofProvider(provider: string, user: UserId): Promise<Membership[]> {
    const withProvider = ofUser(user)
      .join({ p: 'identity_providers' }, 'p.organization_id', 'm.organization_id')
      .join({ u: 'users' }, 'u.id', 'm.user_id')
      .select({ email: 'u.email', issuer: 'p.issuer', clientId: 'p.client_id', domains: 'p.domains' });
    type Row = Membership & { email: string; issuer: string; clientId: string; domains: string };
    const rows = await read({ holder: user }, once<Row>(withProvider), {});
    return rows
      .filter((row) => providerName(row) === provider && vouchesFor(toProvider(row), row.email))
      .map(({ organization, slug, name, role }) => ({ organization, slug, name, role }));
  }

  /**
   * Changes a membership. Writes of an organization are serialized, so two admins cannot remove each other.
   * `after`: the new role; undefined for a removal.
   */
  const change = (
    organization: OrganizationId,
    user: UserId,
    by: Actor,
    after?: Role,
  ): Promise<MembershipChange> =>
    write(toScope(organization, by, user), async (transaction) => {
      await requireAdmin(database, transaction, organization, by);
      const columns = { issuer: 'm.issuer', recordId: 'm.record_id' };
      const one = list(organization).where('m.user_id', user).select(columns);
      type Row = Member & Pick<MemberChange, 'issuer' | 'recordId'>;
      const [member] = await transaction.all(once<Row>(one), {});
      if (!member) return 'unknown';
      if (member.role === after) return 'done';
      if (member.role === 'admin' && (await isLastAdmin(transaction, organization, user)))
        return 'last admin';
      const saving = { ...member, before: member.role, after };
      const { id, activities } = await saveMember(transaction, organization, by, saving);
      const membership = () => knex('memberships').where({ organization_id: organization, user_id: user });
      if (after === undefined) {
        await deleteKept(database, transaction, `the removal of ${user}`, membership());
        await accounts.retireUnlessMember(transaction, user);
      } else {
        await transaction.run(once(membership().update({ role: after, record_id: id })), {});
        const lost = membership().whereNot({ role: after });
        await requireKept(database, transaction, `the role of ${user}`, lost);
      }
      if (after !== 'admin') {
        const open = openInvitations(database)
          .where('organization_id', organization)
          .where((either) => void either.where('invited_by', member.email).orWhere('email', member.email));
        const change = `the withdrawal of the invitations of ${member.email}`;
        await requireKept(database, transaction, change, open);
      }
      const record = { id, email: member.email };
      const activity = after ? roleChanged(record, member.role, after) : removed(record, member.role);
      await recordBy(log, by)(transaction, organization, [activity, ...activities]);
      return 'done';
    });

  return {
    /**
     * Returns the memberships that a session can use, by name. A session of an identity provider can use those
     * in organizations that have set this provider and the domain of the user's address. A session with a
     * password (`provider`: null) can use those that began with an invitation's link.
     */
    of(user: UserId, provider: string | null): Promise<Membership[]> {
      if (provider !== null) return ofProvider(provider, user);
      return read({ holder: user }, once<Membership>(ofUser(user).whereNull('m.issuer')), {});
    },

    /** Returns the member with an address. An organization has at most one. */
    async byEmail(organization: OrganizationId, email: string): Promise<UserId | undefined> {
      const withEmail = once<Member>(list(organization).where('u.email', email));
      return (await read({ organization, by: 'settings' }, withEmail, {}))[0]?.id;
    },

    /** Lists members by e-mail address. */
    list(organization: OrganizationId): Promise<Member[]> {
      const all = once<Member>(list(organization).orderBy('u.email'));
      return read({ organization, by: 'settings' }, all, {});
    },

    /** Lists the users of the API that sign in, by e-mail address. Keys can act for them. */
    users(organization: OrganizationId): Promise<{ id: string; email: string }[]> {
      const select = { id: 'm.record_id', email: 'u.email' };
      const users = selectMembers(database, organization)
        .whereNotNull('m.record_id')
        .orderBy('u.email')
        .select(select);
      return read({ organization, by: 'settings' }, once<{ id: string; email: string }>(users), {});
    },

    /** Sets a role. A demotion withdraws open invitations by the user and for the user's address. */
    setRole: (organization: OrganizationId, user: UserId, role: Role, by: Actor) =>
      change(organization, user, by, role),

    /** Removes a member, and withdraws invitations as a demotion does. The user's sessions lose access. */
    remove: (organization: OrganizationId, user: UserId, by: Actor) => change(organization, user, by),
  };
}
