// Runs the works of several members in one transaction. Their queries are combined whenever all members wait,
// and their changes when all members have returned (spec/decisions/0017-group-commit.md).
import type { BatchedChange, BatchedQuery, SharedTransaction, Transaction } from './database';
import { type BoundStatement, settleAll } from './statement';

export type Outcome = { result: unknown } | { error: unknown };

export type SharedWork = (transaction: SharedTransaction) => Promise<unknown>;

export interface SharedRun {
  /** In the order of the works. */
  outcomes: Outcome[];
  /** The changes of the last round, which the caller sends with the commit. */
  statements: BoundStatement[];
  /** Returns the error to report when these statements fail. */
  translateError(error: unknown): unknown;
}

interface Asked {
  key: unknown;
  resolve(result: unknown): void;
}

/** Collects the queries of all members and sends them together. */
class QueryRound {
  private asked = new Map<BatchedQuery<unknown, unknown>, Asked[]>();
  private isSending = false;

  constructor(
    private readonly all: Transaction['all'],
    private readonly fail: (error: unknown) => void,
  ) {}

  ask<Key, Result>(query: BatchedQuery<Key, Result>, key: Key): Promise<Result> {
    return new Promise((resolve) => {
      const same = this.asked.get(query);
      if (same) same.push({ key, resolve });
      else this.asked.set(query, [{ key, resolve }]);
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
    const batches = [...this.asked];
    this.asked = new Map();
    try {
      const results = await settleAll(
        ...batches.map(([query, asked]) =>
          query.run(
            this.all,
            asked.map(({ key }) => key),
          ),
        ),
      );
      batches.forEach(([, asked], batch) =>
        asked.forEach(({ resolve }, index) => resolve(results[batch]![index])),
      );
    } catch (error) {
      return this.fail(error);
    }
    this.isSending = false;
    if (this.asked.size > 0) this.schedule();
  }
}

interface Queued {
  change: BatchedChange<unknown>;
  item: unknown;
}

class Member {
  outcome!: Outcome;
  /** Of the last attempt. */
  changes: Queued[] = [];
  locks = new Set<string>();

  constructor(private readonly work: SharedWork) {}

  async attempt(round: QueryRound, isShared: boolean): Promise<void> {
    const changes: Queued[] = [];
    const locks = new Set<string>();
    this.changes = [];
    this.locks = locks;
    try {
      const result = await this.work({
        isShared,
        query(query, key) {
          if (query.lock) locks.add(query.lock(key));
          return round.ask(query, key);
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

function attemptAll(transaction: Transaction, members: Member[], isShared: boolean): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const round = new QueryRound(transaction.all, reject);
    void Promise.all(members.map((member) => member.attempt(round, isShared))).then(resolve);
  });
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

function statementsOf(members: Member[]): BoundStatement[] {
  const items = new Map<BatchedChange<unknown>, unknown[]>();
  for (const { change, item } of members.flatMap(({ changes }) => changes)) {
    const same = items.get(change);
    if (same) same.push(item);
    else items.set(change, [item]);
  }
  return [...items].flatMap(([change, some]) => change.statements(some));
}

export async function sendAll(transaction: Transaction, statements: BoundStatement[]): Promise<void> {
  await settleAll(
    ...statements.map(({ sql, values }) => transaction.run({ sql, bind: () => [...values] }, undefined)),
  );
}

/**
 * Runs all works in rounds. A member repeats its work in the next round when an earlier member of this round
 * changes something that both have locked. @throws the error of a query; then no outcome counts.
 */
export async function runShared(transaction: Transaction, works: SharedWork[]): Promise<SharedRun> {
  const members = works.map((work) => new Member(work));
  let waiting = members;
  for (;;) {
    const [round, postponed] = splitByLock(waiting, () => true); // by the locks of the last attempt
    await attemptAll(transaction, round, members.length > 1);
    const [done, repeated] = splitByLock(round, ({ changes }) => changes.length > 0);
    const statements = statementsOf(done);
    if (postponed.length + repeated.length === 0) {
      return {
        outcomes: members.map(({ outcome }) => outcome),
        statements,
        translateError: (error) => translateError(members, error),
      };
    }
    await sendAll(transaction, statements);
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
