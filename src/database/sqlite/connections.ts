// The connections that serve requests: one writer and a few readers, taken from Knex's pool for as long as the file is in use.
import type { Knex } from 'knex';
import type sqlite3 from 'sqlite3';
import type { ConnectionUse } from '../database';
import { FairSemaphore } from '../../fair-semaphore';
import { GroupCommit } from '../group-commit';
import { PreparedConnection } from './connection';
import { RecentReads } from './result-cache';
import { begin } from './transaction';

/** Small questions, many at once; they never wait behind a list. */
const FOR_LOOKUPS = 2;
/** Lists and reports, one at a time each. */
const FOR_QUERIES = 2;
/**
 * No more, though the pages of large inventories do not fit: to read them again costs no more than what SQLite does with those that it keeps. At the end of each transaction
 * that has split a page it looks through all of them (pcache1TruncateUnsafe, https://sqlite.org/src/file/src/pcache1.c).
 */
const WRITER_CACHE_KIBIBYTES = 4 * 1024;
/** For migrations and the queries of commands, beside those that are held. */
const SPARE_CONNECTIONS = 1;

export const CONNECTIONS = 1 + FOR_LOOKUPS + FOR_QUERIES + SPARE_CONNECTIONS;

// Knex documents these two of its client for dialects, but types the client as any.
interface Client {
  acquireConnection(): Promise<sqlite3.Database>;
  releaseConnection(connection: sqlite3.Database): Promise<void>;
}

export interface Connections {
  readonly writer: GroupCommit;
  leastBusy(): PreparedConnection;
  /** Runs `work` on a connection for lists and reports. Tenants take turns. */
  query<Result>(work: (connection: PreparedConnection) => Promise<Result>, tenant: string): Promise<Result>;
  /** Of this very file. */
  readonly recent: RecentReads;
  use(): ConnectionUse;
  /** Waits for what is under way, and closes the pool too. */
  close(): Promise<void>;
}

/** Knex waits for them when it is destroyed. */
async function giveBack(client: Client, taken: PreparedConnection[]): Promise<void> {
  for (const connection of taken) {
    await connection.finalize();
    await client.releaseConnection(connection.raw);
  }
}

async function take(client: Client, count: number): Promise<PreparedConnection[]> {
  const taken: PreparedConnection[] = [];
  try {
    while (taken.length < count) taken.push(new PreparedConnection(await client.acquireConnection()));
    const [writing] = taken as [PreparedConnection];
    await writing.execute('PRAGMA busy_timeout = 5'); // the writer waits by itself
    await writing.execute(`PRAGMA cache_size = -${WRITER_CACHE_KIBIBYTES}`);
    return taken;
  } catch (error) {
    await giveBack(client, taken);
    throw error;
  }
}

export async function openConnections(knex: Knex): Promise<Connections> {
  const client = knex.client as Client;
  const taken = await take(client, 1 + FOR_LOOKUPS + FOR_QUERIES);
  const [writing, forLookups, forQueries] = [
    taken[0]!,
    taken.slice(1, 1 + FOR_LOOKUPS),
    taken.slice(1 + FOR_LOOKUPS),
  ];
  const writer = new GroupCommit(() => begin(writing));
  const queries = new FairSemaphore({ slots: FOR_QUERIES });
  return {
    writer,
    query: (work, tenant) =>
      queries.run(async () => {
        const connection = forQueries.pop()!;
        try {
          return await work(connection);
        } finally {
          forQueries.push(connection);
        }
      }, tenant),
    recent: new RecentReads(forLookups[0]!),
    leastBusy: () => forLookups.reduce((best, each) => (each.running < best.running ? each : best)),
    use() {
      const busy =
        forLookups.filter(({ running }) => running > 0).length + queries.held + Math.min(writer.pending, 1);
      const waiting = forLookups.reduce(
        (sum, { running }) => sum + Math.max(running - 1, 0),
        queries.waiting + Math.max(writer.pending - 1, 0),
      );
      return { busy, idle: 1 + FOR_LOOKUPS + FOR_QUERIES - busy, waiting };
    },
    async close() {
      await Promise.all([writer.idle(), queries.drain()]);
      await giveBack(client, taken);
      await knex.destroy();
    },
  };
}
