// SHA-256 digests, and digest files beside large files in the format of `sha256sum`.
import { createHash, hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { writeNewFile } from './atomic-write';
import { openToRead, readText } from './read-file';

/** Returns the SHA-256 of a text or bytes, in hexadecimal digits. */
export const sha256 = (content: string | Uint8Array): string => hash('sha256', content, 'hex');

export const digestFileOf = (file: string): string => `${file}.sha256`;

const LINE = /^\\?([0-9a-f]{64}) [ *].+\n?$/;

/** Returns the SHA-256 of a file, in hexadecimal digits. */
export async function digestOfFile(file: string): Promise<string> {
  const digest = createHash('sha256');
  await pipeline((await openToRead(file)).createReadStream(), digest);
  return digest.digest('hex');
}

/** Escapes a name as `sha256sum` does: a line that begins with a backslash has escapes in its name. */
function lineOf(digest: string, name: string): string {
  const escaped = name.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === name ? '' : '\\'}${digest}  ${escaped}\n`;
}

/**
 * Writes the digest of `content`, a file that will be renamed to `file`.
 * @throws Error when the digest file exists.
 */
export async function writeDigest(content: string, file: string): Promise<void> {
  const line = lineOf(await digestOfFile(content), basename(file));
  await writeNewFile(digestFileOf(file), (temporary) => writeFile(temporary, line));
}

/** Returns the digest in the digest file of `file`; undefined when it has another format. */
export async function readDigestFile(file: string): Promise<string | undefined> {
  const [, digest] = LINE.exec(await readText(digestFileOf(file))) ?? [];
  return digest;
}
