// The records as the archived entries leave them, from which verification replays the later entries.
import { type Logged, applyEntry, compareIds } from './compare-records';
import type { ActivityRow } from './chain';
import { RECORD_KINDS } from './record-kinds';

export interface ArchivedRecords {
  /** Takes the next entry. */
  add(entry: ActivityRow): void;
  /** Returns the records of a type in the order of their ids. */
  of(resourceType: string): readonly Logged[];
}

export function createArchivedRecords(): ArchivedRecords {
  const records = new Map<string, Map<string, Logged>>(
    RECORD_KINDS.map(({ resourceType }) => [resourceType, new Map()]),
  );
  return {
    add(entry) {
      const ofType = records.get(entry.resource_type);
      const { resource_id: id } = entry;
      ofType?.set(id, applyEntry(ofType.get(id), entry, entry.resource_type));
    },
    of: (resourceType) =>
      [...records.get(resourceType)!.values()].sort((one, other) => compareIds(one.id, other.id)),
  };
}
