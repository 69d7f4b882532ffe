// Changes many rows of one world in short transactions, between which the requests of other worlds run.
import type { Database, Transaction } from '../../database/database';

/** A part of a long change, of some thousand rows. */
export type Step = (transaction: Transaction) => Promise<unknown>;

/** Other worlds wait at most about this long for their turn to change a record. */
const TRANSACTION_MILLISECONDS = 40;

/** Runs steps in order. After an error, the steps of earlier transactions have an effect. */
export async function runInSlices(database: Database, steps: Iterator<Step>): Promise<void> {
  let next = steps.next();
  while (!next.done)
    await database.write('operator', async (transaction) => {
      const end = performance.now() + TRANSACTION_MILLISECONDS;
      for (; !next.done && performance.now() < end; next = steps.next()) await next.value(transaction);
    });
}
