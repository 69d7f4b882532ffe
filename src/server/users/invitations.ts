// Invitations to an organization: one-time links, of which the database stores digests.
import { typeid } from 'typeid-js';
import { type Log, recordBy } from '../audit/append';
import { type Actor, byUser, scopeOf } from '../audit/entry';
import type { RequestOrigin } from '../../contract/handler';
import type { Database } from '../../database/database';
import { compile } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import { invitationWithdrawn, invited } from './user-activity';
import { type Admit, compileRoleOf, createRequireAdmin, openInvitations } from './admission';
import { newToken } from './secrets';
import type { Session } from './sessions';
import type { Membership, Role, UserId } from './user';
import { sha256 } from '../../base/digest';

interface NewInvitation {
  /** As `emailOf` returns it. */
  email: string;
  role: Role;
  /** The inviting user's e-mail address, or the account of an operator. */
  invitedBy: string;
}

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
export interface FoundInvitation {
  organization: OrganizationId;
  id: string;
  slug: string;
  name: string;
  email: string;
  role: Role;
  /** Whether an account with the address exists in any organization. */
  hasAccount: boolean;
  /**
   * The member with the address, who accepts by signing in. Without such a member, the holder of the link may
   * choose a password.
   */
  member?: UserId;
}

/** Finds open invitations only. Changes throw AdminRequiredError for a user who is not an admin. */
export interface InvitationStore {
  /**
   * Creates an invitation, and withdraws an older one for the address. Returns `member` when the address
   * belongs to a member who would gain nothing. Operators may also invite a member, to make a Member an admin
   * or to add a password. That restores access to an organization without its admin or its provider.
   */
  create(organization: OrganizationId, invitation: NewInvitation, by: Actor): Promise<Invited | 'member'>;
  /** Lists open invitations by e-mail address. */
  open(organization: OrganizationId): Promise<InvitationListing[]>;
  withdraw(organization: OrganizationId, id: string, by: Actor): Promise<boolean>;
  find(token: string): Promise<FoundInvitation | undefined>;
  /**
   * Accepts an invitation for the user's own address. Returns undefined without such an invitation, and for a
   * session of an identity provider: another person might know the account's password.
   */
  accept(
    token: string,
    session: Pick<Session, 'user' | 'provider'>,
    origin: RequestOrigin,
  ): Promise<Membership | undefined>;
}

const LIFETIME_MILLISECONDS = 7 * 86_400_000;

type InvitationRow = Omit<FoundInvitation, 'slug' | 'name' | 'hasAccount' | 'member'>;
type Details = Pick<FoundInvitation, 'slug' | 'name'> & { accounts: number | string };

