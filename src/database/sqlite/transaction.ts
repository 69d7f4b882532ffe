// A transaction of SQLite, on the one connection that writes. It takes turns with those of other processes; with its own, where commits are shared.
import { setTimeout as delay } from 'node:timers/promises';
import { type Begun, MAX_WAIT_MILLISECONDS } from '../group-commit';
import { Changes } from './changes';
import type { PreparedConnection } from './connection';
import { fromSqliteError } from './dialect';

const MAX_PAUSE_MILLISECONDS = 8;

const isBusy = (error: unknown): boolean => (error as { code?: unknown }).code === 'SQLITE_BUSY';

/** SQLite's own waiting holds a thread and grows to pauses of 100 ms, in which the writers of other processes go past it for seconds. */
async function lock(connection: PreparedConnection): Promise<void> {
  const until = performance.now() + MAX_WAIT_MILLISECONDS;
  for (;;) {
    try {
      await connection.execute('BEGIN IMMEDIATE');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error;
      await delay(1 + Math.random() * MAX_PAUSE_MILLISECONDS);
    }
  }
}

/** @throws Error of sqlite3: SQLITE_BUSY when its turn comes too late. */
export async function begin(connection: PreparedConnection): Promise<Begun> {
  await lock(connection);
  const changes = new Changes(connection);
  const command = async (sql: string): Promise<void> => void (await connection.execute(sql));
  return {
    transaction: { all: connection.all.bind(connection), run: changes.run.bind(changes) },
    last: () => changes.last(),
    commit: () => changes.commit(),
    rollback: () => command('ROLLBACK'),
    save: () => command('SAVEPOINT one'),
    release: () => command('RELEASE one'),
    async undo() {
      await command('ROLLBACK TO one');
      changes.anew();
      await command('RELEASE one');
    },
    cannotAnswer: (error) => fromSqliteError(error) !== error,
  };
}
