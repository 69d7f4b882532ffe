// A transaction of PostgreSQL. It holds its connection until it ends.
import type { Client, Pool } from 'pg';
import type { Transaction } from '../database';
import type { Begun } from '../group-commit';
import { Pipeline, type StepResult, runBatch } from './pipeline';
import { fromPostgresError, isLostConnection } from './dialect';
import { connect, noteFailure } from './pool';
import { enter, enterDistributed } from './roles';
import { type Scope, organizationOf } from '../scope';
import { type BoundStatement, type Statement, bindTo } from '../statement';

const plain = (sql: string): BoundStatement => ({ sql, values: [] });

/** Locks the row of the organization, so that its transactions run one after the other on all servers. */
function lock(scope: Scope): BoundStatement[] {
  const organization = organizationOf(scope);
  return organization === undefined
    ? []
    : [{ sql: 'select from organizations where id = $1 for no key update', values: [organization] }];
}

const opening = (scope: Scope, isDistributed: boolean): BoundStatement[] =>
  isDistributed ? enterDistributed(scope) : [enter(scope)];

/** @throws ApiError `unavailable` when there is no connection. Other errors reject the first statement. */
export async function begin(pool: Pool, scope: Scope, isDistributed: boolean): Promise<Begun> {
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
  // In every default isolation level: behind the lock, it must see the changes of the transaction before it.
  pipeline.push(
    plain('begin isolation level read committed'),
    ...opening(scope, isDistributed),
    ...lock(scope),
  );
  return {
    transaction,
    async commit(last) {
      // After an error PostgreSQL skips the rest of the same message, the commit included.
      pipeline.push(...last);
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
  isDistributed: boolean,
  work: (all: Transaction['all']) => Promise<Result>,
): Promise<Result> {
  try {
    await runBatch(client, [
      plain('begin isolation level repeatable read read only'),
      ...opening(scope, isDistributed),
    ]);
    return await work(
      async <Params, Row>(statement: Statement<Params, Row>, params: Params) =>
        (await runBatch(client, [bindTo(statement, params)]))[0]!.rows as Row[],
    );
  } finally {
    await runBatch(client, [plain('rollback')]);
  }
}

/**
 * Runs queries of one scope in one message. Citus sets the organization on its workers only in a transaction
 * that has begun. @throws Error of pg.
 */
export async function runInScope(
  client: Client,
  scope: Scope,
  isDistributed: boolean,
  steps: BoundStatement[],
): Promise<StepResult[]> {
  if (!isDistributed) return (await runBatch(client, [enter(scope), ...steps])).slice(1);
  const first = [plain('begin read only'), ...enterDistributed(scope)];
  try {
    return (await runBatch(client, [...first, ...steps, plain('commit')])).slice(first.length, -1);
  } catch (error) {
    if (!isLostConnection(error)) await runBatch(client, [plain('rollback')]);
    throw error;
  }
}
