// Finds files of the database that other users of the machine can read or change.
import { statSync } from 'node:fs';
import { schemeOf } from './schemes';

const OTHERS = 0o077;

/** Windows has no modes: Node reports the same one for every file. */
function isOpenToOthers(path: string): boolean {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return process.platform !== 'win32' && (mode & OTHERS) !== 0;
}

/**
 * Returns the files of the database of `url` whose mode gives rights to a group or to everybody. The server
 * makes them with mode 0600; a file that was copied by other means may have another one.
 */
export function filesOpenToOthers(url: string): string[] {
  if (schemeOf(url) !== 'sqlite') return [];
  const file = url.slice('sqlite:'.length);
  return ['', '-wal', '-shm'].map((ending) => file + ending).filter(isOpenToOthers);
}
