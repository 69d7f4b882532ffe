// Transactions that wait for one another share a commit, because waiting for the disk is the largest cost of
// a small change. Each fails alone, and resolves only after the commit (spec/decisions/0017-group-commit.md).
import { ApiError, unavailable } from '../base/errors';
import { groupBy } from '../base/group-by';
import type { SharedTransaction, Transaction } from './database';
import { type Scope, tenantOf } from './scope';
import { splitFairly } from './split-fairly';
import {
  type Outcome,
  type ScopedTransaction,
  type SharedRun,
  type SharedWork,
  runShared,
  sendAll,
} from './shared-transaction';

export const MAX_WAIT_MILLISECONDS = 2000;

/** Works of one commit. More would make the first wait long for the last. */
const MAX_WORKS = 64;

/** A transaction that has begun on a connection. */
export interface Begun {
  /** Returns the transaction for the statements of a scope. */
  within(scope: Scope): ScopedTransaction;
  /** Sends the queued statements together with the commit. */
  commit(): Promise<void>;
  /** Rolls back after `error`, which may be that of a lost connection. */
  rollback(error: unknown): Promise<void>;
  /** Sets a savepoint. */
  save(): Promise<void>;
  release(): Promise<void>;
  /** Rolls back to the savepoint and releases it. */
  undo(): Promise<void>;
  /** Returns whether `error` says that the database cannot answer now. A repetition would only wait again. */
  cannotAnswer(error: unknown): boolean;
}

type Work =
  { kind: 'alone'; run(transaction: Transaction): Promise<unknown> } | { kind: 'shared'; run: SharedWork };

interface Entry {
  scope: Scope;
  tenant: string;
  since: number;
  work: Work;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

type Outcomes = Map<Entry, Outcome>;
/** What goes with the commit. */
type Final = Pick<SharedRun, 'changes' | 'translateError'>;

const NOTHING: Final = { changes: [], translateError: (error) => error };

export class GroupCommit {
  /** The number of works that wait or run. */
  pending = 0;
  private waiting: Entry[] = [];
  private readonly working = new Set<Promise<void>>();
  /** The tenants of the transactions under way. */
  private readonly busy = new Set<string>();

  /** With several transactions at once, each has other tenants. */
  constructor(
    private readonly begin: () => Promise<Begun>,
    private readonly maxTransactions = 1,
  ) {}

  /** Runs a work that shares only the commit. @throws ApiError `unavailable` when its turn comes too late. */
  write<Result>(scope: Scope, run: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.enqueue(scope, { kind: 'alone', run });
  }

  /**
   * Runs a work that shares statements too. @throws ApiError `unavailable` when its turn comes too late, and
   * OrganizationLocked.
   */
  transaction<Result>(
    scope: Scope,
    run: (transaction: SharedTransaction) => Promise<Result>,
  ): Promise<Result> {
    return this.enqueue(scope, { kind: 'shared', run });
  }

  async idle(): Promise<void> {
    await Promise.all(this.working);
  }

