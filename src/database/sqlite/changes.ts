// The changes of one transaction of SQLite: one after the other, and none after one that failed, since an error of the disk ends the transaction by itself and what came then would stay without the rest.
import type { PreparedConnection } from './connection';
import { inlined } from './script';
import type { Statement } from '../statement';

interface PendingChange {
  run(): Promise<number>;
  sql(): string;
  resolve(changed: number): void;
  reject(error: unknown): void;
}

export class Changes {
  /** In this very moment. */
  private asked: PendingChange[] = [];
  private before: Promise<unknown> = Promise.resolve();
  private committed: Promise<void> | undefined;

  constructor(private readonly connection: PreparedConnection) {}

  run<Params>(statement: Statement<Params, unknown>, params: Params): Promise<number> {
    return new Promise((resolve, reject) => {
      this.asked.push({
        run: () => this.connection.run(statement, params),
        sql: () => inlined(statement, params),
        resolve,
        reject,
      });
      if (this.asked.length === 1)
        queueMicrotask(() =>
          this.take().forEach((each) => void this.inTurn(each.run).then(each.resolve, each.reject)),
        );
    });
  }

  /** All that is asked for in this moment goes with the commit, in one call of the driver, which stops at the first error: each call costs a way to a thread and back. */
  last(): void {
    const all = this.take();
    this.committed = this.inTurn(() =>
      this.connection.script([...all.map(({ sql }) => sql()), 'COMMIT'].join(';\n')),
    );
    this.committed.then(
      () => all.forEach(({ resolve }) => resolve(NaN)),
      (error: unknown) => all.forEach(({ reject }) => reject(error)),
    );
  }

  async commit(): Promise<void> {
    await (this.committed ?? this.connection.execute('COMMIT'));
  }

  /** What failed has been undone. */
  anew(): void {
    this.before = Promise.resolve();
  }

  private take(): PendingChange[] {
    const asked = this.asked;
    this.asked = [];
    return asked;
  }

  private inTurn<Result>(change: () => Promise<Result>): Promise<Result> {
    const changed = this.before.then(change);
    this.before = changed;
    changed.catch(() => undefined); // told to whoever asked for it
    return changed;
  }
}
