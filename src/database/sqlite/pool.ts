// The connections to one file: Knex's pool, from which one writer and a few readers are taken for requests.
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import knexFactory, { type Knex } from 'knex';
import type { ConnectionUse, OpenOptions } from '../database';
import { FairSemaphore } from '../../base/scheduling/fair-semaphore';
import { requireRegularFile } from '../../base/read-file';
import { GroupCommit } from '../group-commit';
import { KNEX_LOG, STATEMENT_MILLISECONDS } from '../statement';
import { PreparedConnection, type RawConnection, readOnlyName } from './connection';
import { RecentReads } from './result-cache';
import { begin } from './transaction';

/** Lookups: many small queries at once, which never wait behind a list. */
const LOOKUP_CONNECTIONS = 2;
/** Lists and reports: each connection runs one at a time. */
const QUERY_CONNECTIONS = 2;
const HELD_CONNECTIONS = 1 + LOOKUP_CONNECTIONS + QUERY_CONNECTIONS;
/** For the queries of commands. */
const SPARE_CONNECTIONS = 1;

/**
 * The writer's page cache. SQLite walks through the whole cache at the end of each transaction that has split a page
 * (pcache1TruncateUnsafe, https://sqlite.org/src/file/src/pcache1.c). To read pages again costs no more than that walk.
 */
const WRITER_CACHE_KIBIBYTES = 4 * 1024;

// FULL: a commit is on the disk before it is acknowledged; NORMAL can lose commits when the power fails.
// A checkpoint every 16 MB, not 4, because changes of many organizations write the same pages.
// The wait for a lock blocks a thread of the driver: it is short, and the server then returns 503.
const PRAGMAS = `PRAGMA busy_timeout = 2000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  PRAGMA foreign_keys = ON; PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY;
  PRAGMA wal_autocheckpoint = 4000;`;

/** Creates a file that only its owner can read. SQLite gives its log the mode of the file. */
function createPrivateFile(filename: string): void {
  mkdirSync(dirname(filename), { recursive: true, mode: 0o700 });
  if (existsSync(filename)) requireRegularFile(filename);
  closeSync(openSync(filename, 'a', 0o600));
}

/** `connections`: a migration needs exactly one. @throws UnreadableFile, or Error of the file system. */
export function createPool(
  filename: string,
  { schema, isTemporary = false }: OpenOptions = {},
  connections = HELD_CONNECTIONS + SPARE_CONNECTIONS,
): Knex {
  const readOnly = schema === 'read' ? readOnlyName(filename) : undefined;
  if (readOnly === undefined) createPrivateFile(filename);
  return knexFactory({
    client: 'sqlite3',
    connection: readOnly === undefined ? { filename } : { filename: readOnly, flags: ['OPEN_URI'] },
    useNullAsDefault: true,
    log: KNEX_LOG,
    pool: {
      min: 0,
      max: connections,
      afterCreate: (connection: RawConnection, done: (error: Error | null) => void) =>
        connection.exec(isTemporary ? `${PRAGMAS} PRAGMA synchronous = OFF;` : PRAGMAS, done),
    },
  });
}

// Knex documents these two methods for dialects, but types the client as any.
interface Client {
  acquireConnection(): Promise<RawConnection>;
  releaseConnection(connection: RawConnection): Promise<void>;
}

export type Connections = Awaited<ReturnType<typeof openConnections>>;

/** Knex waits for these connections when it is destroyed. */
async function giveBack(client: Client, taken: PreparedConnection[]): Promise<void> {
  for (const connection of taken) {
    await connection.finalize();
    await client.releaseConnection(connection.raw);
  }
}

async function take(client: Client, count: number): Promise<PreparedConnection[]> {
  const taken: PreparedConnection[] = [];
  try {
    while (taken.length < count) {
      const limit = taken.length < 1 + LOOKUP_CONNECTIONS ? undefined : STATEMENT_MILLISECONDS;
      taken.push(new PreparedConnection(await client.acquireConnection(), limit));
    }
    const [writing] = taken as [PreparedConnection];
    await writing.execute('PRAGMA busy_timeout = 5'); // the writer has a wait of its own (transaction.ts)
    await writing.execute(`PRAGMA cache_size = -${WRITER_CACHE_KIBIBYTES}`);
    return taken;
  } catch (error) {
    await giveBack(client, taken);
    throw error;
  }
}

export async function openConnections(knex: Knex) {
  const client = knex.client as Client;
  const taken = await take(client, HELD_CONNECTIONS);
  const writing = taken[0]!;
  const forLookups = taken.slice(1, 1 + LOOKUP_CONNECTIONS);
  const writer = new GroupCommit(() => begin(writing));
  const forQueries = taken.slice(1 + LOOKUP_CONNECTIONS);
  const queries = new FairSemaphore({ slots: QUERY_CONNECTIONS });
  return {
    writer,
    /** Runs `work` on a connection for lists and reports. Tenants take turns. */
    query: <Result>(work: (connection: PreparedConnection) => Promise<Result>, tenant: string) =>
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
    use(): ConnectionUse {
      const busy =
        forLookups.filter(({ running }) => running > 0).length + queries.held + Math.min(writer.pending, 1);
      const waiting = forLookups.reduce(
        (sum, { running }) => sum + Math.max(running - 1, 0),
        queries.waiting + Math.max(writer.pending - 1, 0),
      );
      return { busy, idle: HELD_CONNECTIONS - busy, waiting };
    },
    /** Waits for all statements, and closes the pool too. */
    async close(): Promise<void> {
      await Promise.all([writer.idle(), queries.drain()]);
      await giveBack(client, taken);
      await knex.destroy();
    },
  };
}
