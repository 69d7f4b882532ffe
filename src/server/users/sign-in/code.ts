// The second step of a sign-in with a password: a code from the authenticator app, or a recovery code.
import { byUser } from '../../audit/entry';
import type { Transaction } from '../../../database/database';
import type { Account } from '../accounts';
import { signedIn } from '../user-activity';
import { type PasswordMatch, isMatch } from '../passwords';
import { digestOfRecoveryCode, findStep } from '../second-factor';
import type { Session } from '../sessions';
import type { ClientInfo } from '../user';
import type { Limited, SignInContext, SignedIn } from './context';

interface ValidCode {
  /** For the activity log. */
  method: string;
  /** Uses the code. Returns false when another request has used it. */
  use: (transaction: Transaction) => Promise<boolean>;
}

export function createCodeStep(context: SignInContext) {
  const { users, attempts, devices, box, recordRejection, recordRejectionLater, completeSignIn } = context;
  const { accounts, changes, sessions } = users;

  async function reject(session: Session, client: ClientInfo): Promise<'rejected'> {
    await recordRejection(session.user, 'the code was wrong', client);
    return 'rejected';
  }

  async function count(account: Account, client: ClientInfo): Promise<Limited | undefined> {
    const { device } = client;
    if (device !== undefined && devices.isValid(device, account)) {
      if (!(await attempts.count('deviceCodes', device))) return undefined;
    }
    return attempts.count('codes', account.id, () =>
      recordRejectionLater(account, 'there were too many wrong codes', client),
    );
  }

  /** Returns the accounts that the password has matched, except those above their limit of codes. */
  async function listCandidates({ user, pending }: Session, client: ClientInfo) {
    const candidates: Account[] = [];
    let limited: Limited | undefined;
    const others = JSON.parse(pending ?? '[]') as PasswordMatch[];
    for (const { id, match } of [{ id: user.id }, ...others.map((match) => ({ id: match.id, match }))]) {
      const account = await accounts.byId(id);
      if (account && match && !isMatch(match, account)) continue;
      const rejection = account && (await count(account, client));
      limited ??= rejection;
      if (account && !rejection) candidates.push(account);
    }
    return { candidates, limited };
  }

  function findCode(
    { id, second_factor, second_factor_step, recovery_codes }: Account,
    code: string,
  ): ValidCode | undefined {
    if (second_factor === null) return undefined;
    const step = findStep(box.open(second_factor, id), code, second_factor_step);
    if (step !== undefined)
      return { method: 'password and code', use: (transaction) => accounts.takeStep(transaction, id, step) };
    const codes = JSON.parse(recovery_codes) as string[];
    const left = codes.filter((digest) => digest !== digestOfRecoveryCode(code));
    if (left.length === codes.length) return undefined;
    return {
      method: `password and recovery code (${left.length} left)`,
      use: (transaction) => accounts.takeRecoveryCode(transaction, id, recovery_codes, JSON.stringify(left)),
    };
  }

  /**
   * Returns undefined when another request has used the code, ended the session, changed the password or
   * retired the account meanwhile.
   */
  async function enter(
    session: Session,
    account: Account,
    valid: ValidCode,
    client: ClientInfo,
  ): Promise<SignedIn | undefined> {
    const user = { id: account.id, email: account.email };
    const by = byUser(user.id, client);
    const token = await changes.change(user, null, by, async (transaction) => {
      if (!(await accounts.lockUnchanged(transaction, account))) return undefined;
      // A session of another account of the address is out of this transaction's scope.
      if (user.id === session.user.id && !(await sessions.exists(transaction, session))) return undefined;
      if (!(await valid.use(transaction))) return undefined;
      const { provider, createdAt } = session;
      const result = await sessions.begin(transaction, { user, stage: 'signed in', provider, createdAt });
      return { result, activities: [signedIn(user, valid.method, client)] };
    });
    await sessions.end(session);
    return token === undefined ? undefined : { token, device: await completeSignIn(account, client) };
  }

  return {
    /**
     * Signs in to the account that the code matches: several accounts of one address may have the same
     * password. Ends the session after too many wrong codes.
     */
    async withCode(
      session: Session,
      code: string,
      client: ClientInfo,
    ): Promise<SignedIn | 'rejected' | Limited> {
      if (session.stage !== 'second factor') return 'rejected';
      const { candidates, limited } = await listCandidates(session, client);
      if (limited && candidates.length === 0) return limited;
      if (await attempts.count('session', session.digest)) {
        await sessions.end(session);
        return reject(session, client);
      }
      for (const account of candidates) {
        const valid = findCode(account, code);
        if (valid) return (await enter(session, account, valid, client)) ?? reject(session, client);
      }
      return reject(session, client);
    },
  };
}