  private enqueue<Result>(scope: Scope, work: Work): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.pending++;
      this.waiting.push({ scope, tenant: tenantOf(scope), since: performance.now(), work, resolve, reject });
      if (this.working.size < this.maxTransactions) this.start();
    });
  }

  private start(): void {
    const working = this.workOff(() => this.working.delete(working));
    this.working.add(working);
  }

  private async workOff(end: () => void): Promise<void> {
    // Includes the works of this very moment.
    // To wait longer would leave the database idle while requests are read.
    await Promise.resolve();
    for (let group = this.take(); group.length > 0; group = this.take()) {
      for (const { tenant } of group) this.busy.add(tenant);
      const inTime = group.filter(({ since }) => performance.now() - since <= MAX_WAIT_MILLISECONDS);
      const outcomes: Outcomes = await this.commit(inTime).catch(
        (error: unknown) => new Map(inTime.map((entry) => [entry, { error }])),
      );
      for (const entry of group) {
        const outcome = outcomes.get(entry) ?? { error: unavailable() };
        this.busy.delete(entry.tenant);
        this.pending--;
        if ('error' in outcome) entry.reject(outcome.error);
        else entry.resolve(outcome.result);
      }
    }
    end(); // before the resolved callers continue, because they may enqueue again
  }

  /** Takes the works of the next transaction out of those that wait. */
  private take(): Entry[] {
    const free = this.waiting.filter(({ tenant }) => !this.busy.has(tenant));
    const [group] = splitFairly(free, MAX_WORKS);
    const taken = new Set(group);
    this.waiting = this.waiting.filter((entry) => !taken.has(entry));
    return group;
  }

  /** Commits all entries in one transaction. @throws when none of them has an effect. */
  private async commit(all: Entry[]): Promise<Outcomes> {
    const units = toUnits(all);
    const outcomes: Outcomes = new Map();
    if (units.length === 0) return outcomes;
    if (units.length === 1) {
      // The usual case: one unit needs no savepoints.
      const failed = await this.inTransaction((begun) => run(begun, all, outcomes));
      if (!failed) return outcomes;
      if (all.length === 1) throw failed.error;
    }
    const failed = await this.inTransaction((begun) =>
      runApart(begun, units.length === 1 ? halves(all) : units, outcomes),
    );
    if (failed) throw failed.error;
    return outcomes;
  }

  /**
   * Returns the error when all of `work` has been undone and may be tried in another way.
   * @throws the error of a commit whose effect is unknown.
   */
  private async inTransaction(
    work: (begun: Begun) => Promise<Final>,
  ): Promise<{ error: unknown } | undefined> {
    const begun = await this.begin();
    // A full disk may have rolled back already. The first error is the one to report.
    const rollback = (error: unknown): Promise<void> => begun.rollback(error).catch(() => undefined);
    let final: Final;
    try {
      final = await work(begun);
    } catch (error) {
      await rollback(error);
      if (begun.cannotAnswer(error)) throw error;
      return { error };
    }
    try {
      for (const { transaction, statements } of final.changes) transaction.queue(statements);
      await begun.commit();
    } catch (error) {
      await rollback(error);
      if (final.changes.length === 0 || begun.cannotAnswer(error)) throw error;
      return { error: final.translateError(error) }; // the database rejected a statement before the commit
    }
    return undefined;
  }
}

/** Puts all shared works into one unit and every other work into a unit of its own. */
const toUnits = (entries: Entry[]): Entry[][] => [
  ...groupBy(entries, (entry) => (entry.work.kind === 'shared' ? 'shared' : entry)).values(),
];

function halves<Item>(items: Item[]): Item[][] {
  const half = Math.ceil(items.length / 2);
  return [items.slice(0, half), items.slice(half)];
}

/** Runs one unit. Returns the changes that are still to be sent. */
async function run(begun: Begun, unit: Entry[], outcomes: Outcomes): Promise<Final> {
  const [entry] = unit as [Entry];
  if (entry.work.kind === 'alone') {
    outcomes.set(entry, { result: await entry.work.run(begun.within(entry.scope)) });
    return NOTHING;
  }
  const works = unit.flatMap(({ scope, work }) =>
    work.kind === 'shared' ? [{ transaction: begun.within(scope), run: work.run }] : [],
  );
  const shared = await runShared(works);
  unit.forEach((each, index) => outcomes.set(each, shared.outcomes[index]!));
  return shared;
}

async function runApart(begun: Begun, units: Entry[][], outcomes: Outcomes): Promise<Final> {
  for (const unit of units) await runOrUndo(begun, unit, outcomes);
  return NOTHING;
}

async function runAndSend(begun: Begun, unit: Entry[], outcomes: Outcomes): Promise<void> {
  const { changes, translateError } = await run(begun, unit, outcomes);
  await sendAll(changes).catch((error: unknown) => {
    throw translateError(error);
  });
}

/**
 * Halves a unit that fails until the members at fault are found. @throws when the whole transaction is lost.
 */
async function runOrUndo(begun: Begun, unit: Entry[], outcomes: Outcomes): Promise<void> {
  await begun.save();
  try {
    await runAndSend(begun, unit, outcomes);
    await begun.release();
  } catch (error) {
    await begun.undo().catch((lost: unknown) => {
      // A rejection of one member is not for the others
      throw error instanceof ApiError ? unavailable(lost) : error;
    });
    if (unit.length === 1 || begun.cannotAnswer(error))
      return unit.forEach((entry) => outcomes.set(entry, { error }));
    await runApart(begun, halves(unit), outcomes);
  }
}
