// Decides the state of the database: ok, slow, down, or without changes. Log lines, metrics and readiness follow it.
// Without its lines, an outage is only visible in those of the requests that fail. Also logs slow statements.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { unavailableReason } from '../../base/errors';
import type { Database } from '../../database/database';
import { createSchemaCheck } from '../../database/migrate';
import { type SlowStatement, onSlowStatement } from '../../database/slow-statements';
import { type DatabaseChecks, OK, SLOW, UNKNOWN } from './readiness';

/** Time between two checks of a database that is not ok. */
const CHECK_MILLISECONDS = 1000;
/** Health checks within this time share one query. */
const FRESH_MILLISECONDS = 500;
/** A slower response makes the database slow, and a health check does not wait longer. */
const SLOW_MILLISECONDS = 500;
/** Without a response for longer, the database is down: requests fail, too. */
const DOWN_MILLISECONDS = 3000;

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

export type DatabaseWatch = ReturnType<typeof createDatabaseWatch>;

type State = 'ok' | 'slow' | 'down' | 'read-only';

export function createDatabaseWatch(database: Database, logger: Pick<Logger, 'error' | 'info' | 'warn'>) {
  const ask = createSchemaCheck(database);
  let state: State = 'ok';
  let since = 0;
  let found: Pick<DatabaseChecks, 'database' | 'migrations'> = { database: OK, migrations: OK };
  let query: { at: number; answer: Promise<void>; answered: boolean } | undefined;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const stopSlow = onSlowStatement(logSlow(logger));

  function enter(next: State, database: string, reason?: string): void {
    found = next === 'down' ? { database, migrations: UNKNOWN } : { ...found, database };
    if (isClosed || next === state) return;
    const now = performance.now();
    if (state === 'ok') since = now;
    state = next;
    if (next === 'slow') logger.warn('the database responds slowly');
    else if (next === 'down') logger.error({ reason }, 'the database does not respond');
    else if (next === 'read-only') logger.error({ reason }, 'the database accepts no changes');
    else logger.info({ seconds: Math.round(now - since) / 1000 }, 'the database works again');
  }

  async function look(): Promise<void> {
    const began = performance.now();
    const hangs = `no response within ${DOWN_MILLISECONDS} ms`;
    const down = setTimeout(() => enter('down', hangs, hangs), DOWN_MILLISECONDS).unref();
    try {
      const missing = await ask();
      found = { ...found, migrations: missing.length === 0 ? OK : `missing ${missing.join(', ')}` };
      const took = performance.now() - began;
      const isSlow = took > SLOW_MILLISECONDS;
      if (took > DOWN_MILLISECONDS) enter('down', hangs, hangs);
      else if (!database.writes.isWritable())
        enter('read-only', isSlow ? SLOW : OK, unavailableReason(database.writes.failure()));
      else enter(isSlow ? 'slow' : 'ok', isSlow ? SLOW : OK);
    } catch (error) {
      // The reason may name files or hosts. Only the log contains it.
      enter('down', 'unavailable', unavailableReason(error));
    } finally {
      clearTimeout(down);
    }
  }

  /** Starts no second query while one is pending. */
  function begin(): NonNullable<typeof query> {
    clearTimeout(timer);
    const asked = { at: performance.now(), answered: false, answer: look() };
    query = asked;
    void asked.answer.then(() => {
      asked.answered = true;
      if (state !== 'ok' && !isClosed) timer = setTimeout(begin, CHECK_MILLISECONDS).unref();
    });
    return asked;
  }

  /** Checks the database, because a request has failed. */
  function failed(): void {
    if (state === 'ok' && query?.answered !== false && !isClosed) begin();
  }

  return {
    failed,
    /** Returns the state within half a second. */
    async check(): Promise<DatabaseChecks> {
      const now = performance.now();
      const isFresh = query && (!query.answered || now - query.at <= FRESH_MILLISECONDS);
      const asked = isFresh ? query! : begin();
      const left = Math.max(0, asked.at + SLOW_MILLISECONDS - now);
      await Promise.race([asked.answer, delay(left, undefined, { ref: false })]);
      if (!asked.answered && state === 'ok') enter('slow', SLOW);
      const isWritable = database.writes.isWritable();
      if (!isWritable) failed();
      return { ...found, writes: isWritable ? OK : 'unavailable' };
    },
    close(): void {
      isClosed = true;
      stopSlow();
      clearTimeout(timer);
    },
  };
}
