// Runs the members of a group in one transaction, with statements that they share (group-commit.ts explains it).
import { groupBy } from '../base/values';
import { nextSlice } from '../base/scheduling/time-slices';
import type { BatchedChange, BatchedQuery, SharedTransaction, Transaction } from './database';
import { type BoundStatement, settleAll } from './statement';

/** The transaction of a group as one scope sees it. SQLite has one for all scopes, PostgreSQL one for each. */
export interface ScopedTransaction extends Transaction {
  /**
   * Locks the organization. Returns false when another transaction holds the lock and the group does not wait
   * for it: then the results of queries do not count, and no change may follow.
   */
  lock(): Promise<boolean>;
  /** Queues statements for the commit. */
  queue(statements: BoundStatement[]): void;
}

/** The error of a member whose organization another transaction has locked. Nothing of it has an effect. */
export class OrganizationLocked extends Error {}

export type Outcome = { result: unknown } | { error: unknown };

export type SharedWork = (transaction: SharedTransaction) => Promise<unknown>;

/** Statements that make changes within one scope. */
interface Changes {
  transaction: ScopedTransaction;
  statements: BoundStatement[];
}

export interface SharedRun {
  /** In the order of the works. */
  outcomes: Outcome[];
  /** The changes of the last round, which the caller sends with the commit. */
  changes: Changes[];
  /** Returns the error to report when their statements fail. */
  translateError(error: unknown): unknown;
}

interface Queued {
  change: BatchedChange<unknown>;
  item: unknown;
}

interface Asked {
  key: unknown;
  resolve(result: unknown): void;
}

type Query = BatchedQuery<unknown, unknown>;

/** Collects the queries of all members. Those of the same kind and transaction become one statement. */
class QueryRound {
  private asked = new Map<Transaction, Map<Query, Asked[]>>();
  private isSending = false;

  constructor(private readonly fail: (error: unknown) => void) {}

  ask<Key, Result>(transaction: Transaction, query: BatchedQuery<Key, Result>, key: Key): Promise<Result> {
    return new Promise((resolve) => {
      const queries = this.asked.get(transaction) ?? new Map<Query, Asked[]>();
      this.asked.set(transaction, queries);
      const same = queries.get(query);
      if (same) same.push({ key, resolve });
      else queries.set(query, [{ key, resolve }]);
      this.schedule();
    });
  }

  /** Sends after all pending promise callbacks: by then every running member waits for a query. */
  private schedule(): void {
    if (this.isSending) return;
    this.isSending = true;
    queueMicrotask(() => process.nextTick(() => void this.send()));
  }

  /** A failed query fails the round. The works that wait for it are abandoned. */
  private async send(): Promise<void> {
    const batches = [...this.asked].flatMap(([transaction, queries]) =>
      [...queries].map(([query, asked]) => ({ transaction, query, asked })),
    );
    this.asked = new Map();
    try {
      const results = await settleAll(
        ...batches.map(({ transaction, query, asked }) =>
          query.run(
            transaction.all,
            asked.map(({ key }) => key),
          ),
        ),
      );
      batches.forEach(({ asked }, batch) =>
        asked.forEach(({ resolve }, index) => resolve(results[batch]![index])),
      );
    } catch (error) {
      return this.fail(error);
    }
    this.isSending = false;
    if (this.asked.size > 0) this.schedule();
  }
}

class Member {
  outcome!: Outcome;
  /** Of the last attempt. */
  changes: Queued[] = [];
  locks = new Set<string>();

  constructor(
    readonly transaction: ScopedTransaction,
    private readonly work: SharedWork,
  ) {}

  async attempt(round: QueryRound): Promise<void> {
    const changes: Queued[] = [];
    const locks = new Set<string>();
    const { transaction } = this;
    this.changes = [];
    this.locks = locks;
    try {
      const result = await this.work({
        query(query, key) {
          if (query.lock) locks.add(query.lock(key));
          return round.ask(transaction, query, key);
        },
        change: (change, item) => void changes.push({ change, item }),
      });
      this.outcome = { result };
      this.changes = changes;
    } catch (error) {
      this.outcome = { error };
    }
  }
}

