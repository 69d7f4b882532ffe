// Secrets that must be read again, encrypted for the database: AES-256-GCM under a key derived from SETTINGS_SECRET.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from './derived-keys';

export interface SecretBox {
  /** `of`: whose it is. It is opened for nobody else. */
  seal(text: string, of: string): string;
  /** @throws Error when it was sealed under another secret, or was changed. */
  open(sealed: string, of: string): string;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

export function createSecretBox(secret: string): SecretBox {
  const key = deriveKey(secret, 'secondFactors');
  return {
    seal(text, of) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(of));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
    },
    open(sealed, of) {
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(of)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([
          decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
          decipher.final(),
        ]).toString('utf8');
      } catch (cause) {
        throw new Error(
          'A second factor cannot be read: it was stored under another SETTINGS_SECRET. Set that one again, or let its user choose anew with `admin recover EMAIL`.',
          { cause },
        );
      }
    },
  };
}
