// Finds processes that commands of the guide left running, by a mark in their environment.
import { mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { MAIN, ROOT } from './cli';
import { temporaryFolder } from './folder';

/** The environment variable with the mark. */
export const MARK = 'MARK_OF_TEST';

/** Makes a folder in which the package is installed, as `npm install PACKAGE` does. */
export function installed(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(ROOT, join(folder, 'node_modules/compliance-inventory'));
  symlinkSync(MAIN, join(folder, 'node_modules/.bin/compliance-inventory'));
  return folder;
}

const environmentOf = (pid: string): string[] => {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0');
  } catch {
    return []; // it has ended meanwhile
  }
};

/** Returns the ids of running processes with this mark; none where the system has no /proc. */
export function processesMarked(mark: string): string[] {
  const all = process.platform === 'linux' ? readdirSync('/proc').filter((name) => /^\d+$/.test(name)) : [];
  return all.filter((pid) => environmentOf(pid).includes(`${MARK}=${mark}`));
}
