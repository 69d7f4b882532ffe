// One apply at a time for an organization, on this machine: a file that names the process. One that a dead process left is taken over.
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digest } from '../files';
import { SyncError } from '../sync-error';

/** Where everybody on the machine looks, whichever state they use. */
export const lockFileOf = (server: string, organization: string | null): string => join(tmpdir(), `compliance-inventory-sync-${digest(`${server}\n${organization ?? ''}`).slice(0, 16)}.lock`);

function isAlive(pid: number): boolean {
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
    throw new SyncError(`The lock ${file} was left by a process that is gone, and cannot be removed: ${(error as Error).message}`);
  }
  const owner = Number(await readFile(aside, 'utf8'));
  if (owner > 0 && isAlive(owner)) await rename(aside, file); // it was taken between the two looks
  else await rm(aside, { force: true });
}

/** @throws SyncError while another apply has it. */
export async function lock(file: string): Promise<() => Promise<void>> {
  for (let tries = 0; tries < 3; tries++) {
    if (await create(file)) return () => rm(file, { force: true });
    const owner = Number(await readFile(file, 'utf8').catch(() => ''));
    if (owner > 0 && isAlive(owner)) throw new SyncError(`Another apply for this organization is running (process ${owner}). Wait for its end, or, if that process is something else, remove ${file}.`);
    await removeDead(file);
  }
  throw new SyncError(`The lock ${file} cannot be had: others take it at the same time. Try again.`);
}
