// One apply at a time for an organization, on this machine: a file that names the process. One that a dead process left is taken over.
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { digest } from '../files';
import { SyncError } from '../errors';

/** Where everybody on the machine looks, whichever state they use. A service may have a temporary folder of its own: who has the same state looks there. */
export const lockFilesOf = (server: string, organization: string | null, stateFile: string): string[] => [
  join(tmpdir(), `compliance-inventory-sync-${digest(`${server}\n${organization ?? ''}`).slice(0, 16)}.lock`),
  `${resolve(stateFile)}.lock`,
];

/** Locks of this process. */
const held = new Set<string>();

/** Whether the process that a lock names is there. In a container each is process 1: a lock with our own number is ours only if we have it. */
function isRunning(pid: number, file: string): boolean {
  if (pid === process.pid) return held.has(file);
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // it is another user's
  }
}

/** A link is there with its content, or not at all. */
async function create(file: string): Promise<boolean> {
  const own = `${file}.${randomUUID()}`;
  try {
    await writeFile(own, String(process.pid), { flag: 'wx', mode: 0o644 });
    await link(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new SyncError(`The lock ${file} cannot be made: ${(error as Error).message}`);
  } finally {
    await rm(own, { force: true });
  }
}

/** A lock is renamed before it is removed: of two who find it, one gets it, and looks again at what it has got. */
async function removeDead(file: string): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw new SyncError(
      `The lock ${file} was left by a process that is gone, and cannot be removed: ${(error as Error).message}`,
    );
  }
  const owner = Number(await readFile(aside, 'utf8'));
  if (owner > 0 && isRunning(owner, file))
    await rename(aside, file); // it was taken between the two looks
  else await rm(aside, { force: true });
}

/** @throws SyncError while another apply has one of them. */
export async function lock(files: readonly string[]): Promise<() => Promise<void>> {
  const unlocks: (() => Promise<void>)[] = [];
  const unlock = async (): Promise<void> => {
    for (const each of unlocks) await each();
  };
  try {
    for (const file of files) unlocks.push(await lockOne(file));
    return unlock;
  } catch (error) {
    await unlock();
    throw error;
  }
}

async function lockOne(file: string): Promise<() => Promise<void>> {
  for (let tries = 0; tries < 3; tries++) {
    if (await create(file)) {
      held.add(file);
      return async () => {
        held.delete(file);
        await rm(file, { force: true });
      };
    }
    const owner = Number(await readFile(file, 'utf8').catch(() => ''));
    if (owner > 0 && isRunning(owner, file))
      throw new SyncError(
        `Another apply for this organization is running (process ${owner}). Wait for its end, or, if that process is something else, remove ${file}.`,
      );
    await removeDead(file);
  }
  throw new SyncError(`The lock ${file} cannot be had: others take it at the same time. Try again.`);
}
