// Runs the statements of each scope of a transaction under its settings, behind the lock of its organization.
import { type Scope, scopeName } from '../scope';
import type { ScopedTransaction } from '../shared-transaction';
import { type BoundStatement, type Statement, bindTo } from '../statement';
import type { Pipeline, StepResult } from './pipeline';
import { enter } from './roles';

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

export class Scopes {
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
