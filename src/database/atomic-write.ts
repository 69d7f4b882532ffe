// Atomic writes: a file is written under another name, synced to the disk, and then renamed.
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

/**
 * Lets `write` fill an empty file with mode 0600, and renames it to `file`, which must not exist. A process
 * that dies leaves at most FILE.PID.partial.
 */
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
