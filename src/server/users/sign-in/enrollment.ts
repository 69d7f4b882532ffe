// Enrollment with the link of an invitation or a recovery: a new password, then a new second factor.
import { recordBy } from '../../audit/append';
import { byUser, toScope } from '../../audit/entry';
import { toNetwork } from '../../../base/addresses';
import { NO_STEP, newUserId } from '../accounts';
import { ofUser, signedIn } from '../user-activity';
import type { FoundInvitation } from '../invitations';
import { digestPassword, passwordFault } from '../passwords';
import { digestOfRecoveryCode, newRecoveryCodes, newSharedSecret, findStep, toUri } from '../second-factor';
import type { Session } from '../sessions';
import type { ClientInfo, User } from '../user';
import type { Limited, PasswordFault, SessionToken, SignInContext, SignedIn } from './context';

export function createEnrollmentSteps(context: SignInContext) {
  const { database, log, attempts, box, completeSignIn, users } = context;
  const { accounts, admit, changes, invitations, recoveries, sessions } = users;

  async function createAccount(
    { organization, id: invitation, email, role }: FoundInvitation,
    password: string,
    client: ClientInfo,
  ): Promise<string | undefined> {
    const user = { id: newUserId(), email };
    const by = byUser(user.id, client);
    return database.write(toScope(organization, by, user.id), async (transaction) => {
      const activities = await admit(transaction, { organization, user, role, issuer: null, invitation, by });
      if (!activities) return undefined;
      await accounts.insert(transaction, user, password);
      await recordBy(log, by)(transaction, organization, activities);
      return sessions.begin(transaction, { user, stage: 'enrollment', provider: null });
    });
  }

  const recoverAccount = (
    user: User,
    token: string,
    password: string,
    client: ClientInfo,
  ): Promise<string | undefined> =>
    changes.change(user, null, byUser(user.id, client), async (transaction) => {
      if (!(await recoveries.take(transaction, token))) return undefined;
      await accounts.resetPassword(transaction, user.id, password);
      await sessions.endPasswordSessions(transaction, user);
      const result = await sessions.begin(transaction, { user, stage: 'enrollment', provider: null });
      const description =
        `${user.email} chose a new password with a recovery link, from ${client.address}. ` +
        'The second factor ended.';
      return { result, activities: [ofUser(user, 'updated', description)] };
    });

  return {
    /**
     * Sets a password with the token of a recovery or an invitation, and returns a session in the stage
     * `enrollment`. An invitation creates an account, unless a member of its organization has the address.
     * Returns undefined when the token is invalid.
     */
    async choosePassword(
      link: string,
      password: string,
      client: ClientInfo,
    ): Promise<SessionToken | PasswordFault | Limited | undefined> {
      const invitation = await invitations.find(link);
      const user = invitation ? undefined : await recoveries.find(link);
      const email = invitation?.email ?? user?.email;
      if (email === undefined || invitation?.member !== undefined) return undefined;
      const limited =
        (await attempts.count('address', toNetwork(client.address))) ?? (await attempts.count('link', link));
      if (limited) return limited;
      const fault = await passwordFault(password, email);
      if (fault !== undefined) return { fault };
      const digest = await digestPassword(password, 'link');
      const token = invitation
        ? await createAccount(invitation, digest, client)
        : await recoverAccount(user!, link, digest, client);
      return token === undefined ? undefined : { token };
    },

    /** Returns the shared secret, the same until it is confirmed. `uri`: the content of the QR code. */
    async enrollment(session: Session): Promise<{ secret: string; uri: string }> {
      const { user, pending } = session;
      const sealed = pending ?? (await sessions.keepPending(session, box.seal(newSharedSecret(), user.id)));
      const secret = box.open(sealed, user.id);
      return { secret, uri: toUri(secret, user.email) };
    },

    /** Stores the second factor, signs the user in, and ends the user's other sessions. */
    async confirmEnrollment(
      session: Session,
      code: string,
      client: ClientInfo,
    ): Promise<(SignedIn & { recoveryCodes: string[] }) | 'rejected'> {
      const { user, stage, pending } = session;
      if (stage !== 'enrollment' || pending === null) return 'rejected';
      const step = findStep(box.open(pending, user.id), code, NO_STEP);
      if (step === undefined) return 'rejected';
      const account = await accounts.byId(user.id);
      if (!account) return 'rejected';
      const recoveryCodes = newRecoveryCodes();
      const digests = JSON.stringify(recoveryCodes.map(digestOfRecoveryCode));
      const factor = { second_factor: pending, second_factor_step: step, recovery_codes: digests };
      const by = byUser(user.id, client);
      const token = await changes.change(user, null, by, async (transaction) => {
        if (!(await accounts.lockUnchanged(transaction, account))) return undefined;
        if (!(await sessions.exists(transaction, session))) return undefined;
        if (!(await accounts.setSecondFactor(transaction, user.id, factor))) return undefined;
        await sessions.endPasswordSessions(transaction, user);
        const words = `${user.email} set up a second factor, from ${client.address}.`;
        const activities = [ofUser(user, 'updated', words), signedIn(user, 'password and code', client)];
        const next = { ...session, stage: 'signed in' as const, pending: null };
        return { result: await sessions.begin(transaction, next), activities };
      });
      if (token === undefined) return 'rejected';
      return { token, device: await completeSignIn(account, client), recoveryCodes };
    },
  };
}