function attemptAll(members: Member[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const round = new QueryRound(reject);
    void Promise.all(members.map((member) => member.attempt(round))).then(resolve);
  });
}

/** Drops the outcomes of members whose organization is not locked. */
async function requireLocks(members: Member[]): Promise<void> {
  const transactions = [...groupBy(members, ({ transaction }) => transaction)];
  const locked = await settleAll(...transactions.map(([transaction]) => transaction.lock()));
  for (const member of transactions.flatMap(([, some], index) => (locked[index] ? [] : some))) {
    member.outcome = { error: new OrganizationLocked() };
    member.changes = [];
  }
}

/** Splits members into those that come first with each of their locks, and the others. */
function splitByLock(
  members: Member[],
  holds: (member: Member) => boolean,
): [first: Member[], others: Member[]] {
  const held = new Set<string>();
  const [first, others]: [Member[], Member[]] = [[], []];
  for (const member of members) {
    const locks = [...member.locks];
    if (locks.some((lock) => held.has(lock))) {
      others.push(member);
      continue;
    }
    first.push(member);
    if (holds(member)) locks.forEach((lock) => held.add(lock));
  }
  return [first, others];
}

async function listChanges(members: Member[]): Promise<Changes[]> {
  const changing = members.filter(({ changes }) => changes.length > 0);
  const changes: Changes[] = [];
  for (const [transaction, some] of groupBy(changing, (member) => member.transaction))
    changes.push({ transaction, statements: await listStatements(some) });
  return changes;
}

/** More rows are bound in time slices, because one member can change thousands. */
const MAX_ROWS_AT_ONCE = 100;

async function listStatements(members: Member[]): Promise<BoundStatement[]> {
  const all = members.flatMap(({ changes }) => changes);
  const isLong = all.length > MAX_ROWS_AT_ONCE;
  const statements: BoundStatement[] = [];
  for (const [change, same] of groupBy(all, (queued) => queued.change))
    for (const statement of change.statements(same.map(({ item }) => item))) {
      statements.push(statement);
      if (isLong) await nextSlice();
    }
  return statements;
}

export async function sendAll(
  changes: { transaction: Pick<Transaction, 'run'>; statements: BoundStatement[] }[],
): Promise<void> {
  await settleAll(
    ...changes.flatMap(({ transaction, statements }) =>
      statements.map(({ sql, values }) => transaction.run({ sql, bind: () => [...values] }, undefined)),
    ),
  );
}

/**
 * Runs all works in rounds, each with its transaction. A member repeats its work in the next round when an earlier
 * member of this round changes something that both have locked. @throws the error of a query; then no outcome counts.
 */
export async function runShared(
  works: { transaction: ScopedTransaction; run: SharedWork }[],
): Promise<SharedRun> {
  const members = works.map(({ transaction, run }) => new Member(transaction, run));
  let waiting = members;
  for (;;) {
    const [round, postponed] = splitByLock(waiting, () => true); // by the locks of the last attempt
    await attemptAll(round);
    await requireLocks(round);
    const [done, repeated] = splitByLock(round, ({ changes }) => changes.length > 0);
    const changes = await listChanges(done);
    if (postponed.length + repeated.length === 0) {
      return {
        outcomes: members.map(({ outcome }) => outcome),
        changes,
        translateError: (error) => translateError(members, error),
      };
    }
    await sendAll(changes);
    const left = new Set([...postponed, ...repeated]);
    waiting = waiting.filter((member) => left.has(member));
  }
}

/** With several members, an error of the database does not say which one is at fault. */
function translateError([member, ...others]: Member[], error: unknown): unknown {
  if (others.length > 0) return error;
  for (const { change, item } of member!.changes) {
    const translated = change.translateError?.(error, item) ?? error;
    if (translated !== error) return translated;
  }
  return error;
}
