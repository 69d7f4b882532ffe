// The stores of users, for the commands and for the Settings pages.
import type { Log } from '../audit/append';
import type { Database } from '../database/database';
import { type Admit, createAdmit } from './admission';
import { type OnUntold, type UserChanges, createUserChanges } from './changes';
import { type IdentityStore, createIdentityStore } from './identities';
import { type IdentityProviderStore, createIdentityProviderStore } from './identity-providers';
import { type InvitationStore, createInvitationStore } from './invitations';
import { type MembershipStore, createMembershipStore } from './memberships';
import { type PendingSignIns, createPendingSignIns } from './pending-sign-ins';
import { type RecoveryStore, createRecoveryStore } from './recoveries';
import { type SessionRows, createSessionRows } from './session-rows';
import { type SessionStore, createSessionStore } from './sessions';
import { type AccountStore, createAccountStore } from './store';

export interface UserStores {
  accounts: AccountStore;
  memberships: MembershipStore;
  invitations: InvitationStore;
  recoveries: RecoveryStore;
  sessions: SessionStore;
  sessionRows: SessionRows;
  admit: Admit;
  changes: UserChanges;
  identities: IdentityStore;
  identityProviders: IdentityProviderStore;
  pendingSignIns: PendingSignIns;
}

const fail: OnUntold = (error) => {
  throw error;
};

/** `onUntold`: without it, a command fails for it. */
export function createUserStores(database: Database, log: Log, onUntold = fail): UserStores {
  const accounts = createAccountStore(database);
  const memberships = createMembershipStore(database, log, accounts);
  const changes = createUserChanges(database, log, memberships, onUntold);
  const sessionRows = createSessionRows(database);
  const admit = createAdmit(database, accounts);
  return {
    accounts,
    memberships,
    changes,
    sessionRows,
    admit,
    invitations: createInvitationStore(database, log, admit),
    recoveries: createRecoveryStore(database, accounts, memberships, changes),
    sessions: createSessionStore(database, accounts, sessionRows),
    identities: createIdentityStore(database, accounts, changes),
    identityProviders: createIdentityProviderStore(database, log),
    pendingSignIns: createPendingSignIns(database),
  };
}
