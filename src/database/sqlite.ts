// SQLite: one writer and a few readers on a write-ahead log, all of them connections of Knex's pool, with statements prepared once on each.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import knexFactory, { type Knex } from 'knex';
import sqlite3 from 'sqlite3';
import { unavailable } from '../errors';
import type { Database, Dialect, Transaction } from './database';
import { migrate } from './migrate';
import { PreparedConnection } from './sqlite-connection';

const READERS = 3;

// A commit is on the disk when it is acknowledged (FULL; NORMAL can lose the last ones when the power fails).
// Waiting for a lock blocks a thread of the pool: short, and then 503.
const PRAGMAS = `PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 2000;
  PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY;`;

/** Result codes of a database that cannot answer now, as against a statement that is wrong. https://www.sqlite.org/rescode.html */
const UNAVAILABLE = new Set(['SQLITE_BUSY', 'SQLITE_LOCKED', 'SQLITE_FULL', 'SQLITE_IOERR', 'SQLITE_CANTOPEN', 'SQLITE_READONLY']);

function toApiError(error: unknown): unknown {
  const code = (error as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' && UNAVAILABLE.has(code) ? unavailable(error) : error;
}

function sqliteDialect(knex: Knex): Dialect {
  return {
    jsonObject(members) {
      const names = Object.keys(members);
      const bindings = Object.values(members).map((member) => (typeof member === 'string' ? knex.ref(member) : member));
      return knex.raw(`json_object(${names.map((name) => `'${name}', ?`).join(', ')})`, bindings);
    },
    // A choice is plain text to json_group_array, unless it is declared as JSON.
    jsonChoice: (column, whenNull, otherwise) => knex.raw('json(case when ?? is null then ? else ? end)', [column, whenNull, otherwise]),
    // A blob arrives as a Buffer: no megabytes are decoded from UTF-8 only to be encoded again.
    jsonArray: (element) => knex.raw('cast(json_group_array(?) as blob)', [element]),
    brokenConstraint(error) {
      // Not instanceof: sqlite3's errors are of another realm where modules run in one of their own, as in Jest.
      const message = String((error as { message?: unknown } | undefined)?.message);
      if (message.includes('UNIQUE constraint failed')) return 'unique';
      if (message.includes('FOREIGN KEY constraint failed')) return 'foreign key';
      return undefined;
    },
  };
}

/** Opens the file of `sqlite:PATH`, making its folder, and migrates it. @throws ApiError `unavailable`. */
export async function openSqlite(url: string): Promise<Database> {
  const filename = url.slice('sqlite:'.length);
  mkdirSync(dirname(filename), { recursive: true });
  const knex = knexFactory({
    client: 'sqlite3',
    connection: { filename },
    useNullAsDefault: true,
    // One connection more than is held below, for migrations and the queries of commands.
    pool: {
      min: 0,
      max: READERS + 2,
      afterCreate: (connection: sqlite3.Database, done: (error: Error | null) => void) => connection.exec(PRAGMAS, done),
    },
  });
  const migrated = await migrate(knex);

  // Knex documents these two of its client for dialects, but types the client as any.
  const client = knex.client as { acquireConnection(): Promise<sqlite3.Database>; releaseConnection(connection: sqlite3.Database): Promise<void> };
  const acquire = async () => new PreparedConnection(await client.acquireConnection());
  const writer = await acquire();
  const readers = await Promise.all(Array.from({ length: READERS }, acquire));
  const leastBusy = () => readers.reduce((best, reader) => (reader.running < best.running ? reader : best));

  // SQLite has one writer at a time: waiting in this queue costs no thread.
  let lastWrite: Promise<unknown> = Promise.resolve();
  async function transact<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    await writer.execute('BEGIN IMMEDIATE');
    try {
      const result = await work({
        all: (statement, params) => writer.all(statement, params),
        run: (statement, params) => writer.run(statement, params),
      });
      await writer.execute('COMMIT');
      return result;
    } catch (error) {
      await writer.execute('ROLLBACK').catch(() => undefined); // the error that led here is the one to report
      throw error;
    }
  }

  return {
    knex,
    dialect: sqliteDialect(knex),
    migrated,
    async read(statement, params) {
      try {
        return await leastBusy().all(statement, params);
      } catch (error) {
        throw toApiError(error);
      }
    },
    async write(work) {
      const turn = lastWrite.then(() => transact(work));
      lastWrite = turn.catch(() => undefined); // reported to whoever awaits this turn
      try {
        return await turn;
      } catch (error) {
        throw toApiError(error);
      }
    },
    async close() {
      await lastWrite;
      for (const connection of [writer, ...readers]) {
        await connection.finalize();
        await client.releaseConnection(connection.raw);
      }
      await knex.destroy();
    },
  };
}
