// Who belongs to which organization, and as what.
import type { Log } from '../audit/append';
import type { Actor } from '../audit/entry';
import type { Database } from '../database/database';
import type { OrganizationId } from '../organizations/organization';
import type { Member, Membership, Role, UserId } from './user';

/** What became of a change: nobody takes the last admin from an organization. */
export type Changed = 'done' | 'unknown' | 'last admin';

export interface MembershipStore {
  /** What a session reaches, by name. `issuer`: of the identity provider that it was signed in by; null for a password. */
  of(user: UserId, issuer: string | null): Promise<Membership[]>;
  /** By e-mail address. */
  list(organization: OrganizationId): Promise<Member[]>;
  setRole(organization: OrganizationId, user: UserId, role: Role, by: Actor): Promise<Changed>;
  /** Ends no session: the next request of one finds no membership. */
  remove(organization: OrganizationId, user: UserId, by: Actor): Promise<Changed>;
}

export declare function createMembershipStore(database: Database, log: Log): MembershipStore;
