// SQLite has one writer at a time: transactions wait here for their turn, which costs no thread, and not for long.
import { unavailable } from '../errors';
import type { Transaction } from './database';
import type { PreparedConnection } from './sqlite-connection';

const MOST_WAIT_MILLISECONDS = 2000;

export class Writer {
  /** Transactions under way or waiting for their turn. */
  pending = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly connection: PreparedConnection) {}

  /** @throws ApiError `unavailable` when its turn comes too late: while another process holds the database, each would wait after the one before it. */
  transact<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const since = Date.now();
    this.pending++;
    const turn = this.last.then(() => {
      if (Date.now() - since > MOST_WAIT_MILLISECONDS) throw unavailable();
      return this.run(work);
    });
    const ended = (): void => void this.pending--;
    this.last = turn.then(ended, ended); // an error is reported to whoever awaits this turn
    return turn;
  }

  async idle(): Promise<void> {
    await this.last;
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
