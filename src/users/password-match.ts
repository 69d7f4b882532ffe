// Which other accounts of an address a password has matched, and whether it still matches when the code comes.
import { hash } from 'node:crypto';
import type { Account } from './store';
import type { UserId } from './user';

/** `password`: the digest of the stored digest, so that a session holds no second copy of it. */
export interface PasswordMatch {
  id: UserId;
  password: string;
}

export const passwordMatch = ({ id, password }: Account): PasswordMatch => ({
  id,
  password: hash('sha256', password ?? '', 'base64url'),
});

/** Returns whether the account still has the password that has matched. */
export const isMatch = (match: PasswordMatch, account: Account): boolean =>
  passwordMatch(account).password === match.password;
