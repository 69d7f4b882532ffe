// A connection of sqlite3 that prepares each statement once and keeps it.
import type sqlite3 from 'sqlite3';
import type { Statement } from './statement';

export class PreparedConnection {
  /** Statements under way here, so that work can go where there is least. */
  running = 0;
  private readonly prepared = new Map<string, sqlite3.Statement>();

  constructor(readonly raw: sqlite3.Database) {}

  // `.all` and not `.get`: a statement that was read half stays locked until it is reset, and requests share it.
  all<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.running++;
      this.prepare(statement.sql).all(statement.bind(params), (error: Error | null, rows: Row[]) => {
        this.running--;
        if (error) reject(error);
        else resolve(rows);
      });
    });
  }

  run<Params>(statement: Statement<Params, unknown>, params: Params): Promise<number> {
    return new Promise((resolve, reject) => {
      this.running++;
      const done = (error: Error | null, changes: number): void => {
        this.running--;
        if (error) reject(error);
        else resolve(changes);
      };
      // sqlite3 tells the number of changed rows as `this`.
      this.prepare(statement.sql).run(statement.bind(params), function (this: sqlite3.RunResult, error: Error | null) {
        done(error, this.changes);
      });
    });
  }

  execute(sql: string): Promise<number> {
    return this.run({ sql, bind: () => [] }, undefined);
  }

  async finalize(): Promise<void> {
    for (const statement of this.prepared.values()) {
      await new Promise<void>((resolve) => statement.finalize(() => resolve()));
    }
    this.prepared.clear();
  }

  private prepare(sql: string): sqlite3.Statement {
    let statement = this.prepared.get(sql);
    if (!statement) {
      statement = this.raw.prepare(sql);
      this.prepared.set(sql, statement);
    }
    return statement;
  }
}
