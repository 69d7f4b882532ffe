// The group commit behind `database.transaction` (spec/decisions/0017-group-commit.md). Waiting for the disk is
// the largest cost of a small change, so transactions that wait at the same time share one commit.
// - A group is up to 64 members, in order of arrival. It begins as soon as a transaction is free: SQLite runs one at a
//   time, PostgreSQL two, of different organizations. A work of `write` has a transaction of its own.
//   No organization holds more than half of it while another one waits.
// - The members run side by side. When all of them wait, their queries of the same kind become one
//   statement (on PostgreSQL, one for each organization).
//   When all have returned, so do their changes, which are sent with the commit (shared-transaction.ts).
// - A query may lock the record that it reads. When an earlier member changes that record, the later member
//   runs again in the same transaction and sees the change.
// - A member that throws changes nothing, and the others go on. When the database rejects a statement, it may be
//   that of any member: the group is rolled back, and each member runs again in a transaction of its own.
// - When the database cannot answer, or the effect of a commit is unknown, nothing is repeated.
// - No member resolves or rejects before the commit, because its result may rest on another member's rows.
import { unavailable } from '../base/errors';
import type { SharedTransaction, Transaction } from './database';
import { type Scope, getTenant } from './statement';
import {
  type Outcome,
  type ScopedTransaction,
  type SharedRun,
  type SharedWork,
  runShared,
} from './shared-transaction';

/** Maximum wait for a turn, and for SQLite's lock. */
export const MAX_WAIT_MILLISECONDS = 2000;

/** Members of one group. More would make the first wait long for the last. */
const MAX_MEMBERS = 64;

/** A transaction that has begun on a connection. */
export interface Begun {
  /** Returns the transaction for the statements of a scope. `isAlone`: for a work that cannot run again. */
  within(scope: Scope, isAlone?: boolean): ScopedTransaction;
  /** Sends the queued statements together with the commit. */
  commit(): Promise<void>;
  /** Rolls back after `error`, which may be that of a lost connection. */
  rollback(error: unknown): Promise<void>;
  /** Returns whether `error` is that of a prepared statement which the next run prepares anew. */
  isStale(error: unknown): boolean;
  /** Returns whether `error` says that the database cannot answer now. A repetition would only wait again. */
  cannotAnswer(error: unknown): boolean;
}

type Work = { shared: SharedWork } | { alone: (transaction: Transaction) => Promise<unknown> };

interface Entry {
  scope: Scope;
  tenant: string;
  since: number;
  work: Work;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

export class GroupCommit {
  /** The number of entries that wait or run. */
  pending = 0;
  private waiting: Entry[] = [];
  private readonly working = new Set<Promise<void>>();
  /** The tenants of the transactions under way. */
  private readonly busy = new Set<string>();

  /** With several transactions at once, each has other tenants. `maxWait`: for a turn. */
  constructor(
    private readonly begin: () => Promise<Begun>,
    private readonly maxTransactions = 1,
    private readonly maxWait = MAX_WAIT_MILLISECONDS,
  ) {}

  /** Runs a work in a transaction of its own. @throws ApiError `unavailable` when its turn comes too late. */
  write<Result>(scope: Scope, run: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.enqueue(scope, { alone: run });
  }

  /**
   * Runs a work as a member of a group. @throws ApiError `unavailable` when its turn comes too late, and
   * OrganizationLocked.
   */
  transaction<Result>(
    scope: Scope,
    run: (transaction: SharedTransaction) => Promise<Result>,
  ): Promise<Result> {
    return this.enqueue(scope, { shared: run });
  }

  async idle(): Promise<void> {
    await Promise.all(this.working);
  }

