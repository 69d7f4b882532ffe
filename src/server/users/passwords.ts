// Passwords: which ones users may choose, and their scrypt digests, which hold the cost so that it can grow.
import { type ScryptOptions, hash, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { unavailable } from '../../base/errors';
import { FairSemaphore } from '../../base/scheduling/fair-semaphore';
import type { Account } from './accounts';
import type { UserId } from './user';

export const MIN_PASSWORD_CHARACTERS = 12;
export const MAX_PASSWORD_CHARACTERS = 128;
/** zxcvbn's score for 10^10 guesses and more. A score of 3 would accept a season and a year. */
const MIN_SCORE = 4;
/** zxcvbn blocks the event loop for long texts. More characters make no password weaker. */
const CHECKED_CHARACTERS = 32;
/** A password may contain a shorter name by chance. */
const MIN_NAME_CHARACTERS = 4;

type IsGuessable = (password: string, known: string[]) => boolean;
let isGuessable: Promise<IsGuessable> | undefined;

async function loadZxcvbn(): Promise<IsGuessable> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return (password, known) => zxcvbn.check(password.slice(0, CHECKED_CHARACTERS), known).score < MIN_SCORE;
}

/** Returns a message for the user about an invalid new password; undefined for a valid one. */
export async function passwordFault(password: string, email: string): Promise<string | undefined> {
  const length = [...password.normalize('NFKC')].length;
  if (length < MIN_PASSWORD_CHARACTERS)
    return `The password is too short. Choose at least ${MIN_PASSWORD_CHARACTERS} characters.`;
  if (length > MAX_PASSWORD_CHARACTERS)
    return `The password is too long. Choose at most ${MAX_PASSWORD_CHARACTERS} characters.`;
  const [name, domain] = email.split('@') as [string, string];
  if (name.length >= MIN_NAME_CHARACTERS && password.toLowerCase().includes(name))
    return 'The password contains your e-mail address. Choose a password without it.';
  isGuessable ??= loadZxcvbn();
  const known = [
    'compliance',
    'inventory',
    email,
    domain,
    domain.split('.')[0]!,
    ...email.split(/[^\p{L}\p{N}]+/u),
  ];
  return (await isGuessable)(password, known)
    ? 'The password is too easy to guess. Choose several unrelated words, or use a password manager.'
    : undefined;
}

interface Cost {
  /** Memory and time, as a power of two. */
  logN: number;
  r: number;
  p: number;
}

const COST: Cost = { logN: 17, r: 8, p: 1 };
const SALT_BYTES = 16;
const DIGEST_BYTES = 32;

/**
 * Each digest takes 128 MB and one of the four threads that the database also uses. Unknown browsers share
 * one slot, which bounds distributed guessing. Holders of links, and known browsers with sessions, have one
 * slot each, so they do not wait for unknown browsers.
 */
const SLOTS = {
  known: new FairSemaphore({ slots: 1 }),
  link: new FairSemaphore({ slots: 1 }),
  unknown: new FairSemaphore({ slots: 1 }),
};

export type PasswordSource = keyof typeof SLOTS;

const MAX_WAITING = 20;

/** Normalizes the password, because keyboards encode the same characters differently (NIST SP 800-63B). */
const toBytes = (password: string): Buffer => Buffer.from(password.normalize('NFKC'));

/** @throws ApiError `unavailable` when too many digests are waiting. */
async function digest(password: string, salt: Buffer, { logN, r, p }: Cost, source: PasswordSource) {
  const slot = SLOTS[source];
  if (slot.waiting >= MAX_WAITING) throw unavailable(new Error('too many password checks are waiting'));
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 2 * 128 * 2 ** logN * r };
  const derive = promisify<Buffer, Buffer, number, ScryptOptions, Buffer>(scrypt);
  return slot.run(() => derive(toBytes(password), salt, DIGEST_BYTES, options));
}

const format = ({ logN, r, p }: Cost, salt: Buffer, key: Buffer): string =>
  ['scrypt', logN, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');

/** Matches no password. A comparison with it takes as long as one with a user's digest. */
const DUMMY_DIGEST = format(COST, randomBytes(SALT_BYTES), randomBytes(DIGEST_BYTES));

export async function digestPassword(
  password: string,
  source: PasswordSource = 'known',
  cost = COST,
): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return format(cost, salt, await digest(password, salt, cost, source));
}

/**
 * Compares a password with a stored digest: null for a user without a password, undefined for no user. All
 * three take the same time.
 */
export async function isPassword(
  password: string,
  stored: string | null | undefined,
  source: PasswordSource = 'unknown',
): Promise<boolean> {
  const [, logN, r, p, salt = '', key = ''] = (stored ?? DUMMY_DIGEST).split('$');
  const cost = { logN: Number(logN), r: Number(r), p: Number(p) };
  const given = await digest(password, Buffer.from(salt, 'base64url'), cost, source);
  return timingSafeEqual(given, Buffer.from(key, 'base64url'));
}

/** An account that a password has matched. `password`: the digest of the stored digest. */
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
