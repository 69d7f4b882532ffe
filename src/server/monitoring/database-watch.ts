// Logs when the database stops responding or accepting changes, and when it works again: one line each.
// Without it, an outage is only visible in the lines of the requests that fail.
import type { Logger } from 'pino';
import { unavailableReason } from '../../base/errors';
import type { Database } from '../../database/database';
import { createSchemaCheck } from '../../database/migrate';

/** Time between two checks of a database that does not work. */
const CHECK_MILLISECONDS = 1000;

export interface DatabaseWatch {
  /** Checks the database, because a request or a health check has failed. */
  failed(): void;
  close(): void;
}

export function createDatabaseWatch(
  database: Database,
  logger: Pick<Logger, 'error' | 'info'>,
): DatabaseWatch {
  const ask = createSchemaCheck(database);
  let fault: { message: string; since: number } | undefined;
  let isChecking = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function find(): Promise<{ message: string; error: unknown } | undefined> {
    try {
      await ask();
    } catch (error) {
      return { message: 'the database does not respond', error };
    }
    if (database.writes.isWritable()) return undefined;
    return { message: 'the database accepts no changes', error: database.writes.failure() };
  }

  async function check(): Promise<void> {
    isChecking = true;
    const found = await find();
    isChecking = false;
    if (isClosed) return;
    const now = performance.now();
    if (found && found.message !== fault?.message) {
      logger.error({ reason: unavailableReason(found.error) }, found.message);
      fault = { message: found.message, since: fault?.since ?? now };
    }
    if (!found && fault) {
      logger.info({ seconds: Math.round(now - fault.since) / 1000 }, 'the database works again');
      fault = undefined;
    }
    if (fault) timer = setTimeout(() => void check(), CHECK_MILLISECONDS).unref();
  }

  return {
    failed() {
      if (!isChecking && !fault && !isClosed) void check();
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
