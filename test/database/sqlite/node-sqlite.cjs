// The part of the sqlite3 package that the project uses, over node:sqlite: proof that another driver can take
// its place (spec/decisions/0027-sqlite-driver.md). Loaded with `node --require`, on Node 24 or later, it
// replaces the package.
const Module = require('node:module');
const { DatabaseSync } = process.getBuiltinModule('node:sqlite');

const OPEN_READONLY = 1;
const CODES = {
  1: 'ERROR',
  5: 'BUSY',
  6: 'LOCKED',
  8: 'READONLY',
  10: 'IOERR',
  11: 'CORRUPT',
  13: 'FULL',
  14: 'CANTOPEN',
  19: 'CONSTRAINT',
  26: 'NOTADB',
};
const BUSY_TIMEOUT = /PRAGMA busy_timeout = (\d+)/i;
const RETRY_MILLISECONDS = 10;
/** Retries take turns less fairly than SQLite's own wait, and need more time. */
const PATIENCE = 5;
/** A longer wait in SQLite would block the event loop, and with it the holder of the lock. */
const MAX_BLOCKING_MILLISECONDS = 5;

/** Gives an error of node:sqlite the code and the message of sqlite3. */
function toError(error) {
  const errno = (error.errcode ?? 1) & 0xff;
  const code = `SQLITE_${CODES[errno] ?? 'ERROR'}`;
  return Object.assign(new Error(`${code}: ${error.message}`), { code, errno });
}

const toValue = (value) => (value === undefined ? null : typeof value === 'boolean' ? Number(value) : value);

function toRow(row) {
  const plain = { ...row };
  for (const [name, value] of Object.entries(plain))
    if (value instanceof Uint8Array) plain[name] = Buffer.from(value.buffer, value.byteOffset, value.length);
  return plain;
}

/** Splits `(values?, callback?)`. */
function toCall(parameters) {
  const done = typeof parameters.at(-1) === 'function' ? parameters.pop() : () => undefined;
  const [values = []] = parameters;
  return { values: [values].flat().map(toValue), done };
}

class Database {
  #database;
  #busyMilliseconds = 1000;
  #queue = [];
  #isWorking = false;

  constructor(name, mode, done = () => undefined) {
    if (typeof mode === 'function') [mode, done] = [0, mode];
    const readOnly = (mode & OPEN_READONLY) !== 0;
    this.#enqueue(() => {
      this.#database = new DatabaseSync(name.startsWith('file:') ? new URL(name) : name, {
        readOnly,
        defensive: false, // sqlite3 has the defaults of SQLite
      });
      this.#database.exec('PRAGMA busy_timeout = 0');
    }, done);
  }

  /** Runs `work` after all earlier calls, and again while another connection holds the lock. */
  #enqueue(work, done) {
    this.#queue.push({ work, done });
    if (this.#isWorking) return;
    this.#isWorking = true;
    setImmediate(() => void this.#workOff());
  }

  async #workOff() {
    for (let next; (next = this.#queue.shift());) {
      const { error, result } = await this.#attempt(next.work);
      setImmediate(() => next.done.call(result ?? {}, error ?? null, result?.rows));
    }
    this.#isWorking = false;
  }

  async #attempt(work) {
    const until = performance.now() + PATIENCE * this.#busyMilliseconds;
    for (;;) {
      try {
        return { result: work() };
      } catch (thrown) {
        const error = toError(thrown);
        if (error.code !== 'SQLITE_BUSY' || performance.now() > until) return { error };
        await new Promise((resolve) => setTimeout(resolve, RETRY_MILLISECONDS));
      }
    }
  }

  /** Waits for locks in this class, and shortens the wait in SQLite. */
  #withShortTimeout(sql) {
    return sql.replace(BUSY_TIMEOUT, (_pragma, milliseconds) => {
      this.#busyMilliseconds = Number(milliseconds);
      return `PRAGMA busy_timeout = ${Math.min(milliseconds, MAX_BLOCKING_MILLISECONDS)}`;
    });
  }

  configure(option, value) {
    if (option === 'busyTimeout') this.#busyMilliseconds = value;
    return this;
  }

  prepare(sql, done) {
    return new Statement(
      (work, called) => this.#enqueue(work, called),
      () => this.#database.prepare(this.#withShortTimeout(sql)),
      done,
    );
  }

  exec(sql, done = () => undefined) {
    this.#enqueue(() => void this.#database.exec(this.#withShortTimeout(sql)), done);
    return this;
  }

  all(sql, ...parameters) {
    this.prepare(sql).all(...parameters);
    return this;
  }

  get(sql, ...parameters) {
    const { values, done } = toCall(parameters);
    return this.all(sql, values, (error, rows) => done(error, rows?.[0]));
  }

  run(sql, ...parameters) {
    this.prepare(sql).run(...parameters);
    return this;
  }

  close(done = () => undefined) {
    this.#enqueue(() => void this.#database.close(), done);
  }
}

class Statement {
  #enqueue;
  #prepare;
  #prepared;

  constructor(enqueue, prepare, done) {
    this.#enqueue = enqueue;
    this.#prepare = prepare;
    if (done) enqueue(() => void this.#statement(), done);
  }

  #statement() {
    return (this.#prepared ??= this.#prepare());
  }

  all(...parameters) {
    const { values, done } = toCall(parameters);
    this.#enqueue(
      () => ({
        rows: this.#statement()
          .all(...values)
          .map(toRow),
      }),
      done,
    );
    return this;
  }

  run(...parameters) {
    const { values, done } = toCall(parameters);
    this.#enqueue(() => {
      const { changes, lastInsertRowid } = this.#statement().run(...values);
      return { changes: Number(changes), lastID: Number(lastInsertRowid) };
    }, done);
    return this;
  }

  finalize(done = () => undefined) {
    this.#enqueue(() => void (this.#prepared = undefined), done);
  }
}

const path = require.resolve('sqlite3');
require.cache[path] = Object.assign(new Module(path), {
  filename: path,
  loaded: true,
  exports: { Database, Statement, OPEN_READONLY, OPEN_READWRITE: 2, OPEN_CREATE: 4, OPEN_URI: 0x40 },
});
