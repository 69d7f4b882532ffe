// Files that are there whole or not at all: written beside their place, brought to the disk, and then put there.
import { closeSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { putNew } from '../move-without-replace';

function toDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Has `write` fill an empty file that nobody else may read, and makes it `file`, which must not be there. A process that dies leaves FILE.PID.partial at most. */
export async function writeWhole<Result>(
  file: string,
  write: (temporary: string) => Promise<Result>,
): Promise<Result> {
  const temporary = `${file}.${process.pid}.partial`;
  closeSync(openSync(temporary, 'wx', 0o600));
  try {
    const result = await write(temporary);
    toDisk(temporary);
    await putNew(temporary, file);
    toDisk(dirname(file));
    return result;
  } finally {
    rmSync(temporary, { force: true });
  }
}
