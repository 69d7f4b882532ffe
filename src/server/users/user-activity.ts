// Activity entries about users and invitations. They contain no password, code or link. An entry of one change only is
// written there.
import type { RecordKind } from '../audit/compare-records';
import { type Activity, changesOf, entryOf } from '../audit/entry';
import { type ClientInfo, type Role, type User, roleName } from './user';

type Entry = [operation: Activity['operation'], description: string, changes?: Activity['changes']];

interface Invitation {
  id: string;
  email: string;
  role: Role;
}

const ofInvitation = ({ id }: { id: string }, ...entry: Entry): Activity =>
  entryOf('invitation', id, ...entry);

/** Of a user who has changed. */
export const ofUser = ({ id }: { id: string }, ...entry: Entry): Activity => entryOf('user', id, ...entry);

export const invited = (invitation: Invitation & { expires_at: string }): Activity =>
  ofInvitation(
    invitation,
    'created',
    `Invited ${invitation.email} as ${roleName(invitation.role)}.`,
    changesOf(['email', 'role', 'expires_at'], {}, { ...invitation }),
  );

export const invitationWithdrawn = (invitation: Omit<Invitation, 'role'>): Activity =>
  ofInvitation(invitation, 'revoked', `Withdrew the invitation of ${invitation.email}.`);

export const invitationAccepted = (invitation: Omit<Invitation, 'role'>): Activity =>
  ofInvitation(invitation, 'accepted', `${invitation.email} accepted the invitation.`);

export const joined = (user: User, role: Role): Activity =>
  ofUser(
    user,
    'created',
    `${user.email} became ${roleName(role)}.`,
    changesOf(['email', 'role'], {}, { email: user.email, role }),
  );

export const roleChanged = (user: User, before: Role, after: Role): Activity =>
  ofUser(
    user,
    'role_updated',
    `Changed the role of ${user.email} to ${roleName(after)}.`,
    changesOf(['role'], { role: before }, { role: after }),
  );

export const removed = (user: User, role: Role): Activity =>
  ofUser(
    user,
    'deleted',
    `Removed ${user.email} from the organization.`,
    changesOf(['email', 'role'], { email: user.email, role }),
  );

/** A user of the Settings pages, or of a world of the sandbox. */
type Someone = { id: string; email: string };
type Client = Pick<ClientInfo, 'address'>;

export const signedIn = (user: Someone, method: string, { address }: Client): Activity =>
  ofUser(user, 'signed_in', `${user.email} signed in with ${method}, from ${address}.`);

export const signInRejected = (user: Someone, reason: string, { address }: Client): Activity =>
  ofUser(user, 'sign_in_refused', `Rejected a sign-in of ${user.email}: ${reason}, from ${address}.`);

export const USER_KIND: RecordKind = {
  resourceType: 'user',
  isElsewhereInSandbox: true,
  collection: 'User',
  tables: ['memberships', 'users'],
  fields: ['email', 'role'],
  id: 'm.user_id',
  rows: (knex, organization) =>
    knex({ m: 'memberships' })
      .leftJoin({ u: 'users' }, 'u.id', 'm.user_id')
      .where('m.organization_id', organization)
      .select({ id: 'm.user_id', email: 'u.email', role: 'm.role' }),
  isReset: false,
};

/** Operations that end an invitation; the log has no field for its end. */
const INVITATION_ENDS: readonly string[] = ['revoked', 'accepted'] satisfies Activity['operation'][];
const ENDED = 'ended';

export const INVITATION_KIND: RecordKind = {
  resourceType: 'invitation',
  isElsewhereInSandbox: true,
  collection: 'Invitation',
  tables: ['invitations'],
  fields: ['email', 'role', 'expires_at', 'ended_at'],
  id: 'id',
  rows: (knex, organization) =>
    knex('invitations')
      .where('organization_id', organization)
      .select('id', 'email', 'role', 'expires_at', 'ended_at'),
  ofRow: (row) => ({ ...row, ended_at: row['ended_at'] === null ? null : ENDED }),
  isReset: false,
  implied: (operation) => (INVITATION_ENDS.includes(operation) ? { ended_at: ENDED } : {}),
};
