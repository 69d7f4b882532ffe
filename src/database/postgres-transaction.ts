// A transaction of PostgreSQL, on a connection that it holds until it ends.
import type { Pool } from 'pg';
import type { Transaction } from './database';
import type { Begun } from './group-commit';
import { type Step, type Value, runBatch } from './postgres-batch';
import { isLostConnection } from './postgres-dialect';
import { enter } from './postgres-roles';
import type { Scope } from './scope';
import type { Statement } from './statement';

const plain = (sql: string): Step => ({ sql, values: [] });

export const stepOf = <Params>({ sql, bind }: Statement<Params, unknown>, params: Params): Step => ({ sql, values: bind(params) as Value[] });

/** Transactions of one organization run one after the other, whichever server they come to: each locks its row. */
const lock = (scope: Scope): Step[] =>
  typeof scope === 'object' && 'organization' in scope ? [{ sql: 'select from organizations where id = $1 for no key update', values: [scope.organization] }] : [];

/** @throws Error of pg, and then nothing has begun. */
export async function begin(pool: Pool, scope: Scope): Promise<Begun> {
  const client = await pool.connect();
  const run = async (...steps: Step[]): Promise<void> => void (await runBatch(client, steps));
  const one = async <Params>(statement: Statement<Params, unknown>, params: Params) => (await runBatch(client, [stepOf(statement, params)]))[0]!;
  const transaction: Transaction = {
    all: async <Params, Row>(statement: Statement<Params, Row>, params: Params) => (await one(statement, params)).rows as Row[],
    run: async (statement, params) => (await one(statement, params)).count,
  };

  /** A lost connection does not come back into the pool, and PostgreSQL rolls back by itself. */
  async function rollback(error: unknown): Promise<void> {
    let lost = true;
    try {
      if (!isLostConnection(error)) {
        await run(plain('rollback'));
        lost = false;
      }
    } finally {
      client.release(lost);
    }
  }

  try {
    await run(plain('begin'), enter(scope), ...lock(scope));
  } catch (error) {
    await rollback(error).catch(() => undefined); // the error that led here is the one to report
    throw error;
  }
  return {
    transaction,
    async commit() {
      await run(plain('commit'));
      client.release();
    },
    rollback,
    save: () => run(plain('savepoint one')),
    release: () => run(plain('release one')),
    undo: () => run(plain('rollback to one'), plain('release one')),
  };
}
