// Reads a file as text.
import { readFile } from 'node:fs/promises';
import { unreadable } from './file-faults';
import { refusedFile } from './refused';

/** @throws ImportRefused when there is no such file, or it is not UTF-8. A byte order mark is left out. */
export async function readText(path: string): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(path);
  } catch (error) {
    throw refusedFile(path, unreadable(error));
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusedFile(path, 'is not UTF-8 text');
  }
}
