// Opens files of SQLite that this user or the file system does not let change, for commands that only read.
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unavailable } from '../../base/errors';

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the address under which SQLite reads a file; undefined when file and folder can be changed. A process that uses
 * the file has `-shm` beside it. Without one, SQLite reads the file only when told that it does not change
 * (https://www.sqlite.org/wal.html#read_only_databases). @throws ApiError `unavailable` for a log that it cannot read.
 */
export function readOnlyName(file: string): string | undefined {
  if (!existsSync(file) || [file, dirname(file)].every(mayWrite)) return undefined;
  const address = `${pathToFileURL(file).href}?mode=ro`;
  if (existsSync(`${file}-shm`)) return address;
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (!log?.size) return `${address}&immutable=1`;
  throw unavailable(
    new Error(
      `${file}-wal has changes, and SQLite cannot read them in a folder without write permission. ` +
        `Copy ${file} and ${file}-wal to a folder in which you can write, and use the copy.`,
    ),
  );
}
