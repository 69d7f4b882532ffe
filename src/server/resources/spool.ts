// Spools a large body to a temporary file at the database's speed, to be read at the client's.
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { LargeBody } from '../../contract/handler';
import { unavailable } from '../../base/errors';

/** Opens an unlinked file: it disappears with its last reader, even when the process is killed. */
async function openUnlinked(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'compliance-inventory-list-'));
  try {
    return await open(join(folder, 'body'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Stores what `write` appends. @throws the errors of `write`; ApiError `unavailable` when the disk is full.
 */
export async function spool(
  write: (append: (part: Buffer) => Promise<void>) => Promise<void>,
): Promise<LargeBody> {
  const file = await openUnlinked().catch((error: unknown) => {
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
