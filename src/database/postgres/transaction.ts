// A transaction of PostgreSQL. It holds its connection until it ends.
import type { Client, Pool } from 'pg';
import type { Transaction } from '../database';
import type { Begun } from '../group-commit';
import { Pipeline, type StepResult, runBatch } from './pipeline';
import { fromPostgresError, isLostConnection } from './dialect';
import { connect, noteFailure } from './pool';
import { enter } from './roles';
import { type Scope, scopeName } from '../scope';
import type { ScopedTransaction } from '../shared-transaction';
import { type BoundStatement, type Statement, bindTo } from '../statement';

const plain = (sql: string): BoundStatement => ({ sql, values: [] });

/**
 * Locks the row of the organization, so that its transactions run one after the other on all servers.
 * With `skip`, returns no row instead of waiting.
 */
const lockOf = (scope: Scope, skip: boolean): BoundStatement | undefined =>
  typeof scope === 'object' && 'organization' in scope
    ? {
        sql: `select from organizations where id = $1 for no key update${skip ? ' skip locked' : ''}`,
        values: [scope.organization],
      }
    : undefined;

/** Runs the statements of each scope under its settings, and behind the lock of its organization. */
class Scopes {
  private readonly opened = new Map<string, ScopedTransaction>();
  /** The scope whose settings are those of the last statement. */
  private entered: { name: string; scope: Scope } | undefined;

  constructor(
    private readonly pipeline: Pipeline,
    private readonly run: (step: BoundStatement) => Promise<StepResult>,
    private readonly skipLocked: boolean,
  ) {}

  /** A rollback to a savepoint releases locks and restores settings. Both are sent again. */
  forget(): void {
    this.opened.clear();
    this.entered = undefined;
  }

  within(scope: Scope): ScopedTransaction {
    const name = scopeName(scope);
    const transaction = this.opened.get(name) ?? this.open(scope, name);
    this.opened.set(name, transaction);
    return transaction;
  }

  private open(scope: Scope, name: string): ScopedTransaction {
    const enterScope = (): void => {
      if (this.entered?.name === name) return;
      this.pipeline.push(enter(scope, this.entered?.scope));
      this.entered = { name, scope };
    };
    let locked: Promise<boolean> | undefined;
    const requireLock = (): Promise<boolean> => {
      enterScope();
      const lock = lockOf(scope, this.skipLocked);
      locked = lock
        ? this.run(lock).then(({ count }) => count > 0 || !this.skipLocked)
        : Promise.resolve(true);
      locked.catch(() => undefined); // reported to the statement of the same message
      return locked;
    };
    const lock = (): Promise<boolean> => locked ?? requireLock();
    const send = (step: BoundStatement): Promise<StepResult> => {
      void lock();
      enterScope();
      return this.run(step);
    };
    return {
      all: async <Params, Row>(statement: Statement<Params, Row>, params: Params) =>
        (await send(bindTo(statement, params))).rows as Row[],
      run: async (statement, params) => (await send(bindTo(statement, params))).count,
      lock,
      queue: (statements) => {
        enterScope();
        this.pipeline.push(...statements);
      },
    };
  }
}

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
