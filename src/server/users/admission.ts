// Admits users to an organization, and checks that a user is an Organization Admin.
import { type Activity, type Actor, createEntry } from '../audit/entry';
import type { Database, Transaction } from '../../database/database';
import { once } from '../../database/statement';
import type { OrganizationId } from '../../base/organization';
import { joined, roleChanged } from './user-activity';
import type { AccountStore } from './accounts';
import type { Role, User } from './user';

interface Admission {
  organization: OrganizationId;
  user: User;
  role: Role;
  /** The issuer of the identity provider that signs the user in; null for the link of an invitation. */
  issuer: string | null;
  /** The id of the invitation to use, if any. */
  invitation: string | undefined;
  by: Actor;
}

/** A change of a member. `app` hands what makes it to the stores. */
export interface MemberChange extends User {
  issuer: string | null;
  /** The id of the `User` record; null for a user who joins, and for a member whom an earlier version admitted. */
  recordId: string | null;
  /** Undefined for a user who joins. */
  before: Role | undefined;
  /** Undefined for a removal. */
  after: Role | undefined;
}

export interface SavedMember {
  /** Of the `User` record. */
  id: string;
  role: Role;
  /** The role of a record that was there before, in the words of the contract. */
  former: string | undefined;
  /** The entries about other records, for example invitations that end. */
  activities: Activity[];
}

/**
 * Makes the `User` record of a member, takes the one with the address, changes it, or deletes it.
 * @throws ApiError `conflict` for the deletion of the CIP Senior Manager.
 */
export type SaveMember = (
  transaction: Transaction,
  organization: OrganizationId,
  by: Actor,
  change: MemberChange,
) => Promise<SavedMember>;

type Queries = Pick<Database, 'knex'>;

/** Selects invitations that are neither accepted, nor withdrawn, nor expired. */
export const openInvitations = ({ knex }: Queries, now = new Date().toISOString()) =>
  knex('invitations').whereNull('ended_at').where('expires_at', '>', now);

/** Selects the memberships of an organization (`m`) with their users (`u`). */
export const selectMembers = ({ knex }: Queries, organization: OrganizationId) =>
  knex({ m: 'memberships' })
    .join({ u: 'users' }, 'u.id', 'm.user_id')
    .where('m.organization_id', organization);

/**
 * Admits a user within the caller's transaction, and returns the entries for the activity log. Returns
 * undefined when the invitation is no longer open, or another account with the address is a member.
 *
 * An existing member keeps the role, except that an invitation as admin promotes a Member. The link of an
 * invitation also lets a member whom a provider admitted sign in with a password. A sign-in by a provider
 * without a promotion leaves the invitation open for that link.
 */
export type Admit = (transaction: Transaction, admission: Admission) => Promise<Activity[] | undefined>;

export function createAdmit(
  database: Database,
  accounts: Pick<AccountStore, 'activate'>,
  saveMember: SaveMember,
): Admit {
  const { knex } = database;
  return async (transaction, { organization, user, role, issuer, invitation, by }) => {
    const now = new Date().toISOString();
    const key = { organization_id: organization, user_id: user.id };
    const sameAddress = selectMembers(database, organization)
      .where('u.email', user.email)
      .whereNot('u.id', user.id)
      .select({ id: 'u.id' });
    if ((await transaction.all(once(sameAddress), {})).length > 0) return undefined;
    type Row = { issuer: string | null; role: Role; recordId: string | null };
    const membership = knex('memberships').where(key);
    const columns = membership.clone().select({ issuer: 'issuer', role: 'role', recordId: 'record_id' });
    const [before] = await transaction.all(once<Row>(columns), {});
    const isRaised = before?.role === 'member' && role === 'admin';
    if (before && issuer !== null && !isRaised) return [];
    if (invitation !== undefined) {
      const open = openInvitations(database, now).where({ organization_id: organization, id: invitation });
      if ((await transaction.run(once(open.update({ ended_at: now })), {})) === 0) return undefined;
    }
    const words = `${user.email} accepted the invitation.`;
    const accepted =
      invitation === undefined ? [] : [createEntry('invitation', invitation, 'accepted', words)];
    if (!before) await accounts.activate(transaction, user.id);
    const method = before && issuer !== null ? before.issuer : issuer;
    const saved = await saveMember(transaction, organization, by, {
      ...{ ...user, issuer: method, recordId: before?.recordId ?? null },
      ...{ before: before?.role, after: isRaised ? 'admin' : (before?.role ?? role) },
    });
    const row = { record_id: saved.id, issuer: method, role: saved.role };
    const insert = knex('memberships').insert({ ...key, ...row, created_at: now });
    await transaction.run(once(before ? membership.update(row) : insert), {});
    const record = { id: saved.id, email: user.email };
    const isChanged = !before || before.role !== saved.role;
    const change = before ? roleChanged(record, before.role, saved.role) : joined(record, saved);
    return [...accepted, ...(isChanged ? [change] : []), ...saved.activities];
  };
}

/** Thrown within the transaction of a change, so that the change is rolled back. */
export class AdminRequiredError extends Error {
  constructor() {
    super('The user is no longer an Organization Admin of this organization.');
    this.name = 'AdminRequiredError';
  }
}

export async function getRole(
  { knex }: Queries,
  transaction: Transaction,
  organization: OrganizationId,
  user: string,
): Promise<Role | undefined> {
  const membership = knex('memberships').where({ organization_id: organization, user_id: user });
  return (await transaction.all(once<{ role: Role }>(membership.select('role')), {}))[0]?.role;
}

/**
 * Checks the role of a user first in each change, because another admin may have demoted or removed the user
 * since the request arrived. Operators need no membership.
 * @throws AdminRequiredError
 */
export async function requireAdmin(
  database: Queries,
  transaction: Transaction,
  organization: OrganizationId,
  { actorType, actorId }: Actor,
): Promise<void> {
  if (actorType !== 'user') return;
  if ((await getRole(database, transaction, organization, actorId)) !== 'admin')
    throw new AdminRequiredError();
}
