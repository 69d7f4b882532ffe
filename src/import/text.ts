// Files as text, and errors of reading them as sentences.
import { readFile } from 'node:fs/promises';
import { refusedFile } from './refused';

const SENTENCES: Record<string, string> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'may not be read',
  ERR_FS_FILE_TOO_LARGE: 'is too large',
};

/** @throws ImportRefused when there is no such file, or it is not UTF-8. A byte order mark is left out. */
export async function readText(path: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw refusedFile(path, SENTENCES[code] ?? `cannot be read: ${message}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusedFile(path, 'is not UTF-8 text');
  }
}
