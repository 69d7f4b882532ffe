// Names the process that holds SQLite's lock for writing, for the error of a migration that waited for it.
import { readFileSync, statSync } from 'node:fs';

/** The lock for writing is byte 120 of the file with the index of the log (https://www.sqlite.org/walformat.html#locks). */
const WRITE_LOCK = /^\d+: POSIX +ADVISORY +WRITE +(\d+) [0-9a-f]+:[0-9a-f]+:(\d+) 120 /gm;

function findWriter(file: string): string | undefined {
  const index = String(statSync(`${file}-shm`).ino);
  const locks = [...readFileSync('/proc/locks', 'utf8').matchAll(WRITE_LOCK)];
  const [, pid] = locks.find(([, , inode]) => inode === index) ?? [];
  if (pid === undefined) return undefined;
  return `${pid} (${readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim()})`;
}

/** Returns the process id and the command of the writer. Systems other than Linux do not tell it. */
export function writerOf(file: string): string {
  try {
    return findWriter(file) ?? 'unknown';
  } catch {
    return 'unknown';
  }
}
