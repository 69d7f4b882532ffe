// A connection of sqlite3 that prepares each statement once and keeps it.
import type sqlite3 from 'sqlite3';
import type { Statement } from '../statement';

export class PreparedConnection {
  /** Statements under way here, so that work can go where there is least. */
  running = 0;
  private readonly prepared = new Map<string, Promise<sqlite3.Statement>>();

  constructor(readonly raw: sqlite3.Database) {}

  // `.all` and not `.get`: a statement that was read half stays locked until it is reset, and requests share it.
  all<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]> {
    return this.on(statement, (prepared, done: (error: Error | null, rows: Row[]) => void) =>
      prepared.all(statement.bind(params), done),
    );
  }

  run<Params>(statement: Statement<Params, unknown>, params: Params): Promise<number> {
    return this.on(statement, (prepared, done: (error: Error | null, changes: number) => void) => {
      // sqlite3 tells the number of changed rows as `this`.
      prepared.run(statement.bind(params), function (this: sqlite3.RunResult, error: Error | null) {
        done(error, this.changes);
      });
    });
  }

  execute(sql: string): Promise<number> {
    return this.run({ sql, bind: () => [] }, undefined);
  }

  /** Statements without parameters, up to the first that fails. What runs here ends before, and what comes waits. */
  script(sql: string): Promise<void> {
    return this.counted(
      () =>
        new Promise((resolve, reject) => this.raw.exec(sql, (error) => (error ? reject(error) : resolve()))),
    );
  }

  async finalize(): Promise<void> {
    for (const preparing of this.prepared.values()) {
      const statement = await preparing.catch(() => undefined); // told to whoever asked for it
      if (statement) await new Promise<void>((resolve) => statement.finalize(() => resolve()));
    }
    this.prepared.clear();
  }

  private on<Result>(
    { sql }: Statement<never, unknown>,
    work: (prepared: sqlite3.Statement, done: (error: Error | null, result: Result) => void) => void,
  ): Promise<Result> {
    return this.counted(async () => {
      const prepared = await this.prepare(sql);
      return new Promise((resolve, reject) =>
        work(prepared, (error, result) => (error ? reject(error) : resolve(result))),
      );
    });
  }

  private async counted<Result>(work: () => Promise<Result>): Promise<Result> {
    this.running++;
    try {
      return await work();
    } finally {
      this.running--;
    }
  }

  /** What cannot be prepared while the database is away is prepared anew the next time. Without a callback sqlite3 would throw past everyone and answer nobody. */
  private prepare(sql: string): Promise<sqlite3.Statement> {
    let preparing = this.prepared.get(sql);
    if (!preparing) {
      preparing = new Promise((resolve, reject) => {
        const statement = this.raw.prepare(sql, (error: Error | null) => {
          if (!error) return resolve(statement);
          this.prepared.delete(sql);
          reject(error);
        });
      });
      this.prepared.set(sql, preparing);
    }
    return preparing;
  }
}
