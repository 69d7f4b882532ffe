// The second factor: codes of an authenticator app (RFC 6238, with what every app can do: SHA-1, 6 digits, 30 seconds), and recovery codes in its place.
import { hash, randomInt } from 'node:crypto';
import { generateSecret, generateURI, verifySync } from 'otplib';

const ISSUER = 'Compliance Inventory';
/** A code of the step before or after this one: clocks differ. */
const TOLERANCE_SECONDS = 30;

export const newSharedSecret = (): string => generateSecret();

/** For the QR code. */
export const uriOf = (secret: string, email: string): string =>
  generateURI({ issuer: ISSUER, label: email, secret });

/** As people type them. */
const typed = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();

/** The time step that a code is of, after the last one that was taken: no code is taken twice. */
export function stepOf(secret: string, code: string, lastStep: number): number | undefined {
  const token = typed(code);
  if (!/^\d{6}$/.test(token)) return undefined;
  const result = verifySync({ secret, token, epochTolerance: TOLERANCE_SECONDS }); // which throws for a last step in the future, as after a clock that went back
  return result.valid && 'timeStep' in result && result.timeStep > lastStep ? result.timeStep : undefined;
}

const RECOVERY_CODES = 10;
/** Without those that are taken for another: 79 bits in 16 of them. */
const ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';

const newRecoveryCode = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-');

/** Shown once. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, newRecoveryCode);

/** What is stored in place of a recovery code. A plain digest is enough for as many random bits. */
export const digestOfRecoveryCode = (code: string): string => hash('sha256', typed(code), 'hex');
