// Reads a change back within its transaction: a trigger or a rule can undo a change that the database has reported as
// done, and a revoked key would still work.
import { CommandError } from '../base/command-error';
import type { Database, Transaction } from './database';
import { type Query, once } from './statement';

/** The transaction has no effect. */
export class ChangeLost extends CommandError {
  constructor(change: string) {
    super(
      `The database did not keep ${change}. A trigger or a rule undoes changes. ` +
        'To find it, run `activity verify SLUG`.',
    );
    this.name = 'ChangeLost';
  }
}

/**
 * `change`: for example "the revocation of key key_1". `lost`: selects the rows that the change would have left out.
 * @throws ChangeLost when there is one.
 */
export async function requireKept(
  { dialect }: Pick<Database, 'dialect'>,
  transaction: Transaction,
  change: string,
  lost: Query,
): Promise<void> {
  const fireTriggers = dialect.fireDeferredTriggers();
  if (fireTriggers) await transaction.run(once(fireTriggers), {});
  if ((await transaction.all(once<unknown>(lost.clone().select(1).limit(1)), {})).length > 0)
    throw new ChangeLost(change);
}

/** Like `requireKept` for rows that a change must have left. @throws ChangeLost when none is there. */
export const requireWritten = (
  database: Pick<Database, 'knex' | 'dialect'>,
  transaction: Transaction,
  change: string,
  written: Query,
): Promise<void> =>
  requireKept(
    database,
    transaction,
    change,
    database.knex.queryBuilder().whereNotExists(written.clone().select(1)),
  );

/** Deletes rows and returns their number. @throws ChangeLost when one stays. */
export async function deleteKept(
  database: Pick<Database, 'dialect'>,
  transaction: Transaction,
  change: string,
  rows: Query,
): Promise<number> {
  const deleted = await transaction.run(once(rows.clone().del()), {});
  await requireKept(database, transaction, change, rows);
  return deleted;
}
