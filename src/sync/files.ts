// Files of a sync: what is read is text, what is written is there whole or not at all, for its owner alone.
import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { readFailure } from '../import/parse';
import { moveWithoutReplace } from '../atomic-write';
import { SyncError, fileError } from './errors';

export const digest = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** How a file is named in another one, so that both can move together. */
export const relativeName = (file: string, other: string): string =>
  relative(dirname(resolve(file)), resolve(other)) || other;

/** The file that another one names so. */
export const resolveBeside = (file: string, name: string): string => resolve(dirname(file), name);

/** @throws SyncError. */
export async function readBytes(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw fileError(file, readFailure(error));
  }
}

/** A byte order mark is left out. `advice`: what to do about bytes that are no such text. @throws SyncError. */
export function decode(file: string, bytes: Uint8Array, encoding: string, advice = ''): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw fileError(file, `is not ${encoding.toUpperCase()} text${advice}`);
  }
}

/** What a file of ours holds; undefined when there is none. @throws SyncError. */
export async function readJsonIfExists(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw fileError(file, `cannot be read: ${(error as Error).message}`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw fileError(file, 'is not valid JSON: it was damaged or cut off');
  }
}

/** So that the name of a file outlives a power failure too. */
export async function syncFolder(file: string): Promise<void> {
  const folder = await open(dirname(file), 'r');
  await folder.sync().finally(() => folder.close());
}

async function fill(handle: FileHandle, text: string): Promise<void> {
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** `replace`: false for what must never be overwritten, such as evidence. @throws SyncError. */
export async function writeFileAtomically(file: string, text: string, { replace = true } = {}): Promise<void> {
  const temporary = `${file}.${randomUUID().slice(0, 8)}.partial`;
  try {
    await fill(await open(temporary, 'wx', 0o600), text);
    await (replace ? rename : moveWithoutReplace)(temporary, file);
    await syncFolder(file);
  } catch (error) {
    throw new SyncError(`${file} cannot be written: ${(error as Error).message}`);
  } finally {
    await rm(temporary, { force: true });
  }
}
