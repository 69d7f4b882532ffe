// The first step of a sign-in by local account, and the change of its password. An unknown address gets the same answer after the same work.
import { byUser } from '../audit/actors';
import { passwordChanged } from './activity';
import { networkOf } from './client-network';
import { passwordFault } from './password-faults';
import { digestPassword, isPassword } from './passwords';
import type { Session } from './session';
import type { Fault, Limited, Token, Tools } from './sign-in-tools';
import type { Account } from './store';
import { type From, emailOf } from './user';

export interface PasswordSteps {
  withPassword(email: string, password: string, from: From): Promise<(Token & { stage: 'second factor' | 'enrollment' }) | 'refused' | Limited>;
  /** Ends the user's other sessions. */
  changePassword(session: Session, old: string, chosen: string, from: From): Promise<'done' | 'refused' | Fault | Limited>;
}

export function createPasswordSteps({ users: { accounts, changes, sessions, sessionRows }, attempts, tellRefusal, tellRefusalLater }: Tools): PasswordSteps {
  async function check(email: string, password: string, from: From, tell: Tools['tellRefusal'] | Tools['tellRefusalLater']): Promise<Account | 'refused' | Limited> {
    const retryAfter = (await attempts.count('address', networkOf(from.address))) ?? (await attempts.count('email', email, () => tellRefusalLater(accounts.byEmail(email), 'there were too many wrong passwords', from)));
    if (retryAfter !== undefined) return { retryAfter };
    const account = await accounts.byEmail(email);
    if (await isPassword(password, account?.password)) return account!;
    if (account) await tell(account, 'the password was wrong', from);
    return 'refused';
  }

  return {
    async withPassword(given, password, from) {
      const account = await check(emailOf(given) ?? '', password, from, tellRefusalLater);
      if (account === 'refused' || 'retryAfter' in account) return account;
      const stage = account.second_factor === null ? 'enrollment' : 'second factor';
      return { token: await sessions.begin(account, stage, null), stage };
    },

    async changePassword({ user, digest }, old, chosen, from) {
      const account = await check(user.email, old, from, tellRefusal);
      if (account === 'refused' || 'retryAfter' in account) return account;
      const fault = await passwordFault(chosen, user.email);
      if (fault !== undefined) return { fault };
      const password = await digestPassword(chosen);
      await changes.change(user, null, byUser(user.id, from.requestId), async (transaction) => {
        await accounts.setPassword(transaction, user.id, password);
        await sessionRows.endAll(transaction, user, { digest });
        return { result: 'done', activities: [passwordChanged(user, from)] };
      });
      await attempts.forget('email', user.email);
      return 'done';
    },
  };
}
