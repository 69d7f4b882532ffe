// How a user gets a second factor: the app is shown a secret, which counts once a code of it has come back.
import { byUser } from '../audit/actors';
import { secondFactorSet, signedIn } from './activity';
import { digestOfRecoveryCode, newRecoveryCodes, newSharedSecret, stepOf, uriOf } from './second-factor';
import type { Session } from './session';
import type { SignedIn, Tools } from './sign-in-tools';
import type { From } from './user';

export interface EnrollmentSteps {
  /** For a session of stage `enrollment`; the same until it is confirmed. `uri` is that of the QR code. */
  enrollment(session: Session): Promise<{ secret: string; uri: string }>;
  /** The user is signed in then, here alone. */
  confirmEnrollment(
    session: Session,
    code: string,
    from: From,
  ): Promise<(SignedIn & { recoveryCodes: string[] }) | 'refused'>;
}

const NO_STEP = 0;

export function createEnrollmentSteps({
  users: { accounts, changes, sessions, sessionRows },
  box,
  welcome,
}: Tools): EnrollmentSteps {
  return {
    async enrollment(session) {
      const { user, pending } = session;
      const secret = box.open(
        pending ?? (await sessions.keep(session, box.seal(newSharedSecret(), user.id))),
        user.id,
      );
      return { secret, uri: uriOf(secret, user.email) };
    },

    async confirmEnrollment(session, code, from) {
      const { user, stage, pending } = session;
      if (stage !== 'enrollment' || pending === null) return 'refused';
      const step = stepOf(box.open(pending, user.id), code, NO_STEP);
      if (step === undefined) return 'refused';
      const account = await accounts.byId(user.id);
      if (!account) return 'refused';
      const recoveryCodes = newRecoveryCodes();
      const secondFactor = {
        sealed: pending,
        step,
        recoveryCodes: JSON.stringify(recoveryCodes.map(digestOfRecoveryCode)),
      };
      const token = await changes.change(user, null, byUser(user.id, from.requestId), async (transaction) => {
        if (!(await accounts.lockUnchanged(transaction, account))) return undefined;
        if (!(await sessionRows.exists(transaction, session))) return undefined;
        if (!(await accounts.setSecondFactor(transaction, user.id, secondFactor))) return undefined;
        await sessionRows.endAll(transaction, user);
        const activities = [secondFactorSet(user, from), signedIn(user, 'password and code', from)];
        return {
          result: await sessionRows.begin(transaction, { ...session, stage: 'signed in', pending: null }),
          activities,
        };
      });
      if (token === undefined) return 'refused';
      return { token, device: await welcome(account, from), recoveryCodes };
    },
  };
}
