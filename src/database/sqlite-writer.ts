// SQLite has one writer at a time: its transactions take turns.
import type { Transaction } from './database';
import type { PreparedConnection } from './sqlite-connection';
import { Turns } from './turns';

export class Writer {
  private readonly turns = new Turns();

  constructor(private readonly connection: PreparedConnection) {}

  /** @throws ApiError `unavailable` when its turn comes too late. */
  transact<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.turns.take(() => this.run(work));
  }

  idle(): Promise<void> {
    return this.turns.idle();
  }

  private async run<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const { connection } = this;
    await connection.execute('BEGIN IMMEDIATE');
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
}
