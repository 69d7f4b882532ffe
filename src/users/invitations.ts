// Invitations to an organization: one-time links, of which digests are stored.
import type { Log } from '../audit/append';
import type { Actor } from '../audit/entry';
import type { Database } from '../database/database';
import type { OrganizationId } from '../organizations/organization';
import type { Membership, Role, User } from './user';

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
  /** Then it is accepted by signing in first, and otherwise by choosing a password. */
  hasAccount: boolean;
}

/** Only open invitations are ever found: neither accepted, nor withdrawn, nor expired. */
export interface InvitationStore {
  /** Withdraws an older one for the same address. `member`: it belongs to a member already. */
  create(organization: OrganizationId, invitation: NewInvitation, by: Actor): Promise<Invited | 'member'>;
  /** By e-mail address. */
  open(organization: OrganizationId): Promise<InvitationListing[]>;
  withdraw(organization: OrganizationId, id: string, by: Actor): Promise<boolean>;
  find(token: string): Promise<FoundInvitation | undefined>;
  /** For a user who is signed in; undefined when there is no such open invitation for the user's own address. */
  accept(token: string, user: User, requestId: string): Promise<Membership | undefined>;
}

export declare function createInvitationStore(database: Database, log: Log): InvitationStore;
