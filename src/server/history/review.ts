// Records that the inventory of a day was reviewed and approved (CIP-002 R2), with the digest of the list.
import { type Log, recordBy } from '../audit/append';
import type { ActivityRow } from '../audit/chain';
import { changesIn } from '../audit/compare-records';
import { type Actor, listChanges, createEntry } from '../audit/entry';
import { type Actors, actorKey, nameActors } from '../audit/names';
import type { Database, ReadSource } from '../../database/database';
import { once } from '../../database/statement';
import { toLastDay } from '../../base/day';
import type { OrganizationId } from '../../base/organization';
import { importedRow } from './formats';
import type { PastInventory } from './past-inventory';
import { type InventoryRow, inventoryRows } from './rows';
import { sha256 } from '../../base/digest';

/** CIP-002 R2: at least once every 15 calendar months. */
const REVIEW_MONTHS = 15;

/** Returns the last day for the review after one of `day`. */
const reviewDueAfter = (day: string): string => toLastDay(day.slice(0, 'YYYY-MM'.length), REVIEW_MONTHS);

/** Returns the SHA-256 of the list as JSON, one record a line. */
export const computeDigest = (rows: readonly InventoryRow[]): string =>
  sha256(rows.map((row) => `${JSON.stringify(importedRow(row))}\n`).join(''));

/** Returns the last review that the log in the database has. `dueBy`: the last day for the next one. */
export async function lastReview(source: ReadSource, actors: Actors, organization: OrganizationId) {
  const last = source
    .knex('activity')
    .select('sequence', 'occurred_at', 'actor_type', 'actor_id', 'changes')
    .where({ organization_id: organization, resource_type: 'organization', operation: 'approved' })
    .orderBy('sequence', 'desc')
    .limit(1);
  type Row = Pick<ActivityRow, 'sequence' | 'occurred_at' | 'actor_type' | 'actor_id' | 'changes'>;
  const [row] = await source.read({ organization }, once<Row>(last), {});
  if (row === undefined) return undefined;
  const { changes, ...entry } = row;
  const after = new Map(changesIn(changes).map((change) => [change.field, change.after ?? '']));
  const day = after.get('inventory_day')!;
  const names = await nameActors(actors, organization, [entry]);
  return {
    day,
    approvedBy: after.get('inventory_approved_by')!,
    digest: after.get('inventory_sha256')!,
    dueBy: reviewDueAfter(day),
    entry,
    recordedBy: names.get(actorKey(entry)) ?? entry.actor_id,
  };
}

/** Records the review of a day in the log. Returns the number of records and the last day for the next review. */
export async function recordReview(
  { database, log, actor }: { database: Database; log: Log; actor: Actor },
  organization: OrganizationId,
  day: string,
  approvedBy: string,
  past: PastInventory,
): Promise<{ records: number; dueBy: string }> {
  const rows = await inventoryRows(past);
  const changes = {
    inventory_day: day,
    inventory_approved_by: approvedBy,
    inventory_sha256: computeDigest(rows),
  };
  const words = `Reviewed the inventory of ${day} (${rows.length} records), approved by ${approvedBy}.`;
  const logged = listChanges(Object.keys(changes), {}, changes);
  const reviewed = createEntry('organization', organization, 'approved', words, logged);
  await database.write({ organization, by: 'operator' }, (transaction) =>
    recordBy(log, actor)(transaction, organization, [reviewed]),
  );
  return { records: rows.length, dueBy: reviewDueAfter(day) };
}
