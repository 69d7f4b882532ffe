// A primary forks its workers from the files on disk, which an installation may have replaced since: a newer worker would
// migrate the database under the older ones.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../base/digest';
import { readBytesSync } from '../../base/read-file';

const VARIABLE = 'PRIMARY_BUILD';
const PROGRAM = join(__dirname, '../..');

/** Returns the digest of the program on disk. */
const buildOnDisk = (): string =>
  sha256(
    (readdirSync(PROGRAM, { recursive: true }) as string[])
      .filter((name) => name.endsWith('.js'))
      .sort()
      .map((name) => `${name} ${sha256(readBytesSync(join(PROGRAM, name)))}`)
      .join('\n'),
  );

/** Returns the environment variable with which a worker recognizes the build of its primary. */
export const buildVariable = (): Record<string, string> => ({ [VARIABLE]: buildOnDisk() });

/** Returns whether this worker runs another build than its primary. */
export const isOtherBuild = (): boolean => process.env[VARIABLE] !== buildOnDisk();
