// Connections of the sqlite3 package, which only this file imports (spec/decisions/0027-sqlite-driver.md), and the address
// of a file that this user or the file system does not let change.
import sqlite3 from 'sqlite3';
import { MIGRATIONS_TABLE } from '../migrate';
import { noteDuration } from '../slow-statements';
import type { Statement } from '../statement';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { unavailable } from '../../base/errors';

/** A connection of the driver, as Knex's pool creates it. */
export type RawConnection = sqlite3.Database;

type Done<Result> = (error: Error | null, result: Result) => void;

/** Statements that a connection keeps, because some SQL depends on what a caller gives. More than a server uses. */
const MAX_PREPARED = 200;

/** A connection that prepares each statement once and keeps it. */
export class PreparedConnection {
  /** The number of statements under way. */
  running = 0;
  private readonly prepared = new Map<string, Promise<sqlite3.Statement>>();

  /** `limit`: the maximum time of a statement in milliseconds; undefined for none. */
  constructor(
    readonly raw: RawConnection,
    private readonly limit?: number,
  ) {}

  // `all` and not `get`: after `get` a statement stays locked until it is reset, and requests share it.
  all<Params, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]> {
    return this.on(statement, (prepared, done: Done<Row[]>) => prepared.all(statement.bind(params), done));
  }

  run<Params>(statement: Statement<Params, unknown>, params: Params): Promise<number> {
    return this.on(statement, (prepared, done: Done<number>) =>
      prepared.run(statement.bind(params), function (this: sqlite3.RunResult, error: Error | null) {
        done(error, this.changes);
      }),
    );
  }

  execute(sql: string): Promise<number> {
    return this.run({ sql, bind: () => [] }, undefined);
  }

  /**
   * Runs statements without parameters, up to the first that fails. The driver finishes earlier calls first
   * and holds later ones back.
   */
  script(sql: string): Promise<void> {
    return this.counted(
      sql,
      () =>
        new Promise((resolve, reject) => this.raw.exec(sql, (error) => (error ? reject(error) : resolve()))),
    );
  }

  async finalize(): Promise<void> {
    for (const preparing of this.prepared.values()) {
      const statement = await preparing.catch(() => undefined); // reported to the caller that prepared it
      if (statement) await new Promise<void>((resolve) => statement.finalize(() => resolve()));
    }
    this.prepared.clear();
  }

  private on<Result>(
    { sql }: Statement<never, unknown>,
    work: (prepared: sqlite3.Statement, done: Done<Result>) => void,
  ): Promise<Result> {
    return this.counted(sql, async () => {
      const prepared = await this.prepare(sql);
      return new Promise((resolve, reject) => {
        const timer =
          this.limit === undefined ? undefined : setTimeout(() => this.raw.interrupt(), this.limit);
        work(prepared, (error, result) => {
          clearTimeout(timer);
          if (error) reject(error);
          else resolve(result);
        });
      });
    });
  }

  private async counted<Result>(sql: string, work: () => Promise<Result>): Promise<Result> {
    const start = performance.now();
    this.running++;
    try {
      return await work();
    } finally {
      this.running--;
      noteDuration(sql, performance.now() - start);
    }
  }

  /** A failed preparation is tried again. Without a callback the driver would throw where nothing catches. */
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
      if (this.prepared.size > MAX_PREPARED) this.dropOldest();
    }
    return preparing;
  }

  private dropOldest(): void {
    const [sql, preparing] = this.prepared.entries().next().value!;
    this.prepared.delete(sql);
    // After the callers that have just got it: the driver finishes their calls first.
    preparing.then(
      (statement) => setImmediate(() => statement.finalize()),
      () => undefined, // reported to the caller that prepared it
    );
  }
}

export type Ask = <Row>(sql: string, bindings?: unknown[]) => Promise<Row[]>;

const BUSY_MILLISECONDS = 10_000;

const openReadOnly = (name: string): Promise<RawConnection> =>
  new Promise((resolve, reject) => {
    const connection = new sqlite3.Database(name, sqlite3.OPEN_READONLY | sqlite3.OPEN_URI, (error) =>
      error ? reject(error) : resolve(connection),
    );
  });

/** Runs `work` with a read-only connection of its own. `name` is a path, or an address that begins with `file:`. */
export async function askFile<Result>(name: string, work: (ask: Ask) => Promise<Result>): Promise<Result> {
  const connection = await openReadOnly(readOnlyName(name) ?? name);
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

/** Returns the applied migrations of a file; undefined for a file without their table. */
export async function readMigrations(ask: Ask): Promise<string[] | undefined> {
  const tables = await ask(`select name from sqlite_master where type = 'table' and name = ?`, [
    MIGRATIONS_TABLE,
  ]);
  if (tables.length === 0) return undefined;
  const rows = await ask<{ name: string }>(`select name from ${MIGRATIONS_TABLE} order by name`);
  return rows.map(({ name }) => name);
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns the address under which SQLite reads a file; undefined when file and folder can be changed. A process that uses
 * the file has `-shm` beside it. Without one, SQLite reads the file only when told that it does not change
 * (https://www.sqlite.org/wal.html#read_only_databases). @throws ApiError `unavailable` for a log that it cannot read.
 */
export function readOnlyName(file: string): string | undefined {
  if (!existsSync(file) || [file, dirname(file)].every(mayWrite)) return undefined;
  const address = `${pathToFileURL(file).href}?mode=ro`;
  if (existsSync(`${file}-shm`)) return address;
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  if (!log?.size) return `${address}&immutable=1`;
  throw unavailable(
    `${file}-wal has changes, and SQLite cannot read them in a folder without write permission. ` +
      `Copy ${file} and ${file}-wal to a folder in which you can write, and use the copy.`,
  );
}
