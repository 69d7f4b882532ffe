// Collects the queries of all members of a shared transaction, and sends them together.
import type { BatchedQuery, Transaction } from './database';
import { settleAll } from './statement';

interface Asked {
  key: unknown;
  resolve(result: unknown): void;
}

type Query = BatchedQuery<unknown, unknown>;

export class QueryRound {
  private asked = new Map<Transaction, Map<Query, Asked[]>>();
  private isSending = false;

  constructor(private readonly fail: (error: unknown) => void) {}

  /** Queries of the same kind become one statement where they have the same transaction. */
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
