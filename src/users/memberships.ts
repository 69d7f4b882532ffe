// Who belongs to which organization, and as what.
import { type Log, recordBy } from '../audit/append';
import type { Activity, Actor } from '../audit/entry';
import type { Database, Transaction } from '../database/database';
import { compile } from '../database/statement';
import type { OrganizationId } from '../organizations/organization';
import { invitationWithdrawn, removed, roleChanged } from './activity';
import { openInvitations } from './open-invitations';
import { scopeOf } from './scope';
import { createRequireAdmin } from './still-admin';
import type { Member, Membership, Role, User, UserId } from './user';

/** What became of a change: nobody takes the last admin from an organization. */
export type Changed = 'done' | 'unknown' | 'last admin';

/** Changes by a user throw NoAdminAnyMore when the user is none. */
export interface MembershipStore {
  /**
   * What a session reaches, by name. `issuer`: of the identity provider that it was signed in by, which vouches for its own organizations alone; null for a password,
   * with which a user reaches what invitations led to: an organization lets in whom it has invited, or whom its own provider vouches for.
   */
  of(user: UserId, issuer: string | null): Promise<Membership[]>;
  /** By e-mail address. */
  list(organization: OrganizationId): Promise<Member[]>;
  setRole(organization: OrganizationId, user: UserId, role: Role, by: Actor): Promise<Changed>;
  /** Ends no session: the next request of one finds no membership. */
  remove(organization: OrganizationId, user: UserId, by: Actor): Promise<Changed>;
}

interface Of {
  organization: OrganizationId;
  user: UserId;
}

export function createMembershipStore(database: Database, log: Log): MembershipStore {
  const { knex, read, write } = database;
  const requireAdmin = createRequireAdmin(database);
  const memberships = () => knex({ m: 'memberships' });
  const ofUser = () =>
    memberships().join({ o: 'organizations' }, 'o.id', 'm.organization_id').orderBy(['o.name', 'o.id']).select({ organization: 'o.id', slug: 'o.slug', name: 'o.name', role: 'm.role' });
  const byPassword = compile<{ user: UserId }, Membership>((param) => ofUser().where('m.user_id', param('user')).whereNull('m.issuer'));
  const byIssuer = compile<{ user: UserId; issuer: string }, Membership>((param) =>
    ofUser().join({ p: 'identity_providers' }, 'p.organization_id', 'm.organization_id').where('m.user_id', param('user')).where('p.issuer', param('issuer')),
  );
  const members = () => memberships().join({ u: 'users' }, 'u.id', 'm.user_id').select({ id: 'u.id', email: 'u.email', role: 'm.role', created_at: 'm.created_at' });
  const listAll = compile<{ organization: OrganizationId }, Member>((param) => members().where('m.organization_id', param('organization')).orderBy('u.email'));
  const one = compile<Of, Member>((param) => members().where({ 'm.organization_id': param('organization'), 'm.user_id': param('user') }));
  const otherAdmins = compile<Of, never>((param) =>
    memberships().where({ organization_id: param('organization'), role: 'admin' }).whereNot('user_id', param('user')).limit(1).select('user_id'),
  );
  const update = compile<Of & { role: Role }, never>((param) => knex('memberships').where({ organization_id: param('organization'), user_id: param('user') }).update({ role: param('role') }));
  const remove = compile<Of, never>((param) => knex('memberships').where({ organization_id: param('organization'), user_id: param('user') }).del());

  const endInvitations = compile<{ organization: OrganizationId; email: string; now: string }, { id: string; email: string }>((param) =>
    openInvitations(knex, param('now')).where({ organization_id: param('organization'), invited_by: param('email') }).update({ ended_at: param('now') }).returning(['id', 'email']),
  );

  /** Whoever is an admin no more lets nobody in any more. */
  async function withdrawInvitations(transaction: Transaction, organization: OrganizationId, { email }: User): Promise<Activity[]> {
    return (await transaction.all(endInvitations, { organization, email, now: new Date().toISOString() })).map(invitationWithdrawn);
  }

  /** In the turn of the organization, so that two admins cannot remove each other at once. `after`: the role that is left to the member, if any. */
  const change = (of: Of, by: Actor, after: Role | undefined, work: (transaction: Transaction, member: User & { role: Role }) => Promise<Activity>): Promise<Changed> =>
    write(scopeOf(of.organization, by), async (transaction) => {
      await requireAdmin(transaction, of.organization, by);
      const [member] = await transaction.all(one, of);
      if (!member) return 'unknown';
      if (member.role === after) return 'done';
      if (member.role === 'admin' && (await transaction.all(otherAdmins, of)).length === 0) return 'last admin';
      const activity = await work(transaction, member);
      const withdrawn = member.role === 'admin' ? await withdrawInvitations(transaction, of.organization, member) : [];
      await recordBy(log, by)(transaction, of.organization, [activity, ...withdrawn]);
      return 'done';
    });

  return {
    of: (user, issuer) => (issuer === null ? read({ holder: user }, byPassword, { user }) : read({ holder: user }, byIssuer, { user, issuer })),
    list: (organization) => read({ organization, by: 'settings' }, listAll, { organization }),
    setRole: (organization, user, role, by) =>
      change({ organization, user }, by, role, async (transaction, member) => {
        await transaction.run(update, { organization, user, role });
        return roleChanged(member, member.role, role);
      }),
    remove: (organization, user, by) =>
      change({ organization, user }, by, undefined, async (transaction, member) => {
        await transaction.run(remove, { organization, user });
        return removed(member, member.role);
      }),
  };
}
