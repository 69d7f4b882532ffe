// Writes the journal of an apply: an entry is on the disk before its writer goes on.
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { folderToDisk } from '../files';
import { SyncError } from '../sync-error';
import type { Begun, Closed, Ended, Header } from './journal';

export interface Journal {
  /** Comes back when the entry is on the disk. */
  write(entry: Begun | Ended | Closed): Promise<void>;
  /** May be called twice. */
  close(): Promise<void>;
}

/** Entries that come while others are brought to the disk go together. */
function createWriter(handle: FileHandle): Journal {
  let waiting: { text: string; resolve: () => void; reject: (error: unknown) => void }[] = [];
  let flushing: Promise<void> | undefined;
  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      try {
        await handle.appendFile(batch.map(({ text }) => text).join(''));
        await handle.datasync();
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch)
          reject(
            new SyncError(
              `The journal cannot be written: ${(error as Error).message}. When it can be, go on with --resume.`,
            ),
          );
      }
    }
    flushing = undefined;
  };
  let closed = false;
  return {
    write: (entry) =>
      new Promise((resolve, reject) => {
        waiting.push({ text: `${JSON.stringify(entry)}\n`, resolve, reject });
        flushing ??= flush();
      }),
    close: async () => {
      if (closed) return;
      closed = true;
      await flushing;
      await handle.close();
    },
  };
}

/** @throws SyncError. */
export async function beginJournal(
  file: string,
  { plan, planFile, by }: { plan: string; planFile: string; by: string },
): Promise<Journal> {
  const header: Header = {
    phase: 'apply',
    version: 1,
    plan,
    plan_file: planFile,
    at: new Date().toISOString(),
    by,
  };
  try {
    const handle = await open(file, 'w', 0o600);
    await handle.writeFile(`${JSON.stringify(header)}\n`);
    await handle.sync();
    await folderToDisk(file);
    return createWriter(handle);
  } catch (error) {
    throw new SyncError(`${file} cannot be written: ${(error as Error).message}`);
  }
}

/** Goes on with one; a line that was cut off is taken away first. */
export async function continueJournal(file: string): Promise<Journal> {
  const bytes = await readFile(file);
  const handle = await open(file, 'r+');
  await handle.truncate(bytes.lastIndexOf(0x0a) + 1);
  await handle.close();
  return createWriter(await open(file, 'a'));
}
