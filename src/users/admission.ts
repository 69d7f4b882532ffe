// How a user becomes a member: by an invitation, which is used with it, or by the identity provider of the organization. Part of the caller's transaction.
import type { Activity } from '../audit/entry';
import type { Database, Transaction } from '../database/database';
import { compile } from '../database/statement';
import type { OrganizationId } from '../organizations/organization';
import { invitationAccepted, joined } from './activity';
import { openInvitations } from './open-invitations';
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

/** What there is to tell; undefined when the invitation is not open any more. A member's role stays as it is. */
export type Admit = (transaction: Transaction, admission: Admission) => Promise<Activity[] | undefined>;

export function createAdmit({ knex }: Database): Admit {
  const endInvitation = compile<{ organization: OrganizationId; id: string; now: string }, never>((param) =>
    openInvitations(knex, param('now')).where({ organization_id: param('organization'), id: param('id') }).update({ ended_at: param('now') }),
  );
  const insert = compile<{ organization: OrganizationId; user: UserId; issuer: string | null; role: Role; now: string }, never>((param) =>
    knex('memberships')
      .insert({ organization_id: param('organization'), user_id: param('user'), issuer: param('issuer'), role: param('role'), created_at: param('now') })
      .onConflict(['organization_id', 'user_id'])
      .ignore(),
  );

  return async (transaction, { organization, user, role, issuer, invitation }) => {
    const now = new Date().toISOString();
    if (invitation !== undefined && (await transaction.run(endInvitation, { organization, id: invitation, now })) === 0) return undefined;
    const isNew = (await transaction.run(insert, { organization, user: user.id, issuer, role, now })) > 0;
    return [...(invitation === undefined ? [] : [invitationAccepted({ id: invitation, email: user.email })]), ...(isNew ? [joined(user, role)] : [])];
  };
}