  private enqueue<Result>(scope: Scope, work: Work): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.pending++;
      this.waiting.push({ scope, tenant: getTenant(scope), since: performance.now(), work, resolve, reject });
      if (this.working.size < this.maxTransactions) this.start();
    });
  }

  private start(): void {
    const working = this.workOff(() => this.working.delete(working));
    this.working.add(working);
  }

  private async workOff(end: () => void): Promise<void> {
    // Includes the entries of this very moment. To wait longer would leave the database idle while requests are read.
    await Promise.resolve();
    for (let group = this.take(); group.length > 0; group = this.take()) {
      for (const { tenant } of group) this.busy.add(tenant);
      const outcomes = await this.run(group);
      group.forEach((entry, index) => {
        const outcome = outcomes[index]!;
        this.busy.delete(entry.tenant);
        this.pending--;
        if ('error' in outcome) entry.reject(outcome.error);
        else entry.resolve(outcome.result);
      });
    }
    end(); // before the resolved callers continue, because they may enqueue again
  }

  /** Takes the entries of the next transaction out of those that wait. */
  private take(): Entry[] {
    const free = this.waiting.filter(({ tenant }) => !this.busy.has(tenant));
    const group = chooseGroup(free);
    this.waiting = this.waiting.filter((entry) => !group.includes(entry));
    return group;
  }

  private async run(group: Entry[]): Promise<Outcome[]> {
    const inTime = group.filter(({ since }) => performance.now() - since <= this.maxWait);
    const outcomes = inTime.length > 0 ? await this.commit(inTime) : [];
    return group.map((entry) => outcomes[inTime.indexOf(entry)] ?? { error: unavailable() });
  }

  private async commit(entries: Entry[]): Promise<Outcome[]> {
    try {
      const outcomes = await commitTogether(await this.begin(), entries);
      if (outcomes) return outcomes;
    } catch (error) {
      return entries.map(() => ({ error }));
    }
    const outcomes: Outcome[] = [];
    for (const entry of entries) outcomes.push(...(await this.run([entry])));
    return outcomes;
  }
}

/** Chooses the next entries in order of arrival, sorted by tenant, whose statements then follow one another. */
function chooseGroup(waiting: Entry[]): Entry[] {
  const [first] = waiting;
  if (first && 'alone' in first.work) return [first];
  const members = new Map<string, number>();
  const [group, others]: [Entry[], Entry[]] = [[], []];
  for (const entry of waiting.filter(({ work }) => 'shared' in work)) {
    const ofTenant = members.get(entry.tenant) ?? 0;
    const isFull = group.length === MAX_MEMBERS || ofTenant >= MAX_MEMBERS / 2;
    (isFull ? others : group).push(entry);
    if (!isFull) members.set(entry.tenant, ofTenant + 1);
  }
  group.push(...others.slice(0, MAX_MEMBERS - group.length)); // no other tenant needs these places
  return group.sort((a, b) => (a.tenant < b.tenant ? -1 : Number(a.tenant > b.tenant)));
}

/**
 * Returns undefined when the database has rejected a statement of one of several entries, or a stale one: then all is
 * rolled back. @throws the error of a lone entry, and that of a database that cannot answer.
 */
async function commitTogether(begun: Begun, entries: Entry[]): Promise<Outcome[] | undefined> {
  let run: SharedRun | undefined;
  try {
    run = await runAll(begun, entries);
    for (const { transaction, statements } of run.changes) transaction.queue(statements);
    await begun.commit();
    return run.outcomes;
  } catch (error) {
    // A full disk may have rolled back already. The first error is the one to report.
    await begun.rollback(error).catch(() => undefined);
    // Nothing was queued, so the commit itself failed, and its effect is unknown.
    const isOfCommit = run?.changes.length === 0;
    if (isOfCommit || begun.cannotAnswer(error)) throw error;
    const mayRepeat = 'shared' in entries[0]!.work && begun.isStale(error);
    if (entries.length > 1 || mayRepeat) return undefined;
    throw run ? run.translateError(error) : error;
  }
}

async function runAll(begun: Begun, entries: Entry[]): Promise<SharedRun> {
  const [{ scope, work }] = entries as [Entry];
  if ('alone' in work) {
    const result = await work.alone(begun.within(scope, true));
    return { outcomes: [{ result }], changes: [], translateError: (error) => error };
  }
  return runShared(
    entries.flatMap((entry) =>
      'shared' in entry.work ? [{ transaction: begun.within(entry.scope), run: entry.work.shared }] : [],
    ),
  );
}
