// Cookies of known browsers. A cookie is valid for 180 days, for one account, until the account's password
// changes.
import { createSignedTokens } from './signed-tokens';
import type { Account } from './store';

export const DEVICE_SECONDS = 180 * 86_400;

type Owner = Pick<Account, 'id' | 'password'>;

export interface DeviceCookies {
  /** Returns a new cookie value: the time of issue in seconds and a signed token, separated by a period. */
  issue(account: Owner): string;
  isValid(value: string, account: Owner): boolean;
}

const now = (): number => Math.floor(Date.now() / 1000);

/** `key`: the key of device cookies, see derived-keys.ts. */
export function createDeviceCookies(key: Buffer): DeviceCookies {
  const tokens = createSignedTokens(key);
  const contextOf = ({ id, password }: Owner, issued: string): string =>
    JSON.stringify([id, password, issued]);
  return {
    issue(account) {
      const issued = String(now());
      return `${issued}.${tokens.issue(contextOf(account, issued))}`;
    },
    isValid(value, account) {
      const [issued = '', token] = value.split('.', 2);
      return tokens.isValid(token, contextOf(account, issued)) && now() < Number(issued) + DEVICE_SECONDS;
    },
  };
}
