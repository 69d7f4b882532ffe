// The second step of a sign-in by local account: a code of the app or, once each, a recovery code.
import { byUser } from '../audit/actors';
import type { Transaction } from '../database/database';
import { signedIn } from './activity';
import { digestOfRecoveryCode, stepOf } from './second-factor';
import type { Session } from './session';
import type { Limited, Token, Tools } from './sign-in-tools';
import type { Account } from './store';
import type { From } from './user';

export interface CodeStep {
  /** After too many wrong ones the session has ended. */
  withCode(session: Session, code: string, from: From): Promise<Token | 'refused' | Limited>;
}

/** How a right code is used up: false when it was used meanwhile. */
interface RightCode {
  how: string;
  take: (transaction: Transaction) => Promise<boolean>;
}

export function createCodeStep({ users: { accounts, changes, sessions, sessionRows }, attempts, box, tellRefusal, tellRefusalLater }: Tools): CodeStep {
  function rightCode({ id, second_factor, second_factor_step, recovery_codes }: Account, code: string): RightCode | undefined {
    if (second_factor === null) return undefined;
    const step = stepOf(box.open(second_factor, id), code, second_factor_step);
    if (step !== undefined) return { how: 'password and code', take: (transaction) => accounts.takeStep(transaction, id, step) };
    const codes = JSON.parse(recovery_codes) as string[];
    const left = codes.filter((digest) => digest !== digestOfRecoveryCode(code));
    if (left.length === codes.length) return undefined;
    return {
      how: `password and recovery code, of which ${left.length} are left`,
      take: (transaction) => accounts.takeRecoveryCode(transaction, id, recovery_codes, JSON.stringify(left)),
    };
  }

  async function refuse(session: Session, from: From): Promise<'refused'> {
    await tellRefusal(session.user, 'the code was wrong', from);
    return 'refused';
  }

  return {
    async withCode(session, code, from) {
      const { user, digest } = session;
      if (session.stage !== 'second factor') return 'refused';
      const retryAfter = await attempts.count('codes', user.id, () => tellRefusalLater(user, 'there were too many wrong codes', from));
      if (retryAfter !== undefined) return { retryAfter };
      if ((await attempts.count('session', digest)) !== undefined) {
        await sessions.end(session);
        return refuse(session, from);
      }
      const account = await accounts.byId(user.id);
      const right = account && rightCode(account, code);
      if (!right) return refuse(session, from);
      const token = await changes.change(user, null, byUser(user.id, from.requestId), async (transaction) => {
        if (!(await right.take(transaction)) || !(await sessionRows.end(transaction, session))) return undefined;
        return { result: await sessionRows.begin(transaction, { ...session, stage: 'signed in' }), activities: [signedIn(user, right.how, from)] };
      });
      if (token === undefined) return refuse(session, from);
      await attempts.forget('codes', user.id);
      await attempts.forget('email', user.email);
      return { token };
    },
  };
}
