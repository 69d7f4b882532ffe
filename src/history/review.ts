// Records that the inventory of a day was reviewed and approved (CIP-002 R2), with the digest of the list.
import { hash } from 'node:crypto';
import type { RecordActivity } from '../audit/append';
import type { ActivityReader } from '../audit/read';
import type { Activity } from '../audit/entry';
import type { Database } from '../database/database';
import type { OrganizationId } from '../organizations/organization';
import { reviewDueAfter } from './day';
import { importedRow } from './formats';
import type { InventoryRow } from './rows';

export interface InventoryReview {
  day: string;
  approvedBy: string;
  recordedAt: string;
  /** The last day for the next review, 15 calendar months later. */
  dueBy: string;
}

const DAY = 'inventory_day';
const APPROVER = 'inventory_approved_by';

/** Returns the SHA-256 of the list as JSON, one record a line. */
export const digestOf = (rows: readonly InventoryRow[]): string =>
  hash('sha256', rows.map((row) => `${JSON.stringify(importedRow(row))}\n`).join(''), 'hex');

const reviewed = (
  organization: OrganizationId,
  day: string,
  approvedBy: string,
  rows: readonly InventoryRow[],
): Activity => ({
  operation: 'approved',
  resourceType: 'organization',
  resourceId: organization,
  description: `Reviewed the inventory of ${day} (${rows.length} records), approved by ${approvedBy}.`,
  changes: [
    { field: DAY, before: null, after: day },
    { field: APPROVER, before: null, after: approvedBy },
    { field: 'inventory_sha256', before: null, after: digestOf(rows) },
  ],
});

export const createRecordReview =
  (database: Database, record: RecordActivity) =>
  (
    organization: OrganizationId,
    day: string,
    approvedBy: string,
    rows: readonly InventoryRow[],
  ): Promise<void> =>
    database.write({ organization, by: 'operator' }, (transaction) =>
      record(transaction, organization, [reviewed(organization, day, approvedBy, rows)]),
    );

/** Returns the latest review; undefined before the first one. */
export async function lastReview(
  activity: ActivityReader,
  organization: OrganizationId,
): Promise<InventoryReview | undefined> {
  const filter = { resourceType: 'organization', resourceId: organization, operation: 'approved' };
  const [row] = await activity.newest(organization, { ...filter, limit: 1 });
  if (!row) return undefined;
  const changes = JSON.parse(row.changes) as { field: string; after: string }[];
  const valueOf = (field: string): string => changes.find((change) => change.field === field)!.after;
  const day = valueOf(DAY);
  return { day, approvedBy: valueOf(APPROVER), recordedAt: row.occurred_at, dueBy: reviewDueAfter(day) };
}
