// What a request of the Settings pages is signed in as, and how far.
import type { User } from './user';

/** A session ends when it was not seen for so long, and in any case. */
export const IDLE_MINUTES = 15;
export const MAX_HOURS = 8;

/** `enrollment`: the password is chosen, the second factor is not; `second factor`: the password was right, the code is yet to come. */
export type Stage = 'enrollment' | 'second factor' | 'signed in';

export interface Session {
  /** Of its token. */
  digest: string;
  user: User;
  stage: Stage;
  /** The name of the identity provider that signed the user in; null for a password. */
  provider: string | null;
  /** When the sign-in began: it stays over a change of stage. */
  createdAt: string;
  /**
   * For an enrollment, the encrypted shared secret. For a second factor, the other accounts that the
   * password has matched, as JSON (password-match.ts).
   */
  pending: string | null;
}
