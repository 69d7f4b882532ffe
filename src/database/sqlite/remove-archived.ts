// Deletes the entries of the activity log that archives hold.
import type { Knex } from 'knex';
import type { Transaction } from '../database';
import { compile } from '../statement';

/** Entries of one statement. SQLite keeps the pages that a statement changes in memory until it ends. */
const CHUNK = 10_000;

interface Archived {
  organization: string;
  /** The first entry in the database. */
  first: number;
  /** The last archived entry. */
  last: number;
}

export async function removeArchived(knex: Knex, transaction: Transaction): Promise<void> {
  const first = knex('activity').whereRaw('organization_id = a.organization_id').min('sequence');
  const select = compile<object, Archived>(() =>
    knex({ a: 'activity_archives' })
      .select({ organization: 'a.organization_id', first })
      .max({ last: 'a.last_sequence' })
      .groupBy('a.organization_id'),
  );
  const remove = compile<{ organization: string; upTo: number }, never>((param) =>
    knex('activity')
      .where('organization_id', param('organization'))
      .where('sequence', '<=', param('upTo'))
      .delete(),
  );
  for (const { organization, first: start, last } of await transaction.all(select, {}))
    for (let upTo = start - 1; upTo < last;) {
      upTo = Math.min(upTo + CHUNK, last);
      await transaction.run(remove, { organization, upTo });
    }
}
