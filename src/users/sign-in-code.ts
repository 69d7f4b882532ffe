// The second step of a sign-in by local account: a code of the app or, once each, a recovery code.
import { byUser } from '../audit/actors';
import type { Transaction } from '../database/database';
import { signedIn } from './activity';
import { type PasswordMatch, isMatch } from './password-match';
import { digestOfRecoveryCode, stepOf } from './second-factor';
import type { Session } from './session';
import type { Limited, SignedIn, Tools } from './sign-in-tools';
import type { Account } from './store';
import type { From } from './user';

export interface CodeStep {
  /**
   * Signs in to the account that the code matches: several accounts of one address may have the same
   * password. Ends the session after too many wrong codes.
   */
  withCode(session: Session, code: string, from: From): Promise<SignedIn | 'refused' | Limited>;
}

/** How a right code is used up: false when it was used meanwhile. */
interface RightCode {
  how: string;
  take: (transaction: Transaction) => Promise<boolean>;
}

export function createCodeStep({
  users: { accounts, changes, sessions, sessionRows },
  attempts,
  devices,
  box,
  tellRefusal,
  tellRefusalLater,
  welcome,
}: Tools): CodeStep {
  function rightCode(
    { id, second_factor, second_factor_step, recovery_codes }: Account,
    code: string,
  ): RightCode | undefined {
    if (second_factor === null) return undefined;
    const step = stepOf(box.open(second_factor, id), code, second_factor_step);
    if (step !== undefined)
      return { how: 'password and code', take: (transaction) => accounts.takeStep(transaction, id, step) };
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

  /** Counts one code. Returns the seconds to wait when the limit is exceeded. */
  async function count(account: Account, from: From): Promise<number | undefined> {
    const { device } = from;
    if (device !== undefined && devices.isValid(device, account)) {
      if ((await attempts.count('deviceCodes', device)) === undefined) return undefined;
    }
    return attempts.count('codes', account.id, () =>
      tellRefusalLater(account, 'there were too many wrong codes', from),
    );
  }

  /**
   * Returns undefined when another request has used the code, ended the session, changed the password or
   * retired the account meanwhile.
   */
  async function enter(
    session: Session,
    account: Account,
    right: RightCode,
    from: From,
  ): Promise<SignedIn | undefined> {
    const user = { id: account.id, email: account.email };
    const token = await changes.change(user, null, byUser(user.id, from.requestId), async (transaction) => {
      if (!(await accounts.lockUnchanged(transaction, account))) return undefined;
      // A session of another account of the address is out of this transaction's scope.
      if (user.id === session.user.id && !(await sessionRows.exists(transaction, session))) return undefined;
      if (!(await right.take(transaction))) return undefined;
      const { provider, createdAt } = session;
      const next = await sessionRows.begin(transaction, { user, stage: 'signed in', provider, createdAt });
      return { result: next, activities: [signedIn(user, right.how, from)] };
    });
    await sessions.end(session);
    return token === undefined ? undefined : { token, device: await welcome(account, from) };
  }

  return {
    async withCode(session, code, from) {
      const { user, digest, pending } = session;
      if (session.stage !== 'second factor') return 'refused';
      const candidates: Account[] = [];
      let limited: Limited | undefined;
      const others = JSON.parse(pending ?? '[]') as PasswordMatch[];
      for (const { id, match } of [{ id: user.id }, ...others.map((match) => ({ id: match.id, match }))]) {
        const account = await accounts.byId(id);
        if (account && match && !isMatch(match, account)) continue;
        const retryAfter = account && (await count(account, from));
        if (retryAfter !== undefined) limited ??= { retryAfter };
        else if (account) candidates.push(account);
      }
      if (limited && candidates.length === 0) return limited;
      if ((await attempts.count('session', digest)) !== undefined) {
        await sessions.end(session);
        return refuse(session, from);
      }
      for (const account of candidates) {
        const right = rightCode(account, code);
        if (right) return (await enter(session, account, right, from)) ?? refuse(session, from);
      }
      return refuse(session, from);
    },
  };
}
