// Files that are there whole or not at all: written beside their place, brought to the disk, and then put there.
// Gives a file that is written its own name, where nothing has it yet.
import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { link, rename } from 'node:fs/promises';

function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Has `write` fill an empty file that nobody else may read, and makes it `file`, which must not be there. A process that dies leaves FILE.PID.partial at most. */
export async function writeNewFile<Result>(
  file: string,
  write: (temporary: string) => Promise<Result>,
): Promise<Result> {
  const temporary = `${file}.${process.pid}.partial`;
  closeSync(openSync(temporary, 'wx', 0o600));
  try {
    const result = await write(temporary);
    syncToDisk(temporary);
    await moveWithoutReplace(temporary, file);
    syncToDisk(dirname(file));
    return result;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** What file systems without hard links say, such as those of memory sticks. */
const WITHOUT_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Unlike a rename alone, a link never replaces a file that came to be there meanwhile. */
export async function moveWithoutReplace(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file);
  } catch (error) {
    if (!WITHOUT_LINKS.includes((error as NodeJS.ErrnoException).code!) || existsSync(file)) throw error;
    await rename(temporary, file);
  }
}
