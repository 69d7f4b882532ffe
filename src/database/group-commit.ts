// Transactions that wait for one another share a commit: what costs most about a small change is to wait for the disk.
// Each is undone by itself when it is refused, and each is answered only after the commit (spec/decisions/0017-group-commit.md).
import { unavailable } from '../errors';
import type { Transaction } from './database';

export const MOST_WAIT_MILLISECONDS = 2000;

/** Work of one commit: so many that the first does not wait long for the last. */
const MOST_TOGETHER = 64;

/** A transaction that has begun, on whatever connection. */
export interface Begun {
  transaction: Transaction;
  commit(): Promise<void>;
  /** After `error`, which may be that of a connection that is lost. */
  rollback(error: unknown): Promise<void>;
  /** Around work that others share the transaction with: what it did can be undone by itself. */
  save(): Promise<void>;
  release(): Promise<void>;
  undo(): Promise<void>;
}

type Work = (transaction: Transaction) => Promise<unknown>;

interface Waiting {
  since: number;
  work: Work;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
}

type Outcome = { result: unknown } | { error: unknown };

export class GroupCommit {
  /** How many wait or are at work. */
  pending = 0;
  private readonly waiting: Waiting[] = [];
  private working: Promise<void> | undefined;

  constructor(private readonly begin: () => Promise<Begun>) {}

  /** @throws ApiError `unavailable` when its turn comes too late: while another process holds the database, each would wait after the one before it. */
  transact<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.pending++;
      this.waiting.push({ since: Date.now(), work, resolve, reject });
      this.working ??= this.workOff().finally(() => (this.working = undefined));
    });
  }

  async idle(): Promise<void> {
    await this.working;
  }

  private async workOff(): Promise<void> {
    while (this.waiting.length > 0) {
      const together = this.waiting.splice(0, MOST_TOGETHER);
      const inTime = together.filter(({ since }) => Date.now() - since <= MOST_WAIT_MILLISECONDS);
      const outcomes = await this.commitTogether(inTime.map(({ work }) => work)).catch((error: unknown) => inTime.map((): Outcome => ({ error })));
      for (const each of together) {
        const outcome = outcomes[inTime.indexOf(each)] ?? { error: unavailable() };
        this.pending--;
        if ('error' in outcome) each.reject(outcome.error);
        else each.resolve(outcome.result as never);
      }
    }
  }

  /** One after the other in one transaction. @throws when none of them holds. */
  private async commitTogether(works: Work[]): Promise<Outcome[]> {
    if (works.length === 0) return [];
    const begun = await this.begin();
    try {
      const outcomes: Outcome[] = [];
      if (works.length === 1) outcomes.push({ result: await works[0]!(begun.transaction) });
      else for (const work of works) outcomes.push(await oneOfMany(begun, work));
      await begun.commit();
      return outcomes;
    } catch (error) {
      await begun.rollback(error).catch(() => undefined); // a full disk has rolled it back already; the error that led here is the one to report
      throw error;
    }
  }
}

/** @throws when the whole transaction is lost with it. */
async function oneOfMany(begun: Begun, work: Work): Promise<Outcome> {
  await begun.save();
  try {
    const result = await work(begun.transaction);
    await begun.release();
    return { result };
  } catch (error) {
    await begun.undo().catch(() => {
      throw error;
    });
    return { error };
  }
}
