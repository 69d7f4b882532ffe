// What the pages of sign-in call: passwords, codes, and the session that each step leads to.
import type { Log } from '../audit/append';
import type { Database } from '../database/database';
import type { OrganizationId } from '../organizations/organization';
import type { Session } from './sessions';
import type { From, Membership } from './user';

/** Too many attempts: the seconds after which there may be another one. */
export interface Limited {
  retryAfter: number;
}

export interface Token {
  token: string;
}

/** A sentence for the person who chose the password. */
export interface Fault {
  fault: string;
}

/** Who an identity provider says that somebody is. The address is verified and of an allowed domain: the caller has seen to it. */
export interface Identity {
  organization: OrganizationId;
  issuer: string;
  subject: string;
  /** As `emailOf` gives it. */
  email: string;
}

export interface SignIn {
  withPassword(email: string, password: string, from: From): Promise<(Token & { stage: 'second factor' | 'enrollment' }) | 'refused' | Limited>;
  /** A code of the app, or a recovery code. After too many wrong ones the session has ended. */
  withCode(session: Session, code: string, from: From): Promise<Token | 'refused' | Limited>;
  /** Makes the user and the membership, when they are new: the link has been used then. */
  withIdentity(identity: Identity, from: From): Promise<Token & { membership: Membership }>;
  /** With the token of an invitation for an address without an account, or of a recovery. Undefined when there is none. The session's stage is `enrollment`. */
  choosePassword(token: string, password: string, from: From): Promise<Token | Fault | undefined>;
  /** For a session of stage `enrollment`; the same until it is confirmed. `uri` is that of the QR code. */
  enrollment(session: Session): Promise<{ secret: string; uri: string }>;
  confirmEnrollment(session: Session, code: string, from: From): Promise<(Token & { recoveryCodes: string[] }) | 'refused' | Limited>;
  /** Ends the user's other sessions. */
  changePassword(session: Session, old: string, chosen: string, from: From): Promise<'done' | 'refused' | Fault | Limited>;
  signOut(session: Session): Promise<void>;
  /** Waits for entries of refused sign-ins, which nobody is kept waiting for. */
  close(): Promise<void>;
}

export interface SignInOptions {
  /** SETTINGS_SECRET. */
  secret: string;
  /** Hears of an entry of a refused sign-in that could not be written. */
  onError: (error: unknown) => void;
}

export declare function createSignIn(database: Database, log: Log, options: SignInOptions): SignIn;
