// What the pages of sign-in call: passwords, codes, and the session that each step leads to.
import { byUser } from '../audit/actors';
import { signedOut } from './activity';
import { type ChoosePassword, createChoosePassword } from './choose-password';
import { type CodeStep, createCodeStep } from './sign-in-code';
import { type EnrollmentSteps, createEnrollmentSteps } from './sign-in-enrollment';
import { type IdentityStep, createIdentityStep } from './sign-in-identity';
import { type PasswordSteps, createPasswordSteps } from './sign-in-password';
import { type SignInOptions, type Stores, createTools } from './sign-in-tools';
import type { Session } from './session';
import type { From } from './user';

export type { Identity } from './sign-in-identity';
export type { SignInFault, Limited, SignInOptions, SignedIn, Token } from './sign-in-tools';

export interface SignIn extends PasswordSteps, CodeStep, EnrollmentSteps, ChoosePassword, IdentityStep {
  signOut(session: Session, from: From): Promise<void>;
  /** Waits for entries of refused sign-ins, which nobody is kept waiting for. */
  close(): Promise<void>;
}

/** An open inventory has the stores. */
export function createSignIn(stores: Stores, options: SignInOptions): SignIn {
  const tools = createTools(stores, options);
  return {
    ...createPasswordSteps(tools),
    ...createCodeStep(tools),
    ...createEnrollmentSteps(tools),
    ...createChoosePassword(tools),
    ...createIdentityStep(tools),
    async signOut(session, from) {
      await stores.users.sessions.end(session);
      await stores.users.changes.tell(
        session.user,
        session.provider,
        byUser(session.user.id, from.requestId),
        [signedOut(session.user, from)],
      );
    },
    close: tools.settled,
  };
}
