// API keys: `cik_live_` or `cik_test_`, 30 random base62 characters and a checksum of 6. The server rejects a
// mistyped key without a query.
import { randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sha256 } from '../../base/digest';

export type Environment = 'live' | 'test';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const RANDOM_CHARACTERS = 30;
const CHECKSUM_CHARACTERS = 6;
const KEY = /^cik_(live|test)_[0-9A-Za-z]{36}$/;

function checksum(text: string): string {
  let value = crc32(text);
  let digits = '';
  for (let digit = 0; digit < CHECKSUM_CHARACTERS; digit++) {
    digits = ALPHABET[value % 62]! + digits;
    value = Math.floor(value / 62);
  }
  return digits;
}

export const withChecksum = (body: string): string => body + checksum(body);

export function generateKey(environment: Environment): string {
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => ALPHABET[randomInt(62)]).join('');
  return withChecksum(`cik_${environment}_${random}`);
}

/** Returns whether a text has the form of a key, whatever its checksum. */
export const hasKeyForm = (text: string): boolean => KEY.test(text);

/** Returns the environment of a well-formed key; undefined for other text. */
export function parseEnvironment(key: string): Environment | undefined {
  const environment = KEY.exec(key)?.[1] as Environment | undefined;
  return environment && withChecksum(key.slice(0, -CHECKSUM_CHARACTERS)) === key ? environment : undefined;
}

/** Returns the stored form of a key. A plain digest is enough for 178 random bits. */
export const digestOfKey = (key: string): string => sha256(key);

/** Returns the part of a key that lists show. */
export const getPrefix = (key: string): string => key.slice(0, 'cik_live_'.length + 4);

/** Formats a key as `cik_live_AbCd…wXyZ`. Keys of earlier versions have no last characters. */
export const shownKey = ({ prefix, last_four }: { prefix: string; last_four: string | null }): string =>
  `${prefix}…${last_four ?? ''}`;

export const getLastFour = (key: string): string => key.slice(-4);

/** Returns whether `created_by` is the id of the user for whom a key acts. Others may begin like one, with an `@`. */
export const isUserId = (createdBy: string): boolean => /^usr_[\w-]+$/.test(createdBy);
