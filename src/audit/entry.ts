// An entry of the activity log, in the shape that the contract has planned for it, and what a change tells of itself.
import type { components } from '../../generated/types';

export type ActivityEntry = components['schemas']['ActivityLogEntry'];

/** Who makes a change. */
export type Actor = Pick<ActivityEntry, 'actorType' | 'actorId' | 'requestId'>;

/** What was done to one resource. */
export type Activity = Pick<
  ActivityEntry,
  'operation' | 'resourceType' | 'resourceId' | 'description' | 'changes'
>;

type Fields = Readonly<Record<string, string | null | undefined>>;

/** What became of each of these fields, where that is anything: before is left out of a creation, after of a deletion. */
export const changesOf = (
  fields: readonly string[],
  before: Fields = {},
  after: Fields = {},
): ActivityEntry['changes'] =>
  fields.flatMap((field) => {
    const change = { field, before: before[field] ?? null, after: after[field] ?? null };
    return change.before === change.after ? [] : [change];
  });
