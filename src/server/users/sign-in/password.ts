// The first step of a sign-in with a password, and the change of the password.
import { byUser } from '../../audit/entry';
import { toNetwork } from '../../../base/addresses';
import type { Account } from '../accounts';
import { ofUser } from '../user-activity';
import { type PasswordSource, digestPassword, isPassword, passwordFault, passwordMatch } from '../passwords';
import type { Session } from '../sessions';
import { type ClientInfo, parseEmail } from '../user';
import type { Limited, PasswordFault, SessionToken, SignInContext } from './context';

type PasswordAccepted = SessionToken & { stage: 'second factor' | 'enrollment' };

const WRONG_PASSWORD = 'the password was wrong';
const TOO_MANY = 'there were too many wrong passwords';

export function createPasswordSteps(context: SignInContext) {
  const { database, users, attempts, devices, recordRejection, recordRejectionLater } = context;
  const { accounts, changes, sessions } = users;

  async function recordTooMany(account: Account, client: ClientInfo): Promise<void> {
    if (!(await attempts.count('recordedTooMany', account.id)))
      recordRejectionLater(account, TOO_MANY, client);
  }

  /** Limits the entries, because the server never removes any from the activity log. */
  async function recordWrong(account: Account, client: ClientInfo): Promise<void> {
    if (await attempts.count('recorded', account.id)) return recordTooMany(account, client);
    recordRejectionLater(account, WRONG_PASSWORD, client);
  }

  /**
   * Counts one password. A browser that has signed in to the account has its own count, from any address. All
   * others share the count of their network, so attempts from one network do not limit another.
   */
  async function count(
    account: Account | undefined,
    email: string,
    { address, device }: ClientInfo,
  ): Promise<PasswordSource | Limited> {
    if (account && device !== undefined && devices.isValid(device, account)) {
      if (!(await attempts.count('device', device))) return 'known';
    }
    const network = toNetwork(address);
    const key = `${account?.id ?? email} ${network}`;
    return (await attempts.count('address', network)) ?? (await attempts.count('account', key)) ?? 'unknown';
  }

  /** Returns the accounts of an address that have this password. */
  async function check(
    email: string,
    password: string,
    client: ClientInfo,
  ): Promise<Account[] | 'rejected' | Limited> {
    const found = await accounts.byEmail(email);
    const matching: Account[] = [];
    let rejection: 'rejected' | Limited | undefined;
    for (const account of found.length > 0 ? found : [undefined]) {
      const counted = await count(account, email, client);
      if (typeof counted === 'object') {
        rejection ??= counted;
        if (account) await recordTooMany(account, client);
        continue;
      }
      if (await isPassword(password, account?.password, counted)) matching.push(account!);
      else rejection = 'rejected';
    }
    if (matching.length > 0) return matching;
    if (rejection === 'rejected') for (const account of found) await recordWrong(account, client);
    return rejection!;
  }

  return {
    /** Takes the same time and returns the same result for an unknown address as for a wrong password. */
    async withPassword(
      given: string,
      password: string,
      client: ClientInfo,
    ): Promise<PasswordAccepted | 'rejected' | Limited> {
      const matching = await check(parseEmail(given) ?? '', password, client);
      if (!Array.isArray(matching)) return matching;
      const enrolled = matching.filter((account) => account.second_factor !== null);
      const stage = enrolled.length > 0 ? 'second factor' : 'enrollment';
      const [first, ...others] = enrolled.length > 0 ? enrolled : matching;
      const pending = enrolled.length > 1 ? JSON.stringify(others.map(passwordMatch)) : null;
      const token = await database.write({ holder: first!.id }, async (transaction) => {
        if (!(await accounts.lockUnchanged(transaction, first!))) return undefined;
        return sessions.begin(transaction, { user: first!, stage, provider: null, pending });
      });
      return token === undefined ? 'rejected' : { token, stage };
    },

    /**
     * Ends the user's other sessions.
     * Changes nothing when the session or the current password has ended meanwhile.
     */
    async changePassword(
      session: Session,
      current: string,
      chosen: string,
      client: ClientInfo,
    ): Promise<'done' | 'rejected' | PasswordFault | Limited> {
      const { user } = session;
      const limited = await attempts.count('change', user.id, () =>
        recordRejectionLater(user, TOO_MANY, client),
      );
      if (limited) return limited;
      const account = await accounts.byId(user.id);
      if (!(await isPassword(current, account?.password, 'known'))) {
        await recordRejection(user, WRONG_PASSWORD, client);
        return 'rejected';
      }
      const fault = await passwordFault(chosen, user.email);
      if (fault !== undefined) return { fault };
      const password = await digestPassword(chosen);
      const by = byUser(user.id, client);
      const changed = await changes.change(user, null, by, async (transaction) => {
        if (!(await accounts.lockUnchanged(transaction, account!))) return undefined;
        if (!(await sessions.exists(transaction, session))) return undefined;
        await accounts.setPassword(transaction, user.id, password);
        await sessions.endPasswordSessions(transaction, user, session);
        const words = `${user.email} changed the password, from ${client.address}.`;
        return { result: 'done', activities: [ofUser(user, 'updated', words)] };
      });
      if (changed === undefined) return 'rejected';
      await attempts.forget('change', user.id);
      return 'done';
    },
  };
}
