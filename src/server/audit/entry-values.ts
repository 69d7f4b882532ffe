// Reads names and ids from the changes of an entry. Pure.
import type { ActivityRow } from './chain';
import { type LoggedChange, type RecordChange, changesIn } from './compare-records';

/** The fields that name a record. */
export const NAME_FIELDS = ['name', 'label', 'email', 'title'];

/** An entry with what its changes say of its record. */
export interface ReadEntry {
  row: ActivityRow;
  name: string | undefined;
  /** The id of the system of an asset. */
  system: string | undefined;
  /** The id of a facility or control center. */
  site: string | undefined;
}

/** Returns the value after an entry, or the one before a deletion. */
function valueIn(changes: readonly RecordChange[], fields: readonly string[]): string | undefined {
  const change = changes.find(({ field }) => fields.includes(field));
  const value: unknown = change?.after ?? change?.before;
  return typeof value === 'string' ? value : undefined;
}

export const nameIn = ({ changes }: Pick<LoggedChange, 'changes'>): string | undefined =>
  valueIn(changesIn(changes), NAME_FIELDS);

export function readEntry(row: ActivityRow): ReadEntry {
  const changes = changesIn(row.changes);
  return {
    row,
    name: valueIn(changes, NAME_FIELDS),
    system: valueIn(changes, ['cyber_system_id']),
    site: valueIn(changes, ['facility_id', 'control_center_id']),
  };
}
