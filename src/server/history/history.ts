// The inventory of an organization as of a day: lists, proofs and reviews.
import { type ActorSources, actorKey, createNameActors } from '../audit/actor-names';
import type { RecordActivity } from '../audit/append';
import type { ActivityReader } from '../audit/read';
import type { Database } from '../../database/database';
import type { OrganizationId } from '../../base/organization';
import type { OrganizationRecord } from '../organizations/store';
import type { InventoryFilter } from './filter';
import { createWriteProof } from './proof';
import { type PastInventory, createReadPast } from './read';
import type { InventoryReport } from './report';
import { type Review, createLastReview, createRecordReview, reviewDueAfter } from './review';
import { inventoryRows } from './rows';

type Listable = Pick<OrganizationRecord, 'id' | 'name' | 'slug'>;

export interface History {
  /** Reads the inventory as it was at the end of a day. @throws ArchivedDay. */
  read(organization: Listable, day: string): Promise<PastInventory>;
  report(
    organization: Listable,
    day: string,
    past: PastInventory,
    filter: InventoryFilter,
    exporter: string,
  ): Promise<InventoryReport>;
  /** Writes the whole inventory of the day with the log and a program that recomputes it. */
  writeProof: ReturnType<typeof createWriteProof>;
  /** Records the review of a day in the log. Returns the number of records and the last day for the next review. */
  review(
    organization: Listable,
    day: string,
    approvedBy: string,
    past: PastInventory,
  ): Promise<{ records: number; dueBy: string }>;
  /** Returns the last review that the log in the database has, with the name of the actor that recorded it. */
  lastReview(organization: OrganizationId): Promise<(Review & { recordedBy: string }) | undefined>;
}

export function createHistory(
  database: Database,
  activity: ActivityReader,
  record: RecordActivity,
  actors: ActorSources,
): History {
  const readPast = createReadPast(database);
  const nameActors = createNameActors(actors);
  const findReview = createLastReview(database);
  const recordReview = createRecordReview(database, record);

  return {
    read: ({ id }, day) => readPast(id, day),
    async report({ id, name, slug }, day, past, filter, exporter) {
      const rows = inventoryRows(past, filter);
      const names = await nameActors(id, past.last.values());
      return { organization: { name, slug }, day, filter, head: past.head, exporter, rows, names };
    },
    writeProof: createWriteProof(activity),
    async review({ id }, day, approvedBy, past) {
      const rows = inventoryRows(past);
      await recordReview(id, day, approvedBy, rows);
      return { records: rows.length, dueBy: reviewDueAfter(day) };
    },
    async lastReview(organization) {
      const review = await findReview(organization);
      if (review === undefined) return undefined;
      const { entry } = review;
      const names = await nameActors(organization, [entry]);
      return { ...review, recordedBy: names.get(actorKey(entry)) ?? entry.actor_id };
    },
  };
}
