// Sign-in: password.ts, then code.ts. New users go through enrollment.ts,
// users of identity providers through identity.ts.
import { byUser } from '../../audit/entry';
import { signedOut } from '../user-activity';
import type { Session } from '../sessions';
import type { ClientInfo } from '../user';
import { type CodeStep, createCodeStep } from './code';
import { type SignInOptions, type SignInStores, createSignInContext } from './context';
import { type EnrollmentSteps, createEnrollmentSteps } from './enrollment';
import { type IdentityStep, createIdentityStep } from './identity';
import { type PasswordSteps, createPasswordSteps } from './password';

export interface SignIn extends PasswordSteps, CodeStep, EnrollmentSteps, IdentityStep {
  signOut(session: Session, client: ClientInfo): Promise<void>;
  /** Waits for the activity entries that requests did not wait for. */
  close(): Promise<void>;
}

export function createSignIn(stores: SignInStores, options: SignInOptions): SignIn {
  const context = createSignInContext(stores, options);
  return {
    ...createPasswordSteps(context),
    ...createCodeStep(context),
    ...createEnrollmentSteps(context),
    ...createIdentityStep(context),
    async signOut(session, client) {
      const { user, provider } = session;
      const { sessions, changes } = stores.users;
      await sessions.end(session);
      await changes.record(user, provider, byUser(user.id, client), [signedOut(user, client)]);
    },
    close: context.settled,
  };
}
