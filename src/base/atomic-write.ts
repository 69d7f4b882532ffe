// Writes files atomically: a reader sees the complete file or none.
import { closeSync, existsSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { link, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Creates `file`, readable by its owner only. `write` fills a temporary file first. A process that dies
 * leaves only FILE.PID.partial. @throws Error (EEXIST) when `file` exists, unless it may be replaced.
 */
export async function writeNewFile<Result>(
  file: string,
  write: (temporary: string) => Promise<Result>,
  { replace = false } = {},
): Promise<Result> {
  const temporary = `${file}.${process.pid}.partial`;
  rmSync(temporary, { force: true }); // of a dead process with the same number, as in containers
  closeSync(openSync(temporary, 'wx', 0o600));
  try {
    const result = await write(temporary);
    syncToDisk(temporary);
    await (replace ? rename : moveWithoutReplace)(temporary, file);
    syncToDisk(dirname(file));
    return result;
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Error codes of file systems without hard links, for example FAT. */
const WITHOUT_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/** Moves a file and never replaces one: unlike `rename`, `link` fails when the target exists. */
async function moveWithoutReplace(temporary: string, file: string): Promise<void> {
  try {
    await link(temporary, file);
  } catch (error) {
    if (!WITHOUT_LINKS.includes((error as NodeJS.ErrnoException).code!) || existsSync(file)) throw error;
    await rename(temporary, file);
  }
}
