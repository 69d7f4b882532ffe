// A transaction of PostgreSQL. It holds its connection until it ends.
import type { Client, Pool } from 'pg';
import type { Transaction } from '../database';
import type { Begun } from '../group-commit';
import { Pipeline, type StepResult, isStale, runBatch } from './pipeline';
import { fromPostgresError, isLostConnection } from './dialect';
import { ORGANIZATION_MILLISECONDS, TRANSACTION_LIMITS, connect, noteFailure } from './pool';
import { enter, opening } from './roles';
import type { ScopedTransaction } from '../shared-transaction';
import {
  type BoundStatement,
  type Scope,
  type Statement,
  bindTo,
  getOrganization,
  plain,
  scopeName,
} from '../statement';

/** A prepared statement can be stale, and a work that cannot run again would fail with it. */
const unprepared = (step: BoundStatement): BoundStatement => ({ ...step, isOnce: true });

const setLockTimeout = (milliseconds: number): BoundStatement => ({
  sql: `select set_config('lock_timeout', $1, true)`,
  values: [milliseconds],
});

interface BeginOptions {
  /** Do not wait for organizations that other transactions have locked. */
  skipLocked: boolean;
  /** The database is a cluster of Citus. */
  isDistributed: boolean;
}

/**
 * Locks the row of the organization, so that its transactions run one after the other on all servers.
 * With `skip`, returns no row instead of waiting.
 */
function createLock(scope: Scope, skip: boolean): BoundStatement | undefined {
  const organization = getOrganization(scope);
  if (organization === undefined) return undefined;
  const sql = `select from organizations where id = $1 for no key update${skip ? ' skip locked' : ''}`;
  return { sql, values: [organization] };
}

/** Runs the statements of each scope under its settings, behind the lock of its organization. */
class Scopes {
  private readonly opened = new Map<string, ScopedTransaction>();
  /** The scope whose settings are those of the last statement. */
  private entered: { name: string; scope: Scope } | undefined;

  constructor(
    private readonly pipeline: Pipeline,
    private readonly run: (step: BoundStatement) => Promise<StepResult>,
    private readonly options: BeginOptions,
  ) {}

  within(scope: Scope, isAlone: boolean): ScopedTransaction {
    const name = scopeName(scope);
    const transaction = this.opened.get(name) ?? this.open(scope, name, isAlone);
    this.opened.set(name, transaction);
    return transaction;
  }

  private open(scope: Scope, name: string, isAlone: boolean): ScopedTransaction {
    const enterScope = (): void => {
      if (this.entered?.name === name) return;
      this.pipeline.push(...opening(scope, this.options.isDistributed, this.entered?.scope));
      this.entered = { name, scope };
    };
    let locked: Promise<boolean> | undefined;
    const requireLock = (): Promise<boolean> => {
      enterScope();
      const lock = createLock(scope, this.options.skipLocked);
      if (lock && !this.options.skipLocked) this.pipeline.push(setLockTimeout(ORGANIZATION_MILLISECONDS));
      locked = lock
        ? this.run(lock).then(({ count }) => count > 0 || !this.options.skipLocked)
        : Promise.resolve(true);
      if (lock && !this.options.skipLocked)
        this.pipeline.push(setLockTimeout(TRANSACTION_LIMITS.lock_timeout));
      locked.catch(() => undefined); // reported to the statement of the same message
      return locked;
    };
    const lock = (): Promise<boolean> => locked ?? requireLock();
    const send = (step: BoundStatement): Promise<StepResult> => {
      void lock();
      enterScope();
      return this.run(isAlone ? unprepared(step) : step);
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

/** @throws ApiError `unavailable` when there is no connection. Other errors reject the first statement. */
export async function begin(pool: Pool, options: BeginOptions): Promise<Begun> {
  const client = await connect(pool);
  const pipeline = new Pipeline(client);
  const run = (step: BoundStatement): Promise<StepResult> =>
    pipeline.run(step).catch((error: unknown) => {
      noteFailure(pool, client, error);
      throw error;
    });
  const scopes = new Scopes(pipeline, run, options);
  // In every default isolation level: behind the lock, it must see the changes of the transaction before it.
  pipeline.push(plain('begin isolation level read committed'));
  return {
    within: (scope, isAlone = false) => scopes.within(scope, isAlone),
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
    isStale,
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
        (await runBatch(client, [unprepared(bindTo(statement, params))]))[0]!.rows as Row[],
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
  const first = [plain('begin read only'), ...opening(scope, isDistributed)];
  try {
    return (await runBatch(client, [...first, ...steps, plain('commit')])).slice(first.length, -1);
  } catch (error) {
    if (!isLostConnection(error)) await runBatch(client, [plain('rollback')]);
    throw error;
  }
}
