// The first step of a sign-in by local account, and the change of its password. An unknown address gets the same answer after the same work.
import { byUser } from '../audit/actors';
import { passwordChanged } from './activity';
import { networkOf } from '../addresses';
import { passwordFault } from './password-faults';
import { passwordMatch } from './password-match';
import { type Asker, digestPassword, isPassword } from './passwords';
import type { Session } from './session';
import type { SignInFault, Limited, Token, Tools } from './sign-in-tools';
import type { Account } from './store';
import { type From, emailOf } from './user';

type Entered = Token & { stage: 'second factor' | 'enrollment' };

export interface PasswordSteps {
  withPassword(email: string, password: string, from: From): Promise<Entered | 'refused' | Limited>;
  /** Ends the user's other sessions. Changes nothing when the session or the old password has ended meanwhile. */
  changePassword(
    session: Session,
    old: string,
    chosen: string,
    from: From,
  ): Promise<'done' | 'refused' | SignInFault | Limited>;
}

const TOO_MANY = 'there were too many wrong passwords';

export function createPasswordSteps(tools: Tools): PasswordSteps {
  const { database, users, attempts, devices, tellRefusal, tellRefusalLater } = tools;
  const { accounts, changes, sessionRows } = users;

  async function tellTooMany(account: Account, from: From): Promise<void> {
    if ((await attempts.count('toldTooMany', account.id)) === undefined)
      tellRefusalLater(account, TOO_MANY, from);
  }

  /** Guessing from many networks must not fill the activity log, from which nothing is removed. */
  async function tellWrong(account: Account, from: From): Promise<void> {
    if ((await attempts.count('told', account.id)) !== undefined) return tellTooMany(account, from);
    tellRefusalLater(account, 'the password was wrong', from);
  }

  /**
   * Counts one password. A browser that has signed in to the account has its own count, from any address. All
   * others share the count of their network, so that a stranger never uses up the attempts of another
   * network.
   */
  async function count(
    account: Account | undefined,
    email: string,
    { address, device }: From,
  ): Promise<Asker | Limited> {
    if (account && device !== undefined && devices.isValid(device, account)) {
      if ((await attempts.count('device', device)) === undefined) return 'known';
    }
    const network = networkOf(address);
    const tried = `${account?.id ?? email} ${network}`;
    const retryAfter = (await attempts.count('address', network)) ?? (await attempts.count('account', tried));
    return retryAfter === undefined ? 'stranger' : { retryAfter };
  }

  /** Returns the accounts of an address that have this password. */
  async function check(
    email: string,
    password: string,
    from: From,
  ): Promise<Account[] | 'refused' | Limited> {
    const found = await accounts.byEmail(email);
    const right: Account[] = [];
    let answer: 'refused' | Limited | undefined;
    for (const account of found.length > 0 ? found : [undefined]) {
      const counted = await count(account, email, from);
      if (typeof counted === 'object') {
        answer ??= counted;
        if (account) await tellTooMany(account, from);
        continue;
      }
      if (await isPassword(password, account?.password, counted)) right.push(account!);
      else answer = 'refused';
    }
    if (right.length > 0) return right;
    if (answer === 'refused') for (const account of found) await tellWrong(account, from);
    return answer!;
  }

  return {
    async withPassword(given, password, from) {
      const right = await check(emailOf(given) ?? '', password, from);
      if (!Array.isArray(right)) return right;
      const enrolled = right.filter((account) => account.second_factor !== null);
      const [first, ...others] = enrolled.length > 0 ? enrolled : right;
      const stage = enrolled.length > 0 ? 'second factor' : 'enrollment';
      const pending = enrolled.length > 1 ? JSON.stringify(others.map(passwordMatch)) : null;
      const token = await database.write({ holder: first!.id }, async (transaction) => {
        if (!(await accounts.lockUnchanged(transaction, first!))) return undefined;
        return sessionRows.begin(transaction, { user: first!, stage, provider: null, pending });
      });
      return token === undefined ? 'refused' : { token, stage };
    },

    async changePassword({ user, digest }, old, chosen, from) {
      const retryAfter = await attempts.count('change', user.id, () =>
        tellRefusalLater(user, TOO_MANY, from),
      );
      if (retryAfter !== undefined) return { retryAfter };
      const account = await accounts.byId(user.id);
      if (!(await isPassword(old, account?.password, 'known'))) {
        await tellRefusal(user, 'the password was wrong', from);
        return 'refused';
      }
      const fault = await passwordFault(chosen, user.email);
      if (fault !== undefined) return { fault };
      const password = await digestPassword(chosen);
      const changed = await changes.change(
        user,
        null,
        byUser(user.id, from.requestId),
        async (transaction) => {
          if (!(await accounts.lockUnchanged(transaction, account!))) return undefined;
          if (!(await sessionRows.exists(transaction, { digest }))) return undefined;
          await accounts.setPassword(transaction, user.id, password);
          await sessionRows.endAll(transaction, user, { digest });
          return { result: 'done', activities: [passwordChanged(user, from)] };
        },
      );
      if (changed === undefined) return 'refused';
      await attempts.forget('change', user.id);
      return 'done';
    },
  };
}
