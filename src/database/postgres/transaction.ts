// A transaction of PostgreSQL, on a connection that it holds until it ends.
import type { Client, Pool } from 'pg';
import type { Transaction } from '../database';
import type { Begun } from '../group-commit';
import { type StepResult, runBatch } from './batch';
import { fromPostgresError, isLostConnection } from './dialect';
import { Pipeline } from './pipeline';
import { connect, noteFailure } from './pool';
import { enter } from './roles';
import type { Scope } from '../scope';
import { type BoundStatement, type Statement, bindTo } from '../statement';

const plain = (sql: string): BoundStatement => ({ sql, values: [] });

/** Transactions of one organization run one after the other, whichever server they come to: each locks its row. */
const lock = (scope: Scope): BoundStatement[] =>
  typeof scope === 'object' && 'organization' in scope
    ? [{ sql: 'select from organizations where id = $1 for no key update', values: [scope.organization] }]
    : [];

/** @throws ApiError `unavailable` when there is no connection. What else keeps it from beginning is told by its first statement. */
export async function begin(pool: Pool, scope: Scope): Promise<Begun> {
  const client = await connect(pool);
  const pipeline = new Pipeline(client);
  const run = (step: BoundStatement): Promise<StepResult> =>
    pipeline.run(step).catch((error: unknown) => {
      noteFailure(pool, client, error);
      throw error;
    });
  const transaction: Begun['transaction'] = {
    all: async <Params, Row>(statement: Statement<Params, Row>, params: Params) =>
      (await run(bindTo(statement, params))).rows as Row[],
    run: async (statement, params) => (await run(bindTo(statement, params))).count,
  };
  // Whatever is usual in this database: behind the lock, each must see what the one before it has made.
  pipeline.push(plain('begin isolation level read committed'), enter(scope), ...lock(scope));
  return {
    transaction,
    async commit(last) {
      // After an error PostgreSQL skips the rest of the same message, the commit included.
      pipeline.push(...last);
      await run(plain('commit'));
      client.release(client.isReadOnly);
    },
    /** A lost connection does not come back into the pool, and PostgreSQL rolls back by itself. */
    async rollback(error) {
      let lost = true;
      try {
        if (!isLostConnection(error)) {
          await pipeline.run(plain('rollback'));
          lost = false;
        }
      } finally {
        client.release(lost || client.isReadOnly);
      }
    },
    save: () => Promise.resolve(pipeline.push(plain('savepoint one'))),
    release: () => Promise.resolve(pipeline.push(plain('release one'))),
    async undo() {
      pipeline.push(plain('rollback to one'));
      await pipeline.run(plain('release one'));
    },
    cannotAnswer: (error) => fromPostgresError(error) !== error,
  };
}

/** @throws Error of pg. */
export async function inSnapshot<Result>(
  client: Client,
  scope: Scope,
  work: (all: Transaction['all']) => Promise<Result>,
): Promise<Result> {
  try {
    await runBatch(client, [plain('begin isolation level repeatable read read only'), enter(scope)]);
    return await work(
      async <Params, Row>(statement: Statement<Params, Row>, params: Params) =>
        (await runBatch(client, [bindTo(statement, params)]))[0]!.rows as Row[],
    );
  } finally {
    await runBatch(client, [plain('rollback')]);
  }
}
