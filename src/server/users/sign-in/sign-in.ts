// Sign-in: password.ts, then code.ts. New users go through enrollment.ts,
// users of identity providers through identity.ts.
import { ofUser } from '../user-activity';
import type { Session } from '../sessions';
import type { ClientInfo } from '../user';
import { createCodeStep } from './code';
import { type SignInServices, createSignInContext } from './context';
import { createEnrollmentSteps } from './enrollment';
import { createIdentityStep } from './identity';
import { createPasswordSteps } from './password';

export type SignIn = ReturnType<typeof createSignIn>;

export function createSignIn(services: SignInServices) {
  const context = createSignInContext(services);
  return {
    ...createPasswordSteps(context),
    ...createCodeStep(context),
    ...createEnrollmentSteps(context),
    ...createIdentityStep(context),
    async signOut(session: Session, client: ClientInfo): Promise<void> {
      const { user, provider } = session;
      const { sessions, changes } = services.users;
      await sessions.end(session);
      const entry = ofUser(user, 'signed_out', `${user.email} signed out, from ${client.address}.`);
      await changes.record(user, provider, client, entry);
    },
    /** Waits for the activity entries that requests did not wait for. */
    close: context.settled,
  };
}
