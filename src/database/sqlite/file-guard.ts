// Detects that the file of a database was removed or replaced: open connections would go on with the deleted
// file. Requests get 503 until the file at the path is an inventory again (spec/decisions/0013-backups.md).
import { statSync } from 'node:fs';
import { unavailable } from '../../base/errors';
import { MIGRATIONS_TABLE } from '../migrate';
import type { ConnectionUse } from '../database';
import type { Connections } from './pool';
import { askFile } from './connection';
import { hasCode } from './dialect';

const RETRY_MILLISECONDS = 1000;
/** Maximum wait for a reopening. It waits for transactions, and a transaction may call this database. */
const MAX_WAIT_MILLISECONDS = 2000;

/** Result codes after which connections must be opened again. A lock or a full disk passes. */
const UNUSABLE = /^SQLITE_(IOERR|CANTOPEN|READONLY|NOTADB|CORRUPT)$/;

/** Returns a text that stays the same while the file is not replaced. */
function readIdentity(file: string): string | undefined {
  try {
    const { dev, ino } = statSync(file);
    return `${dev}:${ino}`;
  } catch {
    return undefined; // the file or its folder does not exist
  }
}

/** Reads only: must not change a file that is being copied, or migrate an empty file to an inventory without keys. */
const requireInventory = (file: string) =>
  askFile(file, (ask) => ask(`select name from ${MIGRATIONS_TABLE} limit 1`));

/** `complete`: moves a log that is left into the file. */
export function guardFile(
  file: string,
  first: Connections,
  open: () => Promise<Connections>,
  complete: () => Promise<void>,
) {
  const log = `${file}-wal`;
  let connections: Connections | undefined = first;
  let known = { file: readIdentity(file), log: readIdentity(log) };
  let unusable = false;
  let triedAt = -Infinity;
  let reason: unknown;
  let opening: Promise<Connections> | undefined;

  async function reopen(): Promise<Connections> {
    triedAt = performance.now();
    try {
      if (readIdentity(file) !== known.file && known.log !== undefined && readIdentity(log) === known.log)
        throw new Error(`${log} belongs to the database that was there before`);
      await connections?.close();
      connections = undefined;
      await requireInventory(file);
      connections = await open();
      known = { file: readIdentity(file), log: readIdentity(log) };
      unusable = false;
      return connections;
    } catch (error) {
      reason = error;
      throw unavailable(error);
    }
  }

  async function inTime(reopened: Promise<Connections>): Promise<Connections> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const fail = (): void => reject(unavailable(`${file} is still being opened again`));
      timer = setTimeout(fail, MAX_WAIT_MILLISECONDS);
    });
    return Promise.race([reopened, late]).finally(() => clearTimeout(timer));
  }

  return {
    /** Returns connections to the file that is at the path now. @throws ApiError `unavailable`. */
    async current(): Promise<Connections> {
      if (opening) return inTime(opening);
      const there = readIdentity(file);
      if (there === undefined) throw unavailable(`${file} is not there`);
      const same = connections !== undefined && there === known.file;
      const tryAgain = performance.now() - triedAt > RETRY_MILLISECONDS;
      if (same && !(unusable && tryAgain)) return connections!;
      if (!tryAgain) throw unavailable(reason);
      opening = reopen().finally(() => (opening = undefined));
      return inTime(opening);
    },
    /** Takes note of the error of a statement. */
    failed(error: unknown): void {
      if (hasCode(error, UNUSABLE)) unusable = true;
    },
    connectionUse: (): ConnectionUse => connections?.use() ?? { busy: 0, idle: 0, waiting: 0 },
    async close(): Promise<void> {
      await opening?.catch(() => undefined); // reported to the caller
      await connections?.close();
      // A log that is left beside another file would damage it.
      const isSame = readIdentity(file) === known.file && readIdentity(log) === known.log;
      if (isSame && known.log !== undefined) await complete();
    },
  };
}
