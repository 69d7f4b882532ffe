// Takes the room away that a database could grow into, and gives it back: a small file system in memory where that may be mounted, else a limit on the size of files.
import { execFileSync } from 'node:child_process';
import { closeSync, fstatSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';

const MEGABYTE = 1_048_576;

/** A file beside the database that takes what is left. */
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
  process.prependOnceListener('exit', () => execFileSync('umount', ['--lazy', folder])); // before the folder is removed
  return {
    by: 'tmpfs',
    take: () => fill(join(folder, 'filler')),
    giveBack: () => rmSync(join(folder, 'filler')),
  };
}

function fileSizes(folder) {
  const limit = (pid, most) => execFileSync('prlimit', ['--pid', String(pid), `--fsize=${most}:unlimited`]);
  const largest = () => Math.max(...readdirSync(folder).map((name) => statSync(join(folder, name)).size));
  return {
    by: 'file size limit',
    take: (pid) => limit(pid, largest() + 65_536),
    giveBack: (pid) => limit(pid, 'unlimited'),
  };
}

/** `take` and `giveBack` are told the server's process. */
export function littleRoom(databaseUrl) {
  const folder = dirname(databaseUrl.slice('sqlite:'.length));
  mkdirSync(folder, { recursive: true });
  try {
    return smallFileSystem(folder);
  } catch {
    return fileSizes(folder); // mounting is for root
  }
}
