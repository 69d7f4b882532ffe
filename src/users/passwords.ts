// Digests of passwords: scrypt, with what each was made with, so that the cost can grow.
import { type ScryptOptions, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { unavailable } from '../errors';
import { FairSemaphore } from '../fair-semaphore';

export interface Cost {
  /** Memory and time, as a power of two. */
  logN: number;
  r: number;
  p: number;
}

const COST: Cost = { logN: 17, r: 8, p: 1 };
const SALT_BYTES = 16;
const DIGEST_BYTES = 32;

/**
 * Each digest takes 128 MB and one of the four threads that the database also uses. Strangers share one slot,
 * which bounds distributed guessing. Holders of links share another one. Known browsers and sessions
 * have the third, so that they wait behind neither.
 */
const PLACES = {
  known: new FairSemaphore({ slots: 1 }),
  link: new FairSemaphore({ slots: 1 }),
  stranger: new FairSemaphore({ slots: 1 }),
};

export type Asker = keyof typeof PLACES;

const MAX_WAITING = 20;

/** The same password may be typed in several ways (NIST SP 800-63B). */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFKC'));

/** @throws ApiError `unavailable` when too many wait already. */
async function digest(password: string, salt: Buffer, { logN, r, p }: Cost, asker: Asker): Promise<Buffer> {
  const places = PLACES[asker];
  if (places.waiting >= MAX_WAITING)
    throw unavailable(new Error('too many passwords to be checked at a time'));
  const options: ScryptOptions = { N: 2 ** logN, r, p, maxmem: 2 * 128 * 2 ** logN * r };
  return places.run(
    () =>
      new Promise((resolve, reject) =>
        scrypt(bytesOf(password), salt, DIGEST_BYTES, options, (error, key) =>
          error ? reject(error) : resolve(key),
        ),
      ),
  );
}

const write = ({ logN, r, p }: Cost, salt: Buffer, key: Buffer): string =>
  ['scrypt', logN, r, p, salt.toString('base64url'), key.toString('base64url')].join('$');

/** Of no password: to compare with it takes as long as with a user's. */
const NOBODYS = write(COST, randomBytes(SALT_BYTES), randomBytes(DIGEST_BYTES));

export async function digestPassword(password: string, asker: Asker = 'known', cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return write(cost, salt, await digest(password, salt, cost, asker));
}

/** `stored`: null for a user without a password, undefined for no user. All three take the same work. */
export async function isPassword(
  password: string,
  stored: string | null | undefined,
  asker: Asker = 'stranger',
): Promise<boolean> {
  const [, logN, r, p, salt, key] = (stored ?? NOBODYS).split('$') as [
    string,
    string,
    string,
    string,
    string,
    string,
  ];
  const given = await digest(
    password,
    Buffer.from(salt, 'base64url'),
    { logN: Number(logN), r: Number(r), p: Number(p) },
    asker,
  );
  return timingSafeEqual(given, Buffer.from(key, 'base64url'));
}
