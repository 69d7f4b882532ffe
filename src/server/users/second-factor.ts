// Codes of authenticator apps (RFC 6238: SHA-1, 6 digits, 30 seconds), and recovery codes.
import { randomInt } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';
import { sha256 } from '../../base/digest';

const ISSUER = 'Compliance Inventory';
/** Accepts the code of the previous and the next step, because clocks differ. */
const TOLERANCE_SECONDS = 30;

export const newSharedSecret = (): string => generateSecret();

/** Returns the content of the QR code. */
export const toUri = (secret: string, email: string): string =>
  generateURI({ issuer: ISSUER, label: email, secret });

/** Removes the separators that users may type. */
const normalize = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

/** Returns the time step of a valid code that is later than the last used one, so no code works twice. */
export function findStep(secret: string, code: string, lastStep: number): number | undefined {
  const token = normalize(code);
  if (!/^\d{6}$/.test(token)) return undefined;
  // Without otplib's `afterTimeStep`, which throws when the clock was set back.
  const result = verifySync({ secret, token, epochTolerance: TOLERANCE_SECONDS });
  return result.valid && 'timeStep' in result && result.timeStep > lastStep ? result.timeStep : undefined;
}

const RECOVERY_CODES = 10;
/** Without characters that look alike. 16 characters have 79 bits. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

const newRecoveryCode = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

/** Returns the stored form of a recovery code. A plain digest is enough for 79 random bits. */
export const digestOfRecoveryCode = (code: string): string => sha256(normalize(code));
