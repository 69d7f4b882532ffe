// Logs when the database stops responding or accepting changes, and when it works again: one line each.
// Without it, an outage is only visible in the lines of the requests that fail. Also logs slow statements.
import type { Logger } from 'pino';
import { unavailableReason } from '../../base/errors';
import type { Database } from '../../database/database';
import { createSchemaCheck } from '../../database/migrate';
import { type SlowStatement, onSlowStatement } from '../../database/slow-statements';

/** Time between two checks of a database that does not work. */
const CHECK_MILLISECONDS = 1000;

/** Time between two lines about one kind of slow statements. */
const SLOW_LINE_MILLISECONDS = 60_000;

/** Returns a listener that logs one line a minute for each kind, with the number of statements since the last one. */
export function logSlow(logger: Pick<Logger, 'warn'>): (statement: SlowStatement) => void {
  const lines = new Map<string, { at: number; unlogged: number }>();
  return ({ kind, digest, milliseconds }) => {
    const line = lines.get(kind) ?? { at: -Infinity, unlogged: 0 };
    lines.set(kind, line);
    line.unlogged++;
    const now = performance.now();
    if (now - line.at < SLOW_LINE_MILLISECONDS) return;
    logger.warn({ statement: kind, digest, milliseconds, count: line.unlogged }, 'a statement took long');
    Object.assign(line, { at: now, unlogged: 0 });
  };
}

export interface DatabaseWatch {
  /** Checks the database, because a request or a health check has failed. */
  failed(): void;
  close(): void;
}

export function createDatabaseWatch(
  database: Database,
  logger: Pick<Logger, 'error' | 'info' | 'warn'>,
): DatabaseWatch {
  const ask = createSchemaCheck(database);
  let fault: { message: string; since: number } | undefined;
  let isChecking = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const stopSlow = onSlowStatement(logSlow(logger));

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
      stopSlow();
      clearTimeout(timer);
    },
  };
}
