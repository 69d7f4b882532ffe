// Tokens that only this server can issue: 128 random bits and a truncated HMAC-SHA-256 over them and a
// context.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

export interface SignedTokens {
  /** Returns a new token, valid for this context only: 43 characters of base64url. */
  issue(context: string): string;
  isValid(token: string | null | undefined, context: string): boolean;
}

const NONCE_BYTES = 16;
const MAC_BYTES = 16;

/** Creates tokens for one purpose. `key`: the key of that purpose, see derived-keys.ts. */
export function createSignedTokens(key: Buffer): SignedTokens {
  const sign = (nonce: Buffer, context: string): Buffer => {
    const mac = createHmac('sha256', key).update(nonce).update(context).digest();
    return Buffer.concat([nonce, mac.subarray(0, MAC_BYTES)]);
  };
  return {
    issue: (context) => sign(randomBytes(NONCE_BYTES), context).toString('base64url'),
    isValid(token, context) {
      const given = Buffer.from(token ?? '', 'base64url');
      // Base64url has several spellings of the same bytes. Only the issued spelling is valid.
      if (given.length !== NONCE_BYTES + MAC_BYTES || given.toString('base64url') !== token) return false;
      return timingSafeEqual(given, sign(given.subarray(0, NONCE_BYTES), context));
    },
  };
}
