// A connection to a file of SQLite for the time of one piece of work, without the pool: for files that are not, or not yet, the database of a server.
import sqlite3 from 'sqlite3';

export type Ask = <Row>(sql: string, bindings?: unknown[]) => Promise<Row[]>;

const BUSY_MILLISECONDS = 10_000;

const connect = (name: string): Promise<sqlite3.Database> =>
  new Promise((resolve, reject) => {
    const connection = new sqlite3.Database(name, sqlite3.OPEN_READONLY | sqlite3.OPEN_URI, (error) =>
      error ? reject(error) : resolve(connection),
    );
  });

/** `name` is a path or an address with `file:`. Nothing in the file can be changed. */
export async function askFile<Result>(name: string, work: (ask: Ask) => Promise<Result>): Promise<Result> {
  const connection = await connect(name);
  connection.configure('busyTimeout', BUSY_MILLISECONDS);
  try {
    return await work(
      (sql, bindings = []) =>
        new Promise((resolve, reject) =>
          connection.all(sql, bindings, (error, rows) => (error ? reject(error) : resolve(rows as never))),
        ),
    );
  } finally {
    await new Promise<void>((resolve) => connection.close(() => resolve()));
  }
}
