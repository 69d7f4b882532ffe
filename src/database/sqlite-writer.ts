// SQLite has one writer at a time: its transactions take turns, with each other here, sharing commits, and with those of other processes.
import { setTimeout as delay } from 'node:timers/promises';
import type { Batch, Transaction } from './database';
import { GroupCommit, MOST_WAIT_MILLISECONDS } from './group-commit';
import type { PreparedConnection } from './sqlite-connection';
import { fromSqliteError } from './sqlite-dialect';
import type { Statement } from './statement';

const MOST_PAUSE_MILLISECONDS = 8;

const isBusy = (error: unknown): boolean => (error as { code?: unknown }).code === 'SQLITE_BUSY';

export class Writer {
  private readonly group: GroupCommit;

  constructor(private readonly connection: PreparedConnection) {
    // One change at a time, and none after one that failed: an error of the disk ends the transaction by itself, and what came then would stay without the rest.
    let changes: Promise<unknown> = Promise.resolve();
    const inTurn = <Result>(change: () => Promise<Result>): Promise<Result> => {
      const changed = changes.then(change);
      changes = changed;
      changed.catch(() => undefined); // told to whoever asked for it
      return changed;
    };
    const anew = (): void => void (changes = Promise.resolve());
    const command = (sql: string) => async (): Promise<void> => void (await connection.execute(sql));
    const [release, undo] = [command('RELEASE one'), command('ROLLBACK TO one')];
    const begun = {
      transaction: {
        all: connection.all.bind(connection),
        run: <Params>(statement: Statement<Params, unknown>, params: Params) => inTurn(() => connection.run(statement, params)),
      },
      last: () => {}, // each is known to hold before the next one
      commit: command('COMMIT'),
      rollback: command('ROLLBACK'),
      save: command('SAVEPOINT one'),
      release,
      undo: () => undo().then(release).finally(anew),
      cannotAnswer: (error: unknown) => fromSqliteError(error) !== error,
    };
    this.group = new GroupCommit(async () => {
      anew();
      await this.begin();
      return begun;
    });
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
