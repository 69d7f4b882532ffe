// Invitations to an organization: one-time links, of which the database stores digests.
import { typeid } from 'typeid-js';
import { type Log, recordBy } from '../audit/append';
import { type Actor, byUser, createEntry, listChanges, toScope } from '../audit/entry';
import type { RequestOrigin } from '../../contract/handler';
import type { Database } from '../../database/database';
import { requireKept } from '../../database/kept-change';
import { once } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import { invitationWithdrawn } from './user-activity';
import { type Admit, selectMembers, openInvitations, requireAdmin, getRole } from './admission';
import { newToken } from './secrets';
import type { Session } from './sessions';
import { type Membership, type Role, type UserId, roleName } from './user';
import { sha256 } from '../../base/digest';

export interface Invited {
  id: string;
  /** The store keeps only its digest. */
  token: string;
  expires_at: string;
}

/** An invitation as Organization Admins see it. */
export interface InvitationListing {
  id: string;
  email: string;
  role: Role;
  invited_by: string;
  created_at: string;
  expires_at: string;
}

/** An invitation as the holder of its link sees it. */
export interface FoundInvitation extends Membership {
  id: string;
  email: string;
  /** Whether an account with the address exists in any organization. */
  hasAccount: boolean;
  /**
   * The member with the address, who accepts by signing in. Without such a member, the holder of the link may
   * choose a password.
   */
  member?: UserId;
}

const LIFETIME_MILLISECONDS = 7 * 86_400_000;

type InvitationRow = Omit<FoundInvitation, 'slug' | 'name' | 'hasAccount' | 'member'>;
type Details = Pick<FoundInvitation, 'slug' | 'name'> & { accounts: number | string };

/** Finds open invitations only. Changes throw AdminRequiredError for a user who is not an admin. */
export function createInvitationStore(database: Database, log: Log, admit: Admit) {
  const { knex, read, write } = database;
  const endingNow = (where: object) => {
    const now = new Date().toISOString();
    const end = openInvitations(database, now).where(where).update({ ended_at: now });
    return once<{ id: string; email: string }>(end.returning(['id', 'email']));
  };
  const member = (organization: OrganizationId, email: string) =>
    once<{ id: UserId; issuer: string | null; role: Role }>(
      selectMembers(database, organization).where('u.email', email).select('u.id', 'm.issuer', 'm.role'),
    );

  async function find(token: string): Promise<FoundInvitation | undefined> {
    const digest = sha256(token);
    const columns = { organization: 'organization_id', id: 'id', email: 'email', role: 'role' };
    const byDigest = once<InvitationRow>(openInvitations(database).where({ digest }).select(columns));
    const [found] = await read({ holder: digest }, byDigest, {});
    if (!found) return undefined;
    const { organization, email } = found;
    const scope = { organization, by: 'settings' } as const;
    const selectAccounts = knex('users').where({ email }).whereNull('retired_at').count();
    const details = once<Details>(
      knex('organizations').where('id', organization).select('slug', 'name', { accounts: selectAccounts }),
    );
    const [known] = await read({ ...scope, holder: email }, details, {});
    const { slug, name, accounts } = known!;
    const [present] = await read(scope, member(organization, email), {});
    return { ...found, slug, name, hasAccount: Number(accounts) > 0, ...(present && { member: present.id }) };
  }

  return {
    /**
     * Creates an invitation, and withdraws an older one for the address. Returns `member` when the address
     * belongs to a member who would gain nothing. Operators may also invite a member, to make a Member an admin
     * or to add a password. That restores access to an organization without its admin or its provider. `email`: as
     * `parseEmail` returns it. `invitedBy`: the inviting user's e-mail address, or the account of an operator.
     */
    async create(
      organization: OrganizationId,
      { email, role, invitedBy }: { email: string; role: Role; invitedBy: string },
      by: Actor,
    ): Promise<Invited | 'member'> {
      const [id, token, time] = [typeid('inv').toString(), newToken(), Date.now()];
      const expires_at = new Date(time + LIFETIME_MILLISECONDS).toISOString();
      const row = {
        organization_id: organization,
        id,
        digest: sha256(token),
        email,
        role,
        invited_by: invitedBy,
        created_at: new Date(time).toISOString(),
        expires_at,
      };
      return write(toScope(organization, by), async (transaction) => {
        await requireAdmin(database, transaction, organization, by);
        const [present] = await transaction.all(member(organization, email), {});
        const isComplete = present?.issuer === null && (present.role === 'admin' || role === 'member');
        if (present && (by.actorType === 'user' || isComplete)) return 'member';
        const older = await transaction.all(endingNow({ organization_id: organization, email }), {});
        await transaction.run(once(knex('invitations').insert(row)), {});
        const changes = listChanges(['email', 'role', 'expires_at'], {}, row);
        const words = `Invited ${email} as ${roleName(role)}.`;
        await recordBy(log, by)(transaction, organization, [
          ...older.map(invitationWithdrawn),
          createEntry('invitation', id, 'created', words, changes),
        ]);
        return { id, token, expires_at };
      });
    },

    /** Lists open invitations by e-mail address. */
    open(organization: OrganizationId): Promise<InvitationListing[]> {
      const open = openInvitations(database)
        .where('organization_id', organization)
        .orderBy(['email', 'id'])
        .select('id', 'email', 'role', 'invited_by', 'created_at', 'expires_at');
      return read({ organization, by: 'settings' }, once<InvitationListing>(open), {});
    },

    withdraw(organization: OrganizationId, id: string, by: Actor): Promise<boolean> {
      return write(toScope(organization, by), async (transaction) => {
        await requireAdmin(database, transaction, organization, by);
        const [ended] = await transaction.all(endingNow({ organization_id: organization, id }), {});
        const open = openInvitations(database).where({ organization_id: organization, id });
        await requireKept(database, transaction, `the withdrawal of invitation ${id}`, open);
        if (ended) await recordBy(log, by)(transaction, organization, [invitationWithdrawn(ended)]);
        return ended !== undefined;
      });
    },

    find,

    /**
     * Accepts an invitation for the user's own address. Returns undefined without such an invitation, and for a
     * session of an identity provider: another person might know the account's password.
     */
    async accept(
      token: string,
      { user, provider }: Pick<Session, 'user' | 'provider'>,
      origin: RequestOrigin,
    ): Promise<Membership | undefined> {
      const found = await find(token);
      if (!found || provider !== null || found.email !== user.email) return undefined;
      const { organization, slug, name, role, id: invitation } = found;
      const by = byUser(user.id, origin);
      const admission = { organization, user, role, issuer: null, invitation, by };
      return write(toScope(organization, by, user.id), async (transaction) => {
        const activities = await admit(transaction, admission);
        if (!activities) return undefined;
        await recordBy(log, by)(transaction, organization, activities);
        const admitted = await getRole(database, transaction, organization, user.id);
        return { organization, slug, name, role: admitted! };
      });
    },
  };
}
