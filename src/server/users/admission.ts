// Admits users to an organization, and checks that a user is an Organization Admin.
import type { Activity, Actor } from '../audit/entry';
import type { Database, Transaction } from '../../database/database';
import { compile, type Statement } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import { invitationAccepted, joined, roleChanged } from './user-activity';
import type { AccountStore } from './accounts';
import type { Role, User, UserId } from './user';

interface Admission {
  organization: OrganizationId;
  user: User;
  role: Role;
  /** The issuer of the identity provider that signs the user in; null for the link of an invitation. */
  issuer: string | null;
  /** The id of the invitation to use, if any. */
  invitation: string | undefined;
}

/** Selects invitations that are neither accepted, nor withdrawn, nor expired. `now`: a placeholder. */
export const openInvitations = (knex: Database['knex'], now: string) =>
  knex('invitations').whereNull('ended_at').where('expires_at', '>', now);

/**
 * Admits a user within the caller's transaction, and returns the entries for the activity log. Returns
 * undefined when the invitation is no longer open, or another account with the address is a member.
 *
 * An existing member keeps the role, except that an invitation as admin promotes a Member. The link of an
 * invitation also lets a member whom a provider admitted sign in with a password. A sign-in by a provider
 * without a promotion leaves the invitation open for that link.
 */
export type Admit = (transaction: Transaction, admission: Admission) => Promise<Activity[] | undefined>;

export function createAdmit({ knex }: Database, accounts: Pick<AccountStore, 'activate'>): Admit {
  const endInvitation = compile<{ organization: OrganizationId; id: string; now: string }, never>((param) =>
    openInvitations(knex, param('now'))
      .where({ organization_id: param('organization'), id: param('id') })
      .update({ ended_at: param('now') }),
  );
  type Of = { organization: OrganizationId; user: UserId };
  type Admitted = { issuer: string | null; role: Role };
  const find = compile<Of, Admitted>((param) =>
    knex('memberships')
      .where({ organization_id: param('organization'), user_id: param('user') })
      .select('issuer', 'role'),
  );
  const update = compile<Of & Admitted, never>((param) =>
    knex('memberships')
      .where({ organization_id: param('organization'), user_id: param('user') })
      .update({ issuer: param('issuer'), role: param('role') }),
  );
  const insert = compile<Of & Admitted & { now: string }, never>((param) =>
    knex('memberships').insert({
      organization_id: param('organization'),
      user_id: param('user'),
      issuer: param('issuer'),
      role: param('role'),
      created_at: param('now'),
    }),
  );

  const sameAddress = compile<Of & { email: string }, { id: UserId }>((param) =>
    knex({ m: 'memberships' })
      .join({ u: 'users' }, 'u.id', 'm.user_id')
      .where({ 'm.organization_id': param('organization'), 'u.email': param('email') })
      .whereNot('u.id', param('user'))
      .select({ id: 'u.id' }),
  );

  return async (transaction, { organization, user, role, issuer, invitation }) => {
    const now = new Date().toISOString();
    const of: Of = { organization, user: user.id };
    if ((await transaction.all(sameAddress, { ...of, email: user.email })).length > 0) return undefined;
    const [before] = await transaction.all(find, of);
    const isRaised = before?.role === 'member' && role === 'admin';
    if (before && issuer !== null && !isRaised) return [];
    if (
      invitation !== undefined &&
      (await transaction.run(endInvitation, { organization, id: invitation, now })) === 0
    )
      return undefined;
    const accepted =
      invitation === undefined ? [] : [invitationAccepted({ id: invitation, email: user.email })];
    if (!before) {
      await accounts.activate(transaction, user.id);
      await transaction.run(insert, { ...of, issuer, role, now });
      return [...accepted, joined(user, role)];
    }
    const after: Admitted = {
      issuer: issuer === null ? null : before.issuer,
      role: isRaised ? 'admin' : before.role,
    };
    await transaction.run(update, { ...of, ...after });
    return [...accepted, ...(isRaised ? [roleChanged(user, before.role, after.role)] : [])];
  };
}

/** Thrown within the transaction of a change, so that the change is rolled back. */
export class AdminRequiredError extends Error {
  constructor() {
    super('The user is no longer an Organization Admin of this organization.');
    this.name = 'AdminRequiredError';
  }
}

/**
 * Checks the role of a user first in each change, because another admin may have demoted or removed the user
 * since the request arrived. Operators need no membership.
 * @throws AdminRequiredError
 */
type RequireAdmin = (transaction: Transaction, organization: OrganizationId, by: Actor) => Promise<void>;

export const compileRoleOf = ({
  knex,
}: Pick<Database, 'knex'>): Statement<{ organization: OrganizationId; user: string }, { role: Role }> =>
  compile((param) =>
    knex('memberships')
      .where({ organization_id: param('organization'), user_id: param('user') })
      .select('role'),
  );

export function createRequireAdmin(database: Pick<Database, 'knex'>): RequireAdmin {
  const roleOf = compileRoleOf(database);
  return async (transaction, organization, { actorType, actorId }) => {
    if (actorType !== 'user') return;
    const [member] = await transaction.all(roleOf, { organization, user: actorId });
    if (member?.role !== 'admin') throw new AdminRequiredError();
  };
}
