// SQLite has one writer at a time: its transactions take turns, with each other here, sharing commits, and with those of other processes.
import { setTimeout as delay } from 'node:timers/promises';
import type { Batch, Transaction } from './database';
import { type Begun, GroupCommit, MOST_WAIT_MILLISECONDS } from './group-commit';
import { Changes } from './sqlite-changes';
import type { PreparedConnection } from './sqlite-connection';
import { fromSqliteError } from './sqlite-dialect';

const MOST_PAUSE_MILLISECONDS = 8;

const isBusy = (error: unknown): boolean => (error as { code?: unknown }).code === 'SQLITE_BUSY';

export class Writer {
  private readonly group: GroupCommit;

  constructor(private readonly connection: PreparedConnection) {
    this.group = new GroupCommit(() => this.begin());
  }

  /** Transactions under way or waiting for their turn. */
  get pending(): number {
    return this.group.pending;
  }

  /** @throws ApiError `unavailable` when its turn comes too late. */
  transact<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.group.transact(work);
  }

  together<Item, Result>(batch: Batch<Item, Result>, item: Item): Promise<Result> {
    return this.group.together(batch, item);
  }

  idle(): Promise<void> {
    return this.group.idle();
  }

  private async begin(): Promise<Begun> {
    await this.lock();
    const { connection } = this;
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

  /** SQLite's own waiting holds a thread and grows to pauses of 100 ms, in which the writers of other processes go past it for seconds. */
  private async lock(): Promise<void> {
    const until = performance.now() + MOST_WAIT_MILLISECONDS;
    for (;;) {
      try {
        await this.connection.execute('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > until) throw error;
        await delay(1 + Math.random() * MOST_PAUSE_MILLISECONDS);
      }
    }
  }
}
