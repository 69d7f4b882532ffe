// Detects a connection pooler that the server cannot use, for example PgBouncer before version 1.21 in
// transaction mode.
import type { Client, Pool } from 'pg';
import { unavailable } from '../../errors';
import { runBatch } from './pipeline';
import { withClient } from './pool';

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

/** @throws ApiError `unavailable` when prepared statements of a connection are lost. */
export async function requirePreparedStatements(pool: Pool): Promise<void> {
  try {
    await withClient(pool, (first) => withClient(pool, (second) => prepareAndRunAgain(first, second)));
  } catch (error) {
    if (!OTHER_SESSION.test(String((error as { code?: unknown }).code))) throw error;
    throw unavailable(
      new Error(
        'a connection pooler does not keep prepared statements for each connection; use pool_mode=session, ' +
          'or PgBouncer 1.21 or later with pool_mode=transaction and max_prepared_statements=200',
        { cause: error },
      ),
    );
  }
}
