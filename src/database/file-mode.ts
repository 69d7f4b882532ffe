// Finds files of the database that other users of the machine can read or change.
import { statSync } from 'node:fs';
import { schemeOf } from './schemes';

const OTHERS = 0o077;

/** Windows has no file modes: Node reports the same mode for every file. */
function isOpenToOthers(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return process.platform !== 'win32' && (mode & OTHERS) !== 0;
}

/**
 * Returns the files of the database at `url` whose mode gives rights to a group or to all users. The server
 * creates files with mode 0600, but a copied file may have another mode.
 */
export function filesOpenToOthers(url: string): string[] {
  if (schemeOf(url) !== 'sqlite') return [];
  const file = url.slice('sqlite:'.length);
  return ['', '-wal', '-shm'].map((ending) => file + ending).filter(isOpenToOthers);
}
