// Finds the names of records that are gone, from the entries that created or deleted them.
import type { Database, Transaction } from '../../database/database';
import { compileFindRow } from '../../database/rows';
import type { OrganizationId } from '../../base/organization';
import type { ActivityRow } from './chain';
import { type ReadEntry, nameIn } from './entry-values';

type LogKey = Pick<ActivityRow, 'resource_type' | 'resource_id' | 'operation'> & {
  organization_id: OrganizationId;
};

const KEY = ['organization_id', 'resource_type', 'resource_id', 'operation'] as const;

/** Entries that name their record, those with its last name first. */
const NAMING = ['deleted', 'created', 'imported'];

export function createFindPastNames(database: Database) {
  const entries = compileFindRow<LogKey, LogKey & Pick<ActivityRow, 'changes'>>(database, 'activity', KEY, [
    ...KEY,
    'changes',
  ]);

  /** Returns names by the id of the record. */
  return async (
    all: Transaction['all'],
    organization_id: OrganizationId,
    nameless: readonly ReadEntry[],
  ): Promise<Map<string, string>> => {
    const names = new Map<string, string>();
    for (const operation of nameless.length === 0 ? [] : NAMING) {
      const keys = nameless.map(({ row: { resource_type, resource_id } }) => ({
        organization_id,
        resource_type,
        resource_id,
        operation,
      }));
      for (const entry of await entries.run(all, keys)) {
        const name = entry && nameIn(entry);
        if (name !== undefined && !names.has(entry!.resource_id)) names.set(entry!.resource_id, name);
      }
    }
    return names;
  };
}
