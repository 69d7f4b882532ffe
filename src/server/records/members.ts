// The Settings pages keep which account signs in to a `User` record. Its role there follows from that of the record, and
// its membership ends with the record.
import type { BatchedChange, Database, SharedTransaction } from '../../database/database';
import { changeOf, compileDeleteRows, compileUpdateRows } from '../../database/rows';
import type { Fields } from '../../contract/record-model';
import { settingsRole } from '../users/user';

const KEY = ['organization_id', 'record_id'];

export function createMemberChanges(database: Database) {
  const setRole: BatchedChange<object> = changeOf(compileUpdateRows(database, 'memberships', KEY, ['role']));
  const end: BatchedChange<object> = changeOf(compileDeleteRows(database, 'memberships', KEY));
  /** Queues what a change of a `User` record changes of its membership, if it has one. */
  return (
    transaction: SharedTransaction,
    organization_id: string,
    before: Fields | undefined,
    after: Fields | undefined,
  ): void => {
    if (!before) return;
    const key = { organization_id, record_id: before.id };
    if (!after) transaction.change(end, key);
    else if (before.role !== after.role)
      transaction.change(setRole, { ...key, role: settingsRole(after.role) });
  };
}
