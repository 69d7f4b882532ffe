// Reads files that a user names. To open a named pipe or a device can wait forever, so this reads regular files, and
// streams that the caller opened: /dev/stdin, and /dev/fd/N of a shell's `<(…)`.
import { constants as limits } from 'node:buffer';
import { type Stats, constants, readFileSync, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';

/** Explains why a file cannot be read. `reason` follows the name of the file, and has no full stop. */
export class UnreadableFile extends Error {
  constructor(
    file: string,
    readonly reason: string,
    options?: ErrorOptions,
  ) {
    super(`${file} ${reason}`, options);
    this.name = 'UnreadableFile';
  }
}

/** A longer text does not fit into a string. */
const MAX_BYTES = limits.MAX_STRING_LENGTH;
const OPEN_STREAM = /^\/(dev\/stdin|dev\/fd\/\d+|proc\/self\/fd\/\d+)$/;
/** Opens without waiting, in case a pipe replaces the file after the check. Windows lacks O_NONBLOCK. */
const READ = constants.O_RDONLY | constants.O_NONBLOCK;

const REASONS: Record<string, string> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'cannot be read: permission denied',
};

function unreadable(file: string, cause: unknown): UnreadableFile {
  if (cause instanceof UnreadableFile) return cause;
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return new UnreadableFile(file, REASONS[code] ?? `cannot be read: ${message}`, { cause });
}

const getKind = (stats: Stats): string =>
  stats.isFIFO() ? 'a named pipe' : stats.isSocket() ? 'a socket' : 'a device';

/** @throws UnreadableFile. */
function requireRegular(file: string, stats: Stats): void {
  if (stats.isDirectory()) throw new UnreadableFile(file, REASONS.EISDIR!);
  if (!stats.isFile() && !OPEN_STREAM.test(file))
    throw new UnreadableFile(file, `is ${getKind(stats)}, not a file`);
}

/** Opens a file of any size for reading. @throws UnreadableFile. */
export async function openToRead(file: string): Promise<FileHandle> {
  try {
    requireRegular(file, await stat(file));
    return await open(file, OPEN_STREAM.test(file) ? constants.O_RDONLY : READ);
  } catch (error) {
    throw unreadable(file, error);
  }
}

/** @throws UnreadableFile, also for a file with more than `maxBytes`. */
export async function readBytes(file: string, maxBytes = MAX_BYTES): Promise<Buffer> {
  const handle = await openToRead(file);
  const chunks: Buffer[] = [];
  try {
    // `end` is the last byte: one more than the limit shows that the file is larger.
    for await (const chunk of handle.createReadStream({ end: maxBytes, highWaterMark: 1024 * 1024 }))
      chunks.push(chunk as Buffer);
  } catch (error) {
    throw unreadable(file, error);
  }
  const bytes = Buffer.concat(chunks);
  if (bytes.length > maxBytes) throw new UnreadableFile(file, `has more than ${maxBytes} bytes`);
  return bytes;
}

/** Reads UTF-8. Invalid bytes become U+FFFD. @throws UnreadableFile. */
export const readText = async (file: string, maxBytes?: number): Promise<string> =>
  (await readBytes(file, maxBytes)).toString('utf8');

/** Returns undefined for a file that does not exist. @throws UnreadableFile. */
export const readTextIfExists = (file: string): Promise<string | undefined> =>
  readText(file).catch((error: unknown) => {
    if (error instanceof UnreadableFile && error.reason === REASONS.ENOENT) return undefined;
    throw error;
  });

/** @throws UnreadableFile. */
export const requireRegularFile = (file: string): void => requireRegular(file, statSync(file));

/** For short files of the configuration. @throws UnreadableFile. */
export function readBytesSync(file: string): Buffer {
  try {
    requireRegularFile(file);
    return readFileSync(file, { flag: READ as unknown as string });
  } catch (error) {
    throw unreadable(file, error);
  }
}
