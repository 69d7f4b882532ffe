// A first password, with the link of an invitation, or a new one with that of a recovery. The link has been used then.
import { byUser } from '../audit/actors';
import { recordBy } from '../audit/append';
import { recovered } from './activity';
import { networkOf } from '../addresses';
import type { FoundInvitation } from './invitations';
import { passwordFault } from './password-faults';
import { digestPassword } from './passwords';
import { scopeOf } from './scope';
import type { SignInFault, Limited, Token, Tools } from './sign-in-tools';
import { newUserId } from './store';
import type { From, User } from './user';

export interface ChoosePassword {
  /**
   * Sets a password with the token of a recovery or an invitation, and returns a session in the stage
   * `enrollment`. An invitation makes a new account, unless a member of its organization has the address.
   * Returns undefined when the token is invalid.
   */
  choosePassword(
    token: string,
    password: string,
    from: From,
  ): Promise<Token | SignInFault | Limited | undefined>;
}

export function createChoosePassword({
  database,
  log,
  attempts,
  users: { accounts, admit, changes, invitations, recoveries, sessionRows },
}: Tools): ChoosePassword {
  async function asInvited(
    { organization, id: invitation, email, role }: FoundInvitation,
    password: string,
    { requestId }: From,
  ): Promise<string | undefined> {
    const user: User = { id: newUserId(), email };
    const by = byUser(user.id, requestId);
    return database.write(scopeOf(organization, by, user.id), async (transaction) => {
      const activities = await admit(transaction, { organization, user, role, issuer: null, invitation });
      if (!activities) return undefined;
      await accounts.insert(transaction, user, password);
      await recordBy(log, by)(transaction, organization, activities);
      return sessionRows.begin(transaction, { user, stage: 'enrollment', provider: null });
    });
  }

  const again = (user: User, token: string, password: string, from: From): Promise<string | undefined> =>
    changes.change(user, null, byUser(user.id, from.requestId), async (transaction) => {
      if (!(await recoveries.take(transaction, token))) return undefined;
      await accounts.resetPassword(transaction, user.id, password);
      await sessionRows.endAll(transaction, user);
      return {
        result: await sessionRows.begin(transaction, { user, stage: 'enrollment', provider: null }),
        activities: [recovered(user, from)],
      };
    });

  return {
    async choosePassword(link, password, from) {
      const invitation = await invitations.find(link);
      const user = invitation ? undefined : await recoveries.find(link);
      const email = invitation?.email ?? user?.email;
      if (email === undefined || invitation?.member !== undefined) return undefined;
      const retryAfter =
        (await attempts.count('address', networkOf(from.address))) ?? (await attempts.count('link', link));
      if (retryAfter !== undefined) return { retryAfter };
      const fault = await passwordFault(password, email);
      if (fault !== undefined) return { fault };
      const digest = await digestPassword(password, 'link');
      const token = invitation
        ? await asInvited(invitation, digest, from)
        : await again(user!, link, digest, from);
      return token === undefined ? undefined : { token };
    },
  };
}
