// SQLite has one writer at a time: its transactions take turns, with each other here and with those of other processes.
import { setTimeout as delay } from 'node:timers/promises';
import type { Transaction } from './database';
import type { PreparedConnection } from './sqlite-connection';
import { MOST_WAIT_MILLISECONDS, Turns } from './turns';

const MOST_PAUSE_MILLISECONDS = 8;

const isBusy = (error: unknown): boolean => (error as { code?: unknown }).code === 'SQLITE_BUSY';

export class Writer {
  private readonly turns = new Turns();

  constructor(private readonly connection: PreparedConnection) {}

  /** Transactions under way or waiting for their turn. */
  get pending(): number {
    return this.turns.waiting;
  }

  /** @throws ApiError `unavailable` when its turn comes too late. */
  transact<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.turns.take(() => this.run(work));
  }

  idle(): Promise<void> {
    return this.turns.idle();
  }

  private async run<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const { connection } = this;
    await this.begin();
    try {
      const result = await work({
        all: (statement, params) => connection.all(statement, params),
        run: (statement, params) => connection.run(statement, params),
      });
      await connection.execute('COMMIT');
      return result;
    } catch (error) {
      // A full disk has rolled it back already. The error that led here is the one to report.
      await connection.execute('ROLLBACK').catch(() => undefined);
      throw error;
    }
  }

  /** SQLite's own waiting holds a thread and grows to pauses of 100 ms, in which the writers of other processes go past it for seconds. */
  private async begin(): Promise<void> {
    const until = Date.now() + MOST_WAIT_MILLISECONDS;
    for (;;) {
      try {
        await this.connection.execute('BEGIN IMMEDIATE');
        return;
      } catch (error) {
        if (!isBusy(error) || Date.now() > until) throw error;
        await delay(1 + Math.random() * MOST_PAUSE_MILLISECONDS);
      }
    }
  }
}
