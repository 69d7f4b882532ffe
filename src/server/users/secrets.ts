// Tokens, and cryptography with keys derived from SETTINGS_SECRET: signed tokens, device cookies, encryption.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import type { Account } from './accounts';

const TOKEN_BYTES = 32;

/** Returns a new token, for example of a session or a one-time link: 256 random bits. */
export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');

/** The HKDF `info` of each key. Never change the first: it would make stored second factors unreadable. */
export const PURPOSES = {
  secondFactors: 'compliance-inventory second factor',
  formCookies: 'compliance-inventory form cookie',
  formTokens: 'compliance-inventory form token',
  deviceCookies: 'compliance-inventory device cookie',
};

const KEY_BYTES = 32;

/** Derives the key of a purpose from SETTINGS_SECRET by HKDF-SHA-256 (RFC 5869). */
export const deriveKey = (secret: string, purpose: keyof typeof PURPOSES): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', PURPOSES[purpose], KEY_BYTES));

const SIGNED_NONCE_BYTES = 16;
const MAC_BYTES = 16;

/** Creates tokens of 128 random bits and a truncated HMAC-SHA-256 over them and a context. */
export function createSignedTokens(key: Buffer) {
  const sign = (nonce: Buffer, context: string): Buffer => {
    const mac = createHmac('sha256', key).update(nonce).update(context).digest();
    return Buffer.concat([nonce, mac.subarray(0, MAC_BYTES)]);
  };
  return {
    /** Returns a new token, valid for this context only: 43 characters of base64url. */
    issue: (context: string): string => sign(randomBytes(SIGNED_NONCE_BYTES), context).toString('base64url'),
    isValid(token: string | null | undefined, context: string): boolean {
      const given = Buffer.from(token ?? '', 'base64url');
      if (given.length !== SIGNED_NONCE_BYTES + MAC_BYTES) return false;
      if (given.toString('base64url') !== token) return false; // another spelling of the same bytes
      return timingSafeEqual(given, sign(given.subarray(0, SIGNED_NONCE_BYTES), context));
    },
  };
}

export const DEVICE_SECONDS = 180 * 86_400;

/** A new password invalidates the cookie. */
type DeviceOwner = Pick<Account, 'id' | 'password'>;

const nowInSeconds = (): number => Math.floor(Date.now() / 1000);

/** Creates cookies of known browsers, which are valid for DEVICE_SECONDS and for one account. */
export function createDeviceCookies(key: Buffer) {
  const tokens = createSignedTokens(key);
  const toContext = ({ id, password }: DeviceOwner, issued: string): string =>
    JSON.stringify([id, password, issued]);
  return {
    /** Returns a new cookie value: the time of issue in seconds and a signed token, separated by a period. */
    issue(account: DeviceOwner): string {
      const issued = String(nowInSeconds());
      return `${issued}.${tokens.issue(toContext(account, issued))}`;
    },
    isValid(value: string, account: DeviceOwner): boolean {
      const [issued = '', token] = value.split('.', 2);
      const isSigned = tokens.isValid(token, toContext(account, issued));
      return isSigned && nowInSeconds() < Number(issued) + DEVICE_SECONDS;
    },
  };
}

const GCM_NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts second factors for the database: AES-256-GCM. `secret`: SETTINGS_SECRET. */
export function createSecretBox(secret: string) {
  const key = deriveKey(secret, 'secondFactors');
  return {
    /** Encrypts a text. `owner`: the user whose secret it is, as additional authenticated data. */
    seal(text: string, owner: string): string {
      const nonce = randomBytes(GCM_NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    /** @throws Error when the text was encrypted with another secret or for another owner, or was altered. */
    open(sealed: string, owner: string): string {
      const bytes = Buffer.from(sealed, 'base64url');
      const [nonceEnd, tagEnd] = [GCM_NONCE_BYTES, GCM_NONCE_BYTES + TAG_BYTES];
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceEnd), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(nonceEnd, tagEnd));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString('utf8');
      } catch (cause) {
        throw new Error(
          'The server cannot decrypt a second factor, which was stored with another SETTINGS_SECRET. ' +
            'Restore that secret, or reset the second factor with `admin recover EMAIL`.',
          { cause },
        );
      }
    },
  };
}
