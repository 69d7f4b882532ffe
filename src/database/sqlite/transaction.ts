// A transaction of SQLite on the one connection that writes. Group commit orders the transactions of this process.
import { setTimeout as delay } from 'node:timers/promises';
import { type Begun, MAX_WAIT_MILLISECONDS } from '../group-commit';
import type { ScopedTransaction } from '../shared-transaction';
import type { BoundStatement, Value } from '../statement';
import type { PreparedConnection } from './connection';
import { fromSqliteError, isBusy } from './dialect';

/** In characters. A longer script would hold the event loop while it is made and while the driver copies it. */
const MAX_SCRIPT_LENGTH = 1_000_000;

/** Matches texts and quoted names, in which a question mark is no placeholder, and placeholders. */
const QUOTED_OR_PLACEHOLDER = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\?/g;

/**
 * Returns a value as a literal (https://www.sqlite.org/lang_expr.html#literal_values_constants_): in a text
 * only the quote has a special meaning. @throws Error for NUL, at which the driver would end the script.
 */
export function literal(value: Value): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'number') return String(value);
  if (value.includes('\0')) throw new Error('A text with NUL cannot stand in a script.');
  return `'${value.replaceAll("'", "''")}'`;
}

/** Returns the statement with its values in place of its placeholders. @throws Error when their numbers differ. */
export function inlined({ sql, values }: BoundStatement): string {
  let used = 0;
  const text = sql.replace(QUOTED_OR_PLACEHOLDER, (token) =>
    token === '?' ? literal(values[used++]) : token,
  );
  if (used !== values.length)
    throw new Error(`A statement has ${used} placeholders for ${values.length} values.`);
  return text;
}

const MAX_PAUSE_MILLISECONDS = 8;

/**
 * Takes SQLite's lock for writing. SQLite's own wait holds a thread and grows to pauses of 100 ms, in which
 * the writers of other processes overtake it for seconds. @throws Error of sqlite3: SQLITE_BUSY after `wait` milliseconds.
 */
export async function beginImmediate(
  execute: (sql: string) => PromiseLike<unknown>,
  wait: number,
): Promise<void> {
  const until = performance.now() + wait;
  for (;;) {
    try {
      await execute('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
      await delay(1 + Math.random() * MAX_PAUSE_MILLISECONDS);
    }
  }
}

/** @throws Error of sqlite3: SQLITE_BUSY when its turn comes too late. */
export async function begin(connection: PreparedConnection): Promise<Begun> {
  await beginImmediate((sql) => connection.execute(sql), MAX_WAIT_MILLISECONDS);
  // Changes run one after the other, and none after one that failed: an error of the disk ends the
  // transaction, and a later change would be committed without the rest.
  let previous: Promise<unknown> = Promise.resolve();
  let underWay: Promise<unknown> = Promise.resolve();
  const tracked = <Result>(call: Promise<Result>): Promise<Result> => {
    underWay = Promise.allSettled([underWay, call]).then(() => undefined); // results would stay until the end
    return call;
  };
  // The driver runs calls of one connection on several threads. A change that the end overtakes would be
  // committed on its own.
  const end = async (sql: string): Promise<void> => {
    await underWay;
    await connection.execute(sql);
  };
  const queued: BoundStatement[] = [];
  const transaction: ScopedTransaction = {
    all: (statement, params) => tracked(connection.all(statement, params)),
    run(statement, params) {
      const changed = previous.then(() => connection.run(statement, params));
      previous = changed;
      return tracked(changed);
    },
    lock: () => Promise.resolve(true),
    queue: (statements) => void queued.push(...statements),
  };
  return {
    within: () => transaction,
    // One call of the driver for many statements, which stops at the first error: each call costs a hop between threads.
    async commit() {
      if (queued.length === 0) return end('COMMIT');
      await underWay;
      let script = '';
      for (const statement of queued) {
        script += `${inlined(statement)};\n`;
        if (script.length < MAX_SCRIPT_LENGTH) continue;
        await connection.script(script);
        script = '';
      }
      await connection.script(`${script}COMMIT`);
    },
    rollback: () => end('ROLLBACK'),
    isStale: () => false,
    cannotAnswer: (error) => fromSqliteError(error) !== error,
  };
}
