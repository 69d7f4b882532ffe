// The stores of users, for the commands and for the Settings pages.
import type { Log } from '../audit/append';
import type { Database } from '../database/database';
import type { InvitationStore } from './invitations';
import type { MembershipStore } from './memberships';
import type { RecoveryStore } from './recoveries';
import type { SessionStore } from './sessions';

export interface UserStores {
  memberships: MembershipStore;
  invitations: InvitationStore;
  recoveries: RecoveryStore;
  sessions: SessionStore;
}

export declare function createUserStores(database: Database, log: Log): UserStores;
