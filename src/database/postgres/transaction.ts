// A transaction of PostgreSQL. It holds its connection until it ends.
import type { Client, Pool } from 'pg';
import type { Transaction } from '../database';
import type { Begun } from '../group-commit';
import { Pipeline, type StepResult, runBatch } from './pipeline';
import { fromPostgresError, isLostConnection } from './dialect';
import { connect, noteFailure } from './pool';
import { enter } from './roles';
import { Scopes } from './scopes';
import type { Scope } from '../scope';
import { type BoundStatement, type Statement, bindTo } from '../statement';

const plain = (sql: string): BoundStatement => ({ sql, values: [] });

/**
 * Begins a transaction. With `skipLocked`, it does not wait for organizations that other transactions have
 * locked. @throws ApiError `unavailable` when there is no connection. Other errors reject the first statement.
 */
export async function begin(pool: Pool, { skipLocked }: { skipLocked: boolean }): Promise<Begun> {
  const client = await connect(pool);
  const pipeline = new Pipeline(client);
  const run = (step: BoundStatement): Promise<StepResult> =>
    pipeline.run(step).catch((error: unknown) => {
      noteFailure(pool, client, error);
      throw error;
    });
  const scopes = new Scopes(pipeline, run, skipLocked);
  // In every default isolation level: behind the lock, it must see the changes of the transaction before it.
  pipeline.push(plain('begin isolation level read committed'));
  return {
    within: (scope) => scopes.within(scope),
    // After an error PostgreSQL skips the rest of the same message, the commit included.
    async commit() {
      await run(plain('commit'));
      client.release(client.isReadOnly);
    },
    // The pool closes a lost connection, and PostgreSQL rolls back by itself.
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
      scopes.forget();
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
