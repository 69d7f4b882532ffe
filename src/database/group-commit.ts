// Transactions that wait for one another share a commit, and those that are alike their statements too: what costs most about a small change
// is to wait for the disk. Each is undone by itself when it is refused, and answered only after the commit (spec/decisions/0017-group-commit.md).
import { ApiError, unavailable } from '../errors';
import { groupBy } from '../group-by';
import type { Batch, Outcome, Transaction } from './database';

export const MAX_WAIT_MILLISECONDS = 2000;

/** Work of one commit: so many that the first does not wait long for the last. */
const MAX_TOGETHER = 64;

/** A transaction that has begun, on whatever connection. */
export interface Begun {
  transaction: Omit<Transaction, 'last'>;
  /** What was asked for in this moment goes with the commit, for which `commit` only waits then. */
  last(): void;
  commit(): Promise<void>;
  /** After `error`, which may be that of a connection that is lost. */
  rollback(error: unknown): Promise<void>;
  /** Around work that others share the transaction with: what it did can be undone by itself. */
  save(): Promise<void>;
  release(): Promise<void>;
  undo(): Promise<void>;
  /** Whether an error is the database's, which cannot answer now, and nobody's fault: what is tried again then only waits once more. */
  cannotAnswer(error: unknown): boolean;
}

interface Waiting {
  since: number;
  batch: Batch<unknown, unknown>;
  item: unknown;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
}

type Outcomes = Map<Waiting, Outcome<unknown>>;

export class GroupCommit {
  /** How many wait or are at work. */
  pending = 0;
  private readonly waiting: Waiting[] = [];
  private working: Promise<void> | undefined;

  constructor(private readonly begin: () => Promise<Begun>) {}

  /** @throws ApiError `unavailable` when its turn comes too late: while another process holds the database, each would wait after the one before it. */
  transact<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.together(async (transaction) => [{ result: await work(transaction) }], undefined);
  }

  /** As `transact`, for a change that `batch` can make together with others. */
  together<Item, Result>(batch: Batch<Item, Result>, item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.pending++;
      this.waiting.push({
        since: performance.now(),
        batch: batch as Batch<unknown, unknown>,
        item,
        resolve,
        reject,
      });
      this.working ??= this.workOff();
    });
  }

  async idle(): Promise<void> {
    await this.working;
  }

  private async workOff(): Promise<void> {
    await Promise.resolve(); // who asks in this very moment goes along; to wait for more would leave the database idle while their requests are read
    while (this.waiting.length > 0) {
      const together = this.waiting.splice(0, MAX_TOGETHER);
      const inTime = together.filter(({ since }) => performance.now() - since <= MAX_WAIT_MILLISECONDS);
      const outcomes: Outcomes = await this.commit(inTime).catch(
        (error: unknown) => new Map(inTime.map((each) => [each, { error }])),
      );
      for (const each of together) {
        const outcome = outcomes.get(each) ?? { error: unavailable() };
        this.pending--;
        if ('error' in outcome) each.reject(outcome.error);
        else each.resolve(outcome.result as never);
      }
    }
    this.working = undefined; // at once: who was answered just now may ask again before anything else happens
  }

  /** All in one transaction, those of each batch at once. @throws when none of them holds. */
  private async commit(all: Waiting[]): Promise<Outcomes> {
    const groups = [...groupBy(all, ({ batch }) => batch).values()];
    const outcomes: Outcomes = new Map();
    if (groups.length === 0) return outcomes;
    if (groups.length === 1) {
      // Nearly always all are alike and none is refused: they need no marks to go back to.
      const refused = await this.inTransaction(({ transaction, last }) =>
        run({ ...transaction, last }, all, outcomes),
      );
      if (!refused) return outcomes;
      if (all.length === 1) throw refused.error;
    }
    const lost = await this.inTransaction((begun) =>
      runApart(begun, groups.length === 1 ? halves(all) : groups, outcomes),
    );
    if (lost) throw lost.error;
    return outcomes;
  }

  /** Gives what `work` failed with, when all of it has been undone and may be tried in another way. @throws what the transaction failed with: it may even hold then. */
  private async inTransaction(
    work: (begun: Begun) => Promise<void>,
  ): Promise<{ error: unknown } | undefined> {
    const begun = await this.begin();
    // A full disk has rolled it back already; the error that led here is the one to report.
    const rollback = (error: unknown): Promise<void> => begun.rollback(error).catch(() => undefined);
    try {
      await work(begun);
    } catch (error) {
      await rollback(error);
      if (begun.cannotAnswer(error)) throw error;
      return { error };
    }
    try {
      await begun.commit();
    } catch (error) {
      await rollback(error);
      throw error;
    }
    return undefined;
  }
}

async function runApart(begun: Begun, groups: Waiting[][], outcomes: Outcomes): Promise<void> {
  for (const group of groups) await runOrUndo(begun, group, outcomes);
}

function halves<Item>(items: Item[]): Item[][] {
  const half = Math.ceil(items.length / 2);
  return [items.slice(0, half), items.slice(half)];
}

async function run(transaction: Transaction, group: Waiting[], outcomes: Outcomes): Promise<void> {
  const results = await group[0]!.batch(
    transaction,
    group.map(({ item }) => item),
  );
  group.forEach((each, index) => outcomes.set(each, results[index]!));
}

/** What fails is halved until those are found that are to blame. @throws when the whole transaction is lost with it. */
async function runOrUndo(begun: Begun, group: Waiting[], outcomes: Outcomes): Promise<void> {
  await begun.save();
  try {
    await run({ ...begun.transaction, last: () => {} }, group, outcomes); // others may come after it
    await begun.release();
  } catch (error) {
    await begun.undo().catch((lost: unknown) => {
      throw error instanceof ApiError ? unavailable(lost) : error; // what one is told of its change is not told to the others
    });
    if (group.length === 1 || begun.cannotAnswer(error))
      return group.forEach((each) => outcomes.set(each, { error }));
    await runApart(begun, halves(group), outcomes);
  }
}
