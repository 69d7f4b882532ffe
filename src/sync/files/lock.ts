// Lock files: one apply at a time for an organization on this machine. Locks of dead processes are replaced.
import { randomUUID } from 'node:crypto';
import { linkSync } from 'node:fs';
import { rm, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { SyncError } from '../errors';
import { sha256 } from '../../base/digest';
import { readText } from '../../base/read-file';

/**
 * Returns the lock files of an apply. The first is the same for every state of an organization. The second
 * also works for services with a temporary folder of their own.
 */
export const listLockFiles = (server: string, organization: string | null, stateFile: string): string[] => [
  join(tmpdir(), `compliance-inventory-sync-${sha256(`${server}\n${organization ?? ''}`).slice(0, 16)}.lock`),
  `${resolve(stateFile)}.lock`,
];

const held = new Set<string>();

/**
 * Returns whether the process of a lock runs.
 * In containers, process 1 may find its own number in a stale lock.
 */
function isRunning(pid: number, file: string): boolean {
  if (pid === process.pid) return held.has(file);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // a process of another user
  }
}

/** Creates a lock file with its content in one step, by a link. Returns false when it exists. */
async function create(file: string): Promise<boolean> {
  const own = `${file}.${randomUUID()}`;
  try {
    await writeFile(own, String(process.pid), { flag: 'wx', mode: 0o644 });
    linkSync(own, file);
    held.add(file); // at once, so that no other apply of this process takes the lock for a stale one
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new SyncError(`The lock ${file} cannot be created: ${(error as Error).message}`);
  } finally {
    await rm(own, { force: true });
  }
}

async function release(file: string): Promise<void> {
  held.delete(file);
  await rm(file, { force: true });
}

/** Returns the process that a lock names, undefined when it has ended. */
function runningOwner(text: string, file: string): number | undefined {
  const owner = Number(text);
  return owner > 0 && isRunning(owner, file) ? owner : undefined;
}

const toTakeover = (file: string): string => `${file}.takeover`;

/** Removes a stale lock. Only the holder of a second lock removes it, and reads its owner again first. */
async function removeStale(file: string): Promise<void> {
  const takeover = toTakeover(file);
  if (!(await create(takeover))) return;
  try {
    const owner = await readText(file).catch(() => undefined);
    // A missing file is no stale lock: another apply may create it now.
    if (owner !== undefined && runningOwner(owner, file) === undefined) await unlink(file);
  } catch (error) {
    throw new SyncError(
      `The lock ${file} of a process that has ended cannot be removed: ${(error as Error).message}`,
    );
  } finally {
    await release(takeover);
  }
}

/** Acquires all locks and returns a function that releases them. @throws SyncError when one is held. */
export async function lock(files: readonly string[]): Promise<() => Promise<void>> {
  const releases: (() => Promise<void>)[] = [];
  const releaseAll = async (): Promise<void> => {
    for (const each of releases) await each();
  };
  try {
    for (const file of files) releases.push(await lockOne(file));
    return releaseAll;
  } catch (error) {
    await releaseAll();
    throw error;
  }
}

async function lockOne(file: string): Promise<() => Promise<void>> {
  for (let attempt = 0; attempt < 3; attempt++) {
    if (await create(file)) return () => release(file);
    const owner = runningOwner(await readText(file).catch(() => ''), file);
    if (owner !== undefined)
      throw new SyncError(
        `Another apply for this organization is running (process ${owner}). Wait until it ends. ` +
          `If that process is another program, remove ${file}.`,
      );
    await removeStale(file);
  }
  throw new SyncError(
    `The lock ${file} cannot be acquired: other processes compete for it. Try again. ` +
      `If no apply is running, remove ${toTakeover(file)}.`,
  );
}
