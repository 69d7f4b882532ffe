// Activity entries about users and invitations. They contain no password, code or link. An entry of one change only is
// written there.
import type { FieldValues, RecordKind } from '../audit/compare-records';
import { type Activity, listChanges, createEntry } from '../audit/entry';
import { type ClientInfo, type Role, parseEmail, roleName, settingsRole } from './user';

type Entry = [operation: Activity['operation'], description: string, changes?: Activity['changes']];

/** Of a user who has changed. */
export const ofUser = ({ id }: { id: string }, ...entry: Entry): Activity =>
  createEntry('user', id, ...entry);

export const invitationWithdrawn = ({ id, email }: Someone): Activity =>
  createEntry('invitation', id, 'revoked', `Withdrew the invitation of ${email}.`);

/** `former`: the role of a record that an operation of the API made, in the words of the contract. */
export function joined(
  user: Someone,
  { role, former }: { role: Role; former?: string | undefined },
): Activity {
  const description = `${user.email} became ${roleName(role)}.`;
  const created = listChanges(['email', 'role'], {}, { email: user.email, role });
  if (former === undefined) return ofUser(user, 'created', description, created);
  const changes = settingsRole(former) === role ? [] : listChanges(['role'], { role: former }, { role });
  return ofUser(user, 'updated', description, changes);
}

export function roleChanged(user: Someone, before: Role, after: Role): Activity {
  const changes = listChanges(['role'], { role: before }, { role: after });
  return ofUser(user, 'role_updated', `Changed the role of ${user.email} to ${roleName(after)}.`, changes);
}

export function removed(user: Someone, role: Role): Activity {
  const changes = listChanges(['email', 'role'], { email: user.email, role });
  return ofUser(user, 'deleted', `Removed ${user.email} from the organization.`, changes);
}

/** A user of the Settings pages, or of a world of the sandbox; or an invitation. */
type Someone = { id: string; email: string };
type Client = Pick<ClientInfo, 'address'>;

export const signedIn = (user: Someone, method: string, { address }: Client): Activity =>
  ofUser(user, 'signed_in', `${user.email} signed in with ${method}, from ${address}.`);

export const signInRejected = (user: Someone, reason: string, { address }: Client): Activity =>
  ofUser(user, 'sign_in_refused', `Rejected a sign-in of ${user.email}: ${reason}, from ${address}.`);

/** `id`: the SQL of the id of the record. */
const memberRows =
  (id: string): RecordKind['rows'] =>
  (knex, organization) =>
    knex.select('*').from(
      knex({ m: 'memberships' })
        .leftJoin({ u: 'users' }, 'u.id', 'm.user_id')
        .where('m.organization_id', organization)
        .select({ id: knex.raw(id), email: 'u.email', role: 'm.role' })
        .as('members'),
    );

/** An operation of the API logs roles of the contract, and addresses as they were sent. */
const inSettingsWords = (logged: FieldValues): FieldValues => ({
  ...logged,
  ...(logged['email'] && { email: parseEmail(logged['email']) ?? logged['email'] }),
  ...(logged['role'] && { role: settingsRole(logged['role']) }),
});

export const USER_KIND: RecordKind = {
  resourceType: 'user',
  isElsewhereInSandbox: true,
  collection: 'User',
  tables: ['memberships', 'users'],
  fields: ['email', 'role'],
  id: 'members.id',
  rows: memberRows('coalesce(m.record_id, m.user_id)'),
  earlier: { without: { table: 'memberships', column: 'record_id' }, rows: memberRows('m.user_id') },
  derive: inSettingsWords,
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
  implied: (operation) => (INVITATION_ENDS.includes(operation) ? { ended_at: ENDED } : {}),
};
