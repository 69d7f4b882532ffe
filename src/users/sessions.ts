// Sessions: random tokens, of which digests are stored. 15 minutes idle and 8 hours at most.
import type { Database } from '../database/database';
import type { User } from './user';

/** `enrollment`: the password is chosen, the second factor is not; `second factor`: the password was right, the code is yet to come. */
export type Stage = 'enrollment' | 'second factor' | 'signed in';

export interface Session {
  /** Of its token. */
  digest: string;
  user: User;
  stage: Stage;
  /** Of the identity provider that signed the user in; null for a password. */
  issuer: string | null;
  /** When the sign-in began: it stays over a change of stage. */
  createdAt: string;
  /** What the sign-in under way needs, encrypted. */
  pending: string | null;
}

export interface SessionStore {
  /** One that is neither idle nor too old; notes that it was seen. */
  find(token: string): Promise<Session | undefined>;
  /** Gives the token. */
  begin(user: User, stage: Stage, issuer: string | null): Promise<string>;
  /** Ends this one and begins the next: another token for another stage. Undefined when it has ended meanwhile. */
  advance(session: Session, stage: Stage): Promise<string | undefined>;
  end(session: Session): Promise<void>;
  endAll(user: User): Promise<void>;
}

export declare function createSessionStore(database: Database): SessionStore;
