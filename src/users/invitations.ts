// Invitations to an organization: one-time links, of which digests are stored.
import { typeid } from 'typeid-js';
import { byUser } from '../audit/actors';
import { type Log, recordBy } from '../audit/append';
import type { Actor } from '../audit/entry';
import type { Database } from '../database/database';
import { compile } from '../database/statement';
import type { OrganizationId } from '../organizations/organization';
import { invitationWithdrawn, invited } from './activity';
import type { Admit } from './admission';
import { openInvitations } from './open-invitations';
import { scopeOf } from './scope';
import type { Session } from './session';
import { compileRoleOf, createRequireAdmin } from './still-admin';
import { digestOf, newToken } from './tokens';
import type { Membership, Role, UserId } from './user';

export interface NewInvitation {
  /** As `emailOf` gives it. */
  email: string;
  role: Role;
  /** For people: an e-mail address, or the account of an operator. */
  invitedBy: string;
}

export interface Invited {
  id: string;
  /** Shown this once. */
  token: string;
  expires_at: string;
}

/** What people see of an invitation. */
export interface InvitationListing {
  id: string;
  email: string;
  role: Role;
  invited_by: string;
  created_at: string;
  expires_at: string;
}

/** What somebody who has its link sees of it. */
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

/** Only open invitations are ever found: neither accepted, nor withdrawn, nor expired. `create` and `withdraw` by a user throw NoAdminAnyMore when the user is none. */
export interface InvitationStore {
  /**
   * Withdraws an older one for the same address. `member`: it belongs to a member already, to whom it would give nothing. An operator may have a Member become an
   * admin, and let in by a password whom an identity provider has brought: so that an organization without its provider, or its last admin, is not lost.
   */
  create(organization: OrganizationId, invitation: NewInvitation, by: Actor): Promise<Invited | 'member'>;
  /** By e-mail address. */
  open(organization: OrganizationId): Promise<InvitationListing[]>;
  withdraw(organization: OrganizationId, id: string, by: Actor): Promise<boolean>;
  find(token: string): Promise<FoundInvitation | undefined>;
  /**
   * For a user who is signed in with a password; undefined when there is no such open invitation for the user's own address, and for who was signed in by an identity
   * provider: the membership could be reached with a password that somebody else has.
   */
  accept(
    token: string,
    session: Pick<Session, 'user' | 'provider'>,
    requestId: string,
  ): Promise<Membership | undefined>;
}

const LIFETIME = 7 * 86_400_000;

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
  const insert = compile<
    {
      organization: OrganizationId;
      id: string;
      digest: string;
      email: string;
      role: Role;
      invitedBy: string;
      now: string;
      expires_at: string;
    },
    never
  >((param) =>
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
  const member = compile<
    { organization: OrganizationId; email: string },
    { id: UserId; issuer: string | null; role: Role }
  >((param) =>
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
  const details = compile<{ organization: OrganizationId; email: string }, Details>((param) =>
    knex('organizations')
      .where('id', param('organization'))
      .select('slug', 'name', {
        accounts: knex('users').where('email', param('email')).whereNull('retired_at').count(),
      }),
  );
  const roleOf = compileRoleOf({ knex });

  async function find(token: string): Promise<FoundInvitation | undefined> {
    const digest = digestOf(token);
    const [found] = await read({ holder: digest }, byDigest, { digest, now: new Date().toISOString() });
    if (!found) return undefined;
    const { organization, email } = found;
    const [{ slug, name, accounts }] = (await read({ organization, by: 'settings', holder: email }, details, {
      organization,
      email,
    })) as [Details];
    const [present] = await read({ organization, by: 'settings' }, member, { organization, email });
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
      const [token, now, expires_at] = [
        newToken(),
        new Date().toISOString(),
        new Date(Date.now() + LIFETIME).toISOString(),
      ];
      const id = typeid('inv').toString();
      return write(scopeOf(organization, by), async (transaction) => {
        await requireAdmin(transaction, organization, by);
        const [present] = await transaction.all(member, { organization, email });
        if (
          present &&
          (by.actorType === 'user' ||
            (present.issuer === null && (present.role === 'admin' || role === 'member')))
        )
          return 'member';
        const older = await transaction.all(endOlder, { organization, email, now });
        await transaction.run(insert, {
          organization,
          id,
          digest: digestOf(token),
          email,
          role,
          invitedBy,
          now,
          expires_at,
        });
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
    async accept(token, { user, provider }, requestId) {
      const found = await find(token);
      if (!found || provider !== null || found.email !== user.email) return undefined;
      const { organization, slug, name, role, id: invitation } = found;
      const by = byUser(user.id, requestId);
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
