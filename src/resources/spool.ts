// A body too large to be held in memory by each of its readers: written to a temporary file as fast as the database gives it, and read at the client's pace.
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { LargeBody } from '../contract/handler';
import { unavailable } from '../errors';

/** Opens a file that has no name any more: it is gone with its last reader, also when the process is killed. */
async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'compliance-inventory-list-'));
  try {
    return await open(join(folder, 'body'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Keeps what `write` hands over. @throws what `write` throws; ApiError `unavailable` when there is no room. */
export async function spool(
  write: (append: (part: Buffer) => Promise<void>) => Promise<void>,
): Promise<LargeBody> {
  const file = await openNameless().catch((error: unknown) => {
    throw unavailable(error);
  });
  let bytes = 0;
  try {
    await write(async (part) => {
      await file.appendFile(part).catch((error: unknown) => {
        throw unavailable(error);
      });
      bytes += part.length;
    });
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    bytes,
    read: () => file.createReadStream({ start: 0 }),
    discard: () => file.close(),
    text: () => text(file.createReadStream({ start: 0, autoClose: false })),
  };
}
