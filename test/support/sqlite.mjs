// Runs a statement on an SQLite file that a server may have open.
import { createRequire } from 'node:module';

const sqlite3 = createRequire(import.meta.url)('sqlite3');

export function inSqlite(file, sql) {
  return new Promise((resolve, reject) => {
    const connection = new sqlite3.Database(file, sqlite3.OPEN_READWRITE);
    connection.configure('busyTimeout', 5000);
    connection.all(sql, (error, rows) => connection.close(() => (error ? reject(error) : resolve(rows))));
  });
}
