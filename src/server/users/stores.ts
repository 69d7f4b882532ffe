// Creates the stores of users, for the commands and for the Settings pages.
import type { Log } from '../audit/append';
import type { Database } from '../../database/database';
import { type AccountStore, createAccountStore } from './accounts';
import { type Admit, createAdmit } from './admission';
import { type OnUnrecorded, type UserChanges, createUserChanges } from './changes';
import { type IdentityStore, createIdentityStore } from './identities';
import { type IdentityProviderStore, createIdentityProviderStore } from './identity-providers';
import { type InvitationStore, createInvitationStore } from './invitations';
import { type MembershipStore, createMembershipStore } from './memberships';
import { type PendingSignIns, createPendingSignIns } from './pending-sign-ins';
import { type RecoveryStore, createRecoveryStore } from './recoveries';
import { type SessionStore, createSessionStore } from './sessions';

export interface UserStores {
  accounts: AccountStore;
  memberships: MembershipStore;
  invitations: InvitationStore;
  recoveries: RecoveryStore;
  sessions: SessionStore;
  admit: Admit;
  changes: UserChanges;
  identities: IdentityStore;
  identityProviders: IdentityProviderStore;
  pendingSignIns: PendingSignIns;
}

const fail: OnUnrecorded = (error) => {
  throw error;
};

/** `onUnrecorded`: by default, a command fails when it cannot record a change. */
export function createUserStores(database: Database, log: Log, onUnrecorded = fail): UserStores {
  const accounts = createAccountStore(database);
  const memberships = createMembershipStore(database, log, accounts);
  const changes = createUserChanges(database, log, memberships, onUnrecorded);
  const admit = createAdmit(database, accounts);
  return {
    accounts,
    memberships,
    changes,
    admit,
    invitations: createInvitationStore(database, log, admit),
    recoveries: createRecoveryStore(database, accounts, memberships, changes),
    sessions: createSessionStore(database, accounts),
    identities: createIdentityStore(database, accounts, changes),
    identityProviders: createIdentityProviderStore(database, log),
    pendingSignIns: createPendingSignIns(database),
  };
}
