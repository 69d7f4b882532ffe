// Detects a connection pooler that the server cannot use, for example PgBouncer before version 1.21 in
// transaction mode.
import type { Client } from 'pg';
import { unavailable } from '../../base/errors';
import { runBatch } from './pipeline';
import { fromPostgresError } from './dialect';
import { createPool, withClient } from './pool';
import type { Servers } from './servers';

const PREPARED = [{ sql: 'select 1', values: [] }];
const plain = (sql: string) => [{ sql, values: [] }];

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
  await runBatch(second, plain('begin'));
  await runBatch(first, PREPARED);
  await runBatch(second, plain('rollback'));
}

/**
 * Also finds the server of the next connections. @throws ApiError `unavailable` when prepared statements of a
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
