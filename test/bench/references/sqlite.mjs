// The SQLite connection of the references, with the server's durability and with promises.
import sqlite3 from 'sqlite3';

export function openSqlite(file) {
  const connection = new sqlite3.Database(file);
  connection.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; ' +
      'PRAGMA busy_timeout = 2000; PRAGMA cache_size = -16384',
  );
  function prepare(sql) {
    const statement = connection.prepare(sql);
    return {
      all: (...values) =>
        new Promise((resolve, reject) =>
          statement.all(values, (error, rows) => (error ? reject(error) : resolve(rows))),
        ),
      run: (...values) =>
        new Promise((resolve, reject) =>
          statement.run(values, (error) => (error ? reject(error) : resolve())),
        ),
    };
  }
  return {
    prepare,
    organizationOf: async (slug) =>
      (await prepare('select id from organizations where slug = ?').all(slug))[0].id,
  };
}
