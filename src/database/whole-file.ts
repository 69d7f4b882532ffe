// Files that are there whole or not at all: written beside their place, brought to the disk, and then put there.
import { closeSync, existsSync, fsyncSync, linkSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** What file systems without hard links say, such as those of memory sticks. */
const WITHOUT_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

function toDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Unlike a rename alone, a link never replaces a file that came to be there meanwhile. */
function put(temporary: string, file: string): void {
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (!WITHOUT_LINKS.has((error as NodeJS.ErrnoException).code!) || existsSync(file)) throw error;
    renameSync(temporary, file);
  }
}

/** Has `write` fill an empty file that nobody else may read, and makes it `file`, which must not be there. A process that dies leaves FILE.PID.partial at most. */
export async function writeWhole<Result>(file: string, write: (temporary: string) => Promise<Result>): Promise<Result> {
  const temporary = `${file}.${process.pid}.partial`;
  closeSync(openSync(temporary, 'wx', 0o600));
  try {
    const result = await write(temporary);
    toDisk(temporary);
    put(temporary, file);
    toDisk(dirname(file));
    return result;
  } finally {
    rmSync(temporary, { force: true });
  }
}
