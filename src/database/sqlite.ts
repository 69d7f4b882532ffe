// SQLite: one writer and a few readers on a write-ahead log, all of them connections of Knex's pool, with statements prepared once on each.
import type { Knex } from 'knex';
import type sqlite3 from 'sqlite3';
import { unavailable } from '../errors';
import type { Database } from './database';
import { migrate } from './migrate';
import { PreparedConnection } from './sqlite-connection';
import { sqliteDialect, fromSqliteError } from './sqlite-dialect';
import { createPool } from './sqlite-pool';
import { sqliteSchema } from './sqlite-schema';
import { Writer } from './sqlite-writer';

const READERS = 3;
/** For migrations and the queries of commands, beside those that are held. */
const SPARE_CONNECTIONS = 1;

// Knex documents these two of its client for dialects, but types the client as any.
interface Client {
  acquireConnection(): Promise<sqlite3.Database>;
  releaseConnection(connection: sqlite3.Database): Promise<void>;
}

/** Opens the file of `sqlite:PATH`, making it and its folder, and migrates it. @throws ApiError `unavailable`. */
export async function openSqlite(url: string): Promise<Database> {
  let knex: Knex | undefined;
  try {
    knex = createPool(url.slice('sqlite:'.length), READERS + 1 + SPARE_CONNECTIONS);
    const migrated = await migrate(knex, sqliteSchema);
    return await openConnections(knex, migrated);
  } catch (error) {
    await knex?.destroy();
    throw isOfFileSystem(error) ? unavailable(error) : fromSqliteError(error);
  }
}

const isOfFileSystem = (error: unknown): boolean => typeof (error as NodeJS.ErrnoException).syscall === 'string';

async function openConnections(knex: Knex, migrated: string[]): Promise<Database> {
  const client = knex.client as Client;
  const acquire = async () => new PreparedConnection(await client.acquireConnection());
  const writing = await acquire();
  const readers = await Promise.all(Array.from({ length: READERS }, acquire));
  const writer = new Writer(writing);
  const leastBusy = () => readers.reduce((best, reader) => (reader.running < best.running ? reader : best));

  return {
    knex,
    dialect: sqliteDialect(knex),
    migrated,
    async read(_scope, statement, params) {
      try {
        return await leastBusy().all(statement, params);
      } catch (error) {
        throw fromSqliteError(error);
      }
    },
    async write(_scope, work) {
      try {
        return await writer.transact(work);
      } catch (error) {
        throw fromSqliteError(error);
      }
    },
    async close() {
      await writer.idle();
      for (const connection of [writing, ...readers]) {
        await connection.finalize();
        await client.releaseConnection(connection.raw);
      }
      await knex.destroy();
    },
  };
}
