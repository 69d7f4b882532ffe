// One-time links by which an operator lets a user choose a password and a second factor anew.
import type { Log } from '../audit/append';
import type { Actor } from '../audit/entry';
import type { Database } from '../database/database';
import type { User } from './user';

export interface RecoveryStore {
  /** Undefined for an address without a user. An older link is void. */
  create(email: string, by: Actor): Promise<{ token: string; expires_at: string } | undefined>;
  /** Whose it is, while it is open. */
  find(token: string): Promise<User | undefined>;
}

export declare function createRecoveryStore(database: Database, log: Log): RecoveryStore;
