// Connections to PostgreSQL and their time limits. Past a limit the server returns 503.
import knexFactory, { type Knex } from 'knex';
import { Client, type ClientConfig, Pool, type PoolClient } from 'pg';
import { unavailable } from '../../base/errors';
import { KNEX_LOG, STATEMENT_MILLISECONDS, plain } from '../statement';
import { fromPostgresError, isLostConnection, isReadOnly } from './dialect';
import { isStale, runBatch } from './pipeline';
import type { Servers } from './servers';

/**
 * Maximum wait for a connection, or for a turn among lists. Shorter than a graceful shutdown, so that callers
 * get a response.
 */
export const PATIENCE_MILLISECONDS = 5000;

/**
 * Settings of PostgreSQL, in milliseconds. A transaction may be idle while an import computes between two
 * statements. Each transaction sets them, because a pooler does not pass those of a connection on.
 */
export const TRANSACTION_LIMITS = {
  statement_timeout: STATEMENT_MILLISECONDS,
  lock_timeout: 2000,
  idle_in_transaction_session_timeout: 60_000,
};

/**
 * Maximum wait for the lock of an organization, which an import of 100,000 rows holds for seconds. Shorter than the
 * limit of a statement and than a graceful shutdown.
 */
export const ORGANIZATION_MILLISECONDS = 9000;

/** In milliseconds. */
const LIMITS = {
  connectionTimeoutMillis: PATIENCE_MILLISECONDS,
  /** For a result, when PostgreSQL cannot be reached to report its own timeout. */
  query_timeout: 12_000,
  idleTimeoutMillis: 30_000,
  keepAliveInitialDelayMillis: 10_000,
};

/** To open a connection. */
const OPEN_MILLISECONDS = 2000;

/** pg's pool has one limit for opening a connection and for waiting for one. Opening gets a shorter limit here. */
class PoolConnection extends Client {
  readonly openedAt = performance.now();
  /** Whether a statement found its server read-only. The pool then closes the connection. */
  isReadOnly = false;

  constructor(servers: Servers, config?: ClientConfig) {
    super({ ...config, connectionString: servers.url, connectionTimeoutMillis: OPEN_MILLISECONDS });
    servers.watch(this);
  }
}

interface PoolState {
  servers: Servers;
  /** Maximum number of connections of the configuration. */
  connections: number;
  /** When PostgreSQL last had no place for another connection. */
  fullAt: number;
  /** When a connection of the pool last found its server read-only. */
  readOnlyAt: number;
}

const stateByPool = new WeakMap<Pool, PoolState>();

/** `options`: settings of the connections, as `-c name=value`. */
export function createPool(servers: Servers, connections: number, options?: string): Pool {
  const pool = new Pool({
    application_name: 'compliance-inventory',
    max: connections,
    ...(options !== undefined && { options }),
    keepAlive: true,
    ...LIMITS,
    Client: PoolConnection.bind(undefined, servers),
    onConnect: (client) => servers.requireWritable(client),
  });
  stateByPool.set(pool, { servers, connections, fullAt: -Infinity, readOnlyAt: -Infinity });
  // A broken connection also fails its statement, which reports the error. Without listeners the process would exit.
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

/** Minimum time between two replacements of all connections, however many changes fail. */
const REPLACEMENT_MILLISECONDS = 1000;

/** Marks a connection as read-only when its statement failed with that error. */
export function noteFailure(pool: Pool, client: Connection, error: unknown): void {
  if (!isReadOnly(error)) return;
  client.isReadOnly = true;
  const [state, now] = [stateByPool.get(pool)!, performance.now()];
  if (now - state.readOnlyAt > REPLACEMENT_MILLISECONDS) state.readOnlyAt = now;
}

/** `too_many_connections`. */
const FULL = '53300';

/** Time until the pool tries to open more connections again. */
const FULL_MILLISECONDS = 1000;

/**
 * Returns a connection. While PostgreSQL has no place for another one, waits for one of its own.
 * @throws Error when it has none.
 */
async function connectOwn(pool: Pool, state: PoolState): Promise<Connection> {
  for (;;) {
    if (performance.now() - state.fullAt > FULL_MILLISECONDS) pool.options.max = state.connections;
    try {
      return (await state.servers.reach(() => pool.connect())) as Connection;
    } catch (error) {
      if ((error as { code?: unknown }).code !== FULL || pool.totalCount === 0) throw error;
      state.fullAt = performance.now();
      pool.options.max = pool.totalCount;
    }
  }
}

/** Returns a connection that is newer than the last read-only finding: older ones may still lead to the old server. */
async function connectAnew(pool: Pool): Promise<Connection> {
  const state = stateByPool.get(pool)!;
  for (;;) {
    const client = await connectOwn(pool, state);
    if (client.openedAt > state.readOnlyAt) return client;
    client.release(true);
  }
}

/**
 * @throws ApiError `unavailable` for any error: an untrusted certificate has no code of the network or of PostgreSQL.
 */
export async function connect(pool: Pool): Promise<Connection> {
  try {
    return await connectAnew(pool);
  } catch (error) {
    throw unavailable(error);
  }
}

/** Runs `work` with a connection from the pool. Closes the connection afterwards if it is lost or read-only. */
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

/**
 * Runs statements that are a transaction of their own, and once more when a prepared one was stale: nothing of them had
 * an effect.
 */
export const runWithClient = <Result>(
  pool: Pool,
  work: (client: Client) => Promise<Result>,
): Promise<Result> =>
  withClient(pool, (client) =>
    work(client).catch((error: unknown) => {
      if (!isStale(error)) throw error;
      return work(client);
    }),
  );

const PREPARED = [plain('select 1')];

/**
 * Errors of a pooler that gives statements of one connection to different sessions: a prepared statement
 * does not exist (26000) or exists already (42P05), and transactions are forbidden (08P01).
 */
const OTHER_SESSION = /^(26000|42P05|08P01)$/;

/**
 * Runs a prepared statement again while another connection holds the session that prepared it, if sessions
 * are shared at all.
 */
async function prepareAndRunAgain(first: Client, second: Client): Promise<void> {
  await runBatch(first, PREPARED);
  await runBatch(second, [plain('begin')]);
  await runBatch(first, PREPARED);
  await runBatch(second, [plain('rollback')]);
}

/**
 * Detects a connection pooler that the server cannot use, for example PgBouncer before version 1.21 in transaction
 * mode. Also finds the server of the next connections. @throws ApiError `unavailable` when prepared statements of a
 * connection are lost.
 */
export async function requirePreparedStatements(servers: Servers): Promise<void> {
  const pool = createPool(servers, 2);
  try {
    await withClient(pool, (first) => withClient(pool, (second) => prepareAndRunAgain(first, second)));
  } catch (error) {
    if (!OTHER_SESSION.test(String((error as { code?: unknown }).code))) throw fromPostgresError(error);
    throw unavailable(
      new Error(
        'a connection pooler does not keep prepared statements for each connection; use pool_mode=session, ' +
          'or PgBouncer 1.21 or later with pool_mode=transaction and max_prepared_statements=200',
        { cause: error },
      ),
    );
  } finally {
    await pool.end();
  }
}
