// The digest beside a backup, in the format of `sha256sum`: the digest in hexadecimal, two spaces, the file's
// name.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { BackupRefused } from './backup';
import { writeWhole } from './atomic-write';

export const digestFileOf = (file: string): string => `${file}.sha256`;

const LINE = /^\\?([0-9a-f]{64}) [ *].+\n?$/;

/** Returns the SHA-256 of a file, in hexadecimal digits. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Escapes a name as `sha256sum` does: a line that begins with a backslash has escapes in its name. */
function lineOf(digest: string, name: string): string {
  const escaped = name.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === name ? '' : '\\'}${digest}  ${escaped}\n`;
}

/**
 * Writes the digest of `content`, a file that will be renamed to `file`. @throws Error when the digest file
 * exists.
 */
export async function writeDigest(content: string, file: string): Promise<void> {
  const line = lineOf(await digestOf(content), basename(file));
  await writeWhole(digestFileOf(file), (temporary) => writeFile(temporary, line));
}

/** Reads the digest that `file` must have. @throws BackupRefused when there is none. */
export async function readDigest(file: string): Promise<string> {
  const path = digestFileOf(file);
  if (!existsSync(path)) {
    throw new BackupRefused(
      `There is no ${path}, which \`backup\` writes beside each backup. Copy both files together.`,
    );
  }
  const [, digest] = LINE.exec(await readFile(path, 'utf8')) ?? [];
  if (digest === undefined)
    throw new BackupRefused(`${path} has no SHA-256 in the format of \`sha256sum\`. Copy it again.`);
  return digest;
}
