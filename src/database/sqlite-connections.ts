// The connections that serve requests: one writer and a few readers, taken from Knex's pool for as long as the file is in use.
import type { Knex } from 'knex';
import type sqlite3 from 'sqlite3';
import type { ConnectionUse } from './database';
import { PreparedConnection } from './sqlite-connection';
import { Writer } from './sqlite-writer';

const READERS = 3;
/** For migrations and the queries of commands, beside those that are held. */
const SPARE_CONNECTIONS = 1;

export const CONNECTIONS = READERS + 1 + SPARE_CONNECTIONS;

// Knex documents these two of its client for dialects, but types the client as any.
interface Client {
  acquireConnection(): Promise<sqlite3.Database>;
  releaseConnection(connection: sqlite3.Database): Promise<void>;
}

export interface Connections {
  readonly writer: Writer;
  leastBusyReader(): PreparedConnection;
  use(): ConnectionUse;
  /** Waits for what is under way, and closes the pool too. */
  close(): Promise<void>;
}

export async function openConnections(knex: Knex): Promise<Connections> {
  const client = knex.client as Client;
  const acquire = async () => new PreparedConnection(await client.acquireConnection());
  const writing = await acquire();
  await writing.execute('PRAGMA busy_timeout = 5'); // the writer waits by itself
  const readers = await Promise.all(Array.from({ length: READERS }, acquire));
  const writer = new Writer(writing);
  return {
    writer,
    leastBusyReader: () => readers.reduce((best, reader) => (reader.running < best.running ? reader : best)),
    use() {
      const busy = readers.filter(({ running }) => running > 0).length + Math.min(writer.pending, 1);
      const waiting = readers.reduce((sum, { running }) => sum + Math.max(running - 1, 0), Math.max(writer.pending - 1, 0));
      return { busy, idle: readers.length + 1 - busy, waiting };
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
