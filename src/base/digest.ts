// SHA-256 digests, and digest files beside large files in the format of `sha256sum`.
import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { writeNewFile } from './atomic-write';
import { openToRead, readText } from './read-file';
import { nameKey } from './text';

/** Returns the SHA-256 of a text or bytes, in hexadecimal digits. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content, 'hex');

/** Returns the digest under which `activity_names` finds a name of any length. */
export const nameDigest = (name: string): string => sha256(nameKey(name));

/** Compares digests or HMACs in a time that does not tell where they differ. */
export function isSameDigest(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Returns a strong entity tag (RFC 9110, section 8.8.3): the same for the same text only. */
export const computeEtag = (text: string | Uint8Array): string =>
  `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;

export const toDigestFile = (file: string): string => `${file}.sha256`;

/** `sha256sum` ignores the second line, which is there for digests with a key. */
const LINES = /^\\?([0-9a-f]{64}) [ *].+(?:\n# HMAC-SHA256 ([0-9a-f]{64}))?\n?$/;

export async function digestOfFile(file: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline((await openToRead(file)).createReadStream(), digest);
  return digest.digest('hex');
}

/** Escapes a name as `sha256sum` does: a line that begins with a backslash has escapes in its name. */
function formatLine(digest: string, name: string): string {
  const escaped = name.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === name ? '' : '\\'}${digest}  ${escaped}\n`;
}

/** The text before the digest binds the HMAC to its purpose. */
const computeHmac = (digest: string, key: string): string =>
  createHmac('sha256', key).update(`compliance-inventory backup\n${digest}`).digest('hex');

/**
 * Writes the digest of `content`, a file that will be renamed to `file`. With a key, a second line has the HMAC of the
 * digest. @throws Error when the digest file exists.
 */
export async function writeDigest(content: string, file: string, key?: string): Promise<void> {
  const digest = await digestOfFile(content);
  const seal = key === undefined ? '' : `# HMAC-SHA256 ${computeHmac(digest, key)}\n`;
  const lines = formatLine(digest, basename(file)) + seal;
  await writeNewFile(toDigestFile(file), (temporary) => writeFile(temporary, lines));
}

interface FileDigest {
  digest: string;
  hmac?: string;
}

/** Returns the content of the digest file of `file`; undefined when it has another format. */
export async function readDigestFile(file: string): Promise<FileDigest | undefined> {
  const [, digest, hmac] = LINES.exec(await readText(toDigestFile(file))) ?? [];
  return digest === undefined ? undefined : { digest, ...(hmac === undefined ? {} : { hmac }) };
}

export const hasHmac = ({ digest, hmac = '' }: FileDigest, key: string): boolean =>
  isSameDigest(hmac, computeHmac(digest, key));
