// How a user becomes a member: by an invitation, which is used with it, or by the identity provider of the organization. Part of the caller's transaction.
import type { Activity } from '../audit/entry';
import type { Database, Transaction } from '../database/database';
import { compile } from '../database/statement';
import type { OrganizationId } from '../organizations/organization';
import { invitationAccepted, joined, roleChanged } from './activity';
import { openInvitations } from './open-invitations';
import type { AccountStore } from './store';
import type { Role, User, UserId } from './user';

export interface Admission {
  organization: OrganizationId;
  user: User;
  role: Role;
  /** Of the identity provider that vouches for the user; null for an invitation's link. */
  issuer: string | null;
  /** Undefined for who comes without. */
  invitation: string | undefined;
}

/**
 * Gives the entries for the log; undefined when the invitation is not open any more, or another account with
 * this address is a member. A member keeps the role, but an invitation as admin raises a Member. Accepting by
 * the link (`issuer: null`) also lets a member whom a provider brought sign in with a password. A sign-in by
 * a provider that would not raise the role leaves the invitation open, so that its link can still do that.
 */
export type Admit = (transaction: Transaction, admission: Admission) => Promise<Activity[] | undefined>;

export function createAdmit({ knex }: Database, accounts: Pick<AccountStore, 'activate'>): Admit {
  const endInvitation = compile<{ organization: OrganizationId; id: string; now: string }, never>((param) =>
    openInvitations(knex, param('now'))
      .where({ organization_id: param('organization'), id: param('id') })
      .update({ ended_at: param('now') }),
  );
  type Of = { organization: OrganizationId; user: UserId };
  type Place = { issuer: string | null; role: Role };
  const find = compile<Of, Place>((param) =>
    knex('memberships')
      .where({ organization_id: param('organization'), user_id: param('user') })
      .select('issuer', 'role'),
  );
  const update = compile<Of & Place, never>((param) =>
    knex('memberships')
      .where({ organization_id: param('organization'), user_id: param('user') })
      .update({ issuer: param('issuer'), role: param('role') }),
  );
  const insert = compile<Of & Place & { now: string }, never>((param) =>
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
    const after: Place = {
      issuer: issuer === null ? null : before.issuer,
      role: isRaised ? 'admin' : before.role,
    };
    await transaction.run(update, { ...of, ...after });
    return [...accepted, ...(isRaised ? [roleChanged(user, before.role, after.role)] : [])];
  };
}
