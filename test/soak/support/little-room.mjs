// Fills the disk of a database and frees it again: a small file system in memory where mounting is allowed,
// otherwise a limit on the file size.
import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MEGABYTE = 1_048_576;

/** Writes a file that uses all remaining space. Returns its size. */
function fill(path) {
  const descriptor = openSync(path, 'w');
  try {
    for (let size = MEGABYTE; size >= 512;) {
      try {
        writeSync(descriptor, Buffer.alloc(size));
      } catch (error) {
        if (error.code !== 'ENOSPC') throw error;
        size /= 2;
      }
    }
    return fstatSync(descriptor).size;
  } finally {
    closeSync(descriptor);
  }
}

function smallFileSystem(folder) {
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder], { stdio: 'pipe' });
  // Unmounts before the exit listener that removes the folder.
  process.prependOnceListener('exit', () => execFileSync('umount', ['--lazy', folder]));
  return {
    by: 'tmpfs',
    take: () => fill(join(folder, 'filler')),
    giveBack: () => rmSync(join(folder, 'filler')),
  };
}

function fileSizes(folder) {
  const limit = (pid, size) => execFileSync('prlimit', ['--pid', String(pid), `--fsize=${size}:unlimited`]);
  const largest = () => Math.max(...readdirSync(folder).map((name) => statSync(join(folder, name)).size));
  return {
    by: 'file size limit',
    take: (pid) => limit(pid, largest() + 65_536),
    giveBack: (pid) => limit(pid, 'unlimited'),
  };
}

/** Returns `take` and `giveBack`, which take the process id of the server. */
export function littleRoom(databaseUrl) {
  const folder = dirname(databaseUrl.slice('sqlite:'.length));
  mkdirSync(folder, { recursive: true });
  try {
    return smallFileSystem(folder);
  } catch {
    return fileSizes(folder); // only root can mount
  }
}
