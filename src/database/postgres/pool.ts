// Connections to PostgreSQL and their time limits. Past a limit the server returns 503.
import knexFactory, { type Knex } from 'knex';
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg';
import { unavailable } from '../../errors';
import { KNEX_LOG } from '../statement';
import { isLostConnection, isReadOnly } from './dialect';

/**
 * Maximum wait for a connection, or for a turn among lists. Shorter than a graceful shutdown, so that callers
 * get a response.
 */
export const PATIENCE_MILLISECONDS = 5000;

/** In milliseconds. */
const LIMITS = {
  connectionTimeoutMillis: PATIENCE_MILLISECONDS,
  /** Settings of PostgreSQL. A transaction may be idle while an import computes between two statements. */
  statement_timeout: 10_000,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 60_000,
  /** For a result, when PostgreSQL cannot be reached to report its own timeout. */
  query_timeout: 12_000,
  idleTimeoutMillis: 30_000,
  keepAliveInitialDelayMillis: 10_000,
};

/** To open a connection. */
const OPEN_MILLISECONDS = 2000;

/**
 * pg's pool has one limit for opening a connection and for waiting for one.
 * Opening gets a shorter limit here.
 */
class PoolConnection extends Client {
  readonly openedAt = performance.now();
  /** Whether a statement found its server read-only. The pool then closes the connection. */
  isReadOnly = false;

  constructor(config?: ClientConfig) {
    super({ ...config, connectionTimeoutMillis: OPEN_MILLISECONDS });
  }
}

/** `options`: settings of the connections, as `-c name=value`. */
export function createPool(url: string, connections: number, options?: string): Pool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'compliance-inventory',
    max: connections,
    ...(options !== undefined && { options }),
    keepAlive: true,
    ...LIMITS,
    Client: PoolConnection,
  });
  // A broken connection also fails its statement, which reports the error.
  // Without listeners the process would exit.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => void client.on('error', () => undefined));
  return pool;
}

/** Knex builds statements, and opens connections of its own only to migrate. */
export const createKnex = (url: string): Knex =>
  knexFactory({
    client: 'pg',
    connection: {
      connectionString: url,
      application_name: 'compliance-inventory',
      connectionTimeoutMillis: OPEN_MILLISECONDS,
    },
    acquireConnectionTimeout: 10_000,
    log: KNEX_LOG,
    pool: { min: 0, max: 2, idleTimeoutMillis: 1000 },
  });

type Connection = PoolClient & PoolConnection;

/** When a connection of a pool last found its server read-only. */
const readOnlyAt = new WeakMap<Pool, number>();

/** Minimum time between two replacements of all connections, however many changes fail. */
const REPLACEMENT_MILLISECONDS = 1000;

const lastReadOnly = (pool: Pool): number => readOnlyAt.get(pool) ?? -Infinity;

/** Marks a connection as read-only when its statement failed with that error. */
export function noteFailure(pool: Pool, client: Connection, error: unknown): void {
  if (!isReadOnly(error)) return;
  client.isReadOnly = true;
  const now = performance.now();
  if (now - lastReadOnly(pool) > REPLACEMENT_MILLISECONDS) readOnlyAt.set(pool, now);
}

/**
 * Returns a connection that is newer than the last read-only finding:
 * older ones may still lead to the old server.
 */
async function connectAnew(pool: Pool): Promise<Connection> {
  for (;;) {
    const client = (await pool.connect()) as Connection;
    if (client.openedAt > lastReadOnly(pool)) return client;
    client.release(true);
  }
}

/**
 * @throws ApiError `unavailable` for any error:
 * an untrusted certificate has no code of the network or of PostgreSQL.
 */
export async function connect(pool: Pool): Promise<Connection> {
  try {
    return await connectAnew(pool);
  } catch (error) {
    throw unavailable(error);
  }
}

/**
 * Runs `work` with a connection from the pool. Closes the connection afterwards if it is lost or read-only.
 */
export async function withClient<Result>(
  pool: Pool,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = await connect(pool);
  let lost = true;
  try {
    const result = await work(client);
    lost = false;
    return result;
  } catch (error) {
    noteFailure(pool, client, error);
    lost = isLostConnection(error);
    throw error;
  } finally {
    client.release(lost || client.isReadOnly);
  }
}