export function createInvitationStore(database: Database, log: Log, admit: Admit): InvitationStore {
  const { knex, read, write } = database;
  const requireAdmin = createRequireAdmin(database);
  const openAt = (now: string) => openInvitations(knex, now);
  type Open = { organization: OrganizationId; now: string };
  const listOpen = compile<Open, InvitationListing>((param) =>
    openAt(param('now'))
      .where('organization_id', param('organization'))
      .orderBy(['email', 'id'])
      .select('id', 'email', 'role', 'invited_by', 'created_at', 'expires_at'),
  );
  const end = compile<Open & { id: string }, { email: string }>((param) =>
    openAt(param('now'))
      .where({ organization_id: param('organization'), id: param('id') })
      .update({ ended_at: param('now') })
      .returning('email'),
  );
  const endOlder = compile<Open & { email: string }, { id: string; email: string }>((param) =>
    openAt(param('now'))
      .where({ organization_id: param('organization'), email: param('email') })
      .update({ ended_at: param('now') })
      .returning(['id', 'email']),
  );
  type New = NewInvitation & Open & { id: string; digest: string; expires_at: string };
  const insert = compile<New, never>((param) =>
    knex('invitations').insert({
      organization_id: param('organization'),
      id: param('id'),
      digest: param('digest'),
      email: param('email'),
      role: param('role'),
      invited_by: param('invitedBy'),
      created_at: param('now'),
      expires_at: param('expires_at'),
    }),
  );
  type OfEmail = { organization: OrganizationId; email: string };
  const member = compile<OfEmail, { id: UserId; issuer: string | null; role: Role }>((param) =>
    knex({ m: 'memberships' })
      .join({ u: 'users' }, 'u.id', 'm.user_id')
      .where({ 'm.organization_id': param('organization'), 'u.email': param('email') })
      .select('u.id', 'm.issuer', 'm.role'),
  );
  const byDigest = compile<{ digest: string; now: string }, InvitationRow>((param) =>
    openAt(param('now'))
      .where('digest', param('digest'))
      .select({ organization: 'organization_id', id: 'id', email: 'email', role: 'role' }),
  );
  const details = compile<OfEmail, Details>((param) =>
    knex('organizations')
      .where('id', param('organization'))
      .select('slug', 'name', {
        accounts: knex('users').where('email', param('email')).whereNull('retired_at').count(),
      }),
  );
  const roleOf = compileRoleOf({ knex });

  async function find(token: string): Promise<FoundInvitation | undefined> {
    const digest = sha256(token);
    const [found] = await read({ holder: digest }, byDigest, { digest, now: new Date().toISOString() });
    if (!found) return undefined;
    const { organization, email } = found;
    const scope = { organization, by: 'settings' } as const;
    const [known] = await read({ ...scope, holder: email }, details, { organization, email });
    const { slug, name, accounts } = known!;
    const [present] = await read(scope, member, { organization, email });
    return {
      ...found,
      slug,
      name,
      hasAccount: Number(accounts) > 0,
      ...(present ? { member: present.id } : {}),
    };
  }

  return {
    async create(organization, { email, role, invitedBy }, by) {
      const [id, token, time] = [typeid('inv').toString(), newToken(), Date.now()];
      const now = new Date(time).toISOString();
      const expires_at = new Date(time + LIFETIME_MILLISECONDS).toISOString();
      return write(scopeOf(organization, by), async (transaction) => {
        await requireAdmin(transaction, organization, by);
        const [present] = await transaction.all(member, { organization, email });
        const isComplete = present?.issuer === null && (present.role === 'admin' || role === 'member');
        if (present && (by.actorType === 'user' || isComplete)) return 'member';
        const older = await transaction.all(endOlder, { organization, email, now });
        const digest = sha256(token);
        await transaction.run(insert, { organization, id, digest, email, role, invitedBy, now, expires_at });
        await recordBy(log, by)(transaction, organization, [
          ...older.map(invitationWithdrawn),
          invited({ id, email, role, expires_at }),
        ]);
        return { id, token, expires_at };
      });
    },
    open: (organization) =>
      read({ organization, by: 'settings' }, listOpen, { organization, now: new Date().toISOString() }),
    withdraw: (organization, id, by) =>
      write(scopeOf(organization, by), async (transaction) => {
        await requireAdmin(transaction, organization, by);
        const [ended] = await transaction.all(end, { organization, id, now: new Date().toISOString() });
        if (ended)
          await recordBy(log, by)(transaction, organization, [invitationWithdrawn({ id, ...ended })]);
        return ended !== undefined;
      }),
    find,
    async accept(token, { user, provider }, origin) {
      const found = await find(token);
      if (!found || provider !== null || found.email !== user.email) return undefined;
      const { organization, slug, name, role, id: invitation } = found;
      const by = byUser(user.id, origin);
      return write(scopeOf(organization, by, user.id), async (transaction) => {
        const activities = await admit(transaction, { organization, user, role, issuer: null, invitation });
        if (!activities) return undefined;
        await recordBy(log, by)(transaction, organization, activities);
        const [member] = await transaction.all(roleOf, { organization, user: user.id });
        return { organization, slug, name, role: member!.role };
      });
    },
  };
}
