// Creates the stores of users, for the commands and for the Settings pages.
import type { Log } from '../audit/append';
import type { Database } from '../../database/database';
import { createAccountStore } from './accounts';
import { type SaveMember, createAdmit } from './admission';
import { type OnUnrecorded, createUserChanges } from './changes';
import { createIdentityStore } from './identities';
import { createIdentityProviderStore, createPendingSignIns } from './identity-providers';
import { createInvitationStore } from './invitations';
import { createMembershipStore } from './memberships';
import { createRecoveryStore } from './recoveries';
import { createSessionStore } from './sessions';

export type UserStores = ReturnType<typeof createUserStores>;

/** `onUnrecorded`: by default, a command fails when it cannot record a change. */
export function createUserStores(
  database: Database,
  log: Log,
  saveMember: SaveMember,
  onUnrecorded: OnUnrecorded = (error) => {
    throw error;
  },
) {
  const accounts = createAccountStore(database);
  const memberships = createMembershipStore(database, log, accounts, saveMember);
  const changes = createUserChanges(database, log, memberships, onUnrecorded);
  const admit = createAdmit(database, accounts, saveMember);
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
