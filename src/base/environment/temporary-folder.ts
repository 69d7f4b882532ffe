// The temporary folders of a process. A killed process leaves its folder behind: the next process removes it.
import { mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../digest';
import { readBytesSync } from '../read-file';

/** The name, the process, its start and its place. */
const OWNED = /^compliance-inventory-[a-z]+-(\d+)-(\d+)-([0-9a-f]{8})-\w{6}$/;
const UNKNOWN = '0';

/** Returns the start of a process in clock ticks after the system's. Other systems than Linux do not tell it here. */
function readStart(pid: number): string {
  try {
    const stat = readBytesSync(`/proc/${pid}/stat`).toString();
    return stat.slice(stat.lastIndexOf(')')).split(' ')[20]!; // the second field, a name, can have spaces
  } catch {
    return UNKNOWN;
  }
}

/** Names where a process id has its meaning: containers can share a folder, but not their processes. */
function placeOfProcesses(): string {
  let namespace = '';
  try {
    namespace = readlinkSync('/proc/self/ns/pid');
  } catch {
    // Only Linux has namespaces.
  }
  return sha256(`${hostname()} ${namespace}`).slice(0, 8);
}

function isRunning(pid: number, start: string): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
  const present = readStart(pid);
  return present === start || [present, start].includes(UNKNOWN);
}

function removeLeft(parent: string, place: string): void {
  for (const entry of readdirSync(parent, { withFileTypes: true })) {
    const [, pid, start, itsPlace] = OWNED.exec(entry.name) ?? [];
    if (itsPlace !== place || !entry.isDirectory() || isRunning(Number(pid), start!)) continue;
    try {
      removeFolder(join(parent, entry.name));
    } catch {
      // It belongs to another user, or another process removes it at the same time.
    }
  }
}

/** Creates a folder. `name` is part of the folder's name, in lower-case letters. */
export function createTemporaryFolder(name: string, parent = tmpdir()): string {
  const place = placeOfProcesses();
  removeLeft(parent, place);
  const owner = `${process.pid}-${readStart(process.pid)}-${place}`;
  return mkdtempSync(join(parent, `compliance-inventory-${name}-${owner}-`));
}

/** Repeats, because threads of SQLite may still write files into the folder. `maxRetries` waits between its tries. */
export function removeFolder(folder: string, attempts = 100): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY' || attempts === 1) throw error;
    removeFolder(folder, attempts - 1);
  }
}
