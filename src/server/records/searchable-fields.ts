// The fields by which rules, views and time search records. Their values are rows of their own (table.ts).
import type { Fields } from '../../contract/record-model';
import { TURNING, isSeries, storedOf, turnOf } from './views';

/** The time at which a record changes by itself, in ISO 8601. */
export const TURN = '$turn';
/** Marks a recurring task that waits: its instances become overdue day by day. */
export const SERIES = '$series';

const SEARCHED: Partial<Record<string, string[]>> = {
  Task: ['assigneeId', TURN, SERIES],
  TaskInstance: ['parentTaskId', TURN],
  TrainingAssignment: ['trainingModuleId', TURN],
  File: [TURN],
  Evidence: ['resourceId'],
  User: ['email', 'role'],
  Invitation: ['email', '$digest', TURN],
  AccessControl: ['userId'],
};

export const isSearchable = (collection: string, field: string): boolean =>
  SEARCHED[collection]?.includes(field) === true;

/** Years of more than four digits would sort before all others. No clock of a world shows them. */
const END = Date.UTC(10_000, 0);

/** Returns the values of a record by field. Those of the contract are in lower case. */
export function searchedValues(collection: string, record: Fields | undefined): Record<string, string> {
  const names = SEARCHED[collection];
  if (!names || !record) return {};
  const stored = storedOf(collection, record);
  const turn = TURNING.includes(collection) ? turnOf(collection, stored) : undefined;
  const computed = {
    ...(turn !== undefined && turn < END && { [TURN]: new Date(turn).toISOString() }),
    ...(turn !== undefined && isSeries(stored) && { [SERIES]: 'true' }),
  };
  const own = names.flatMap((name) =>
    typeof stored[name] === 'string' ? [[name, folded(stored[name])]] : [],
  );
  return { ...(Object.fromEntries(own) as Record<string, string>), ...computed };
}

/** Returns a value as searches compare it. */
export const folded = (value: unknown): string => String(value).toLowerCase();
