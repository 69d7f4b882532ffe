// The designations of the CIP Senior Manager: each ends on the day before the next one takes effect. Pure.
import type { components } from '../../../../generated/types';
import { addDays } from '../../../base/day';
import { conflict } from '../../../base/errors';

type Designation = components['schemas']['CipSeniorManagerAssignment'];

export const dayBefore = (day: string): string => addDays(day, -1);

const inOrder = (all: Designation[]): Designation[] =>
  [...all].sort((one, other) => (one.effectiveDate < other.effectiveDate ? -1 : 1));

/** Returns the designation in force on a day. */
export const inForce = (all: Designation[], day: string): Designation | undefined =>
  inOrder(all).findLast(({ effectiveDate, endDate }) => effectiveDate <= day && (endDate ?? day) >= day);

/** Returns whether a user is or was CIP Senior Manager on a day. */
export const wasDesignated = (all: Designation[], user: string, day: string): boolean =>
  all.some(({ userId, effectiveDate }) => userId === user && effectiveDate <= day);

/** Returns the designation that a new one ends. @throws ApiError `conflict`. */
export function replacedBy(
  { userId, effectiveDate }: Pick<Designation, 'userId' | 'effectiveDate'>,
  all: Designation[],
  today: string,
): Designation | undefined {
  const latest = inOrder(all).at(-1);
  if ([latest, inForce(all, today)].some((each) => each?.userId === userId))
    throw conflict('This user is already designated as CIP Senior Manager.');
  if (latest && effectiveDate <= latest.effectiveDate)
    throw conflict(`The designation must take effect after ${latest.effectiveDate}.`);
  return latest;
}

/** Returns the designation before a moved one. @throws ApiError `conflict` for a date that is not between others. */
export function previousOf({ id, effectiveDate }: Designation, all: Designation[]): Designation | undefined {
  const ordered = inOrder(all);
  const index = ordered.findIndex((each) => each.id === id);
  const [previous, next] = [ordered[index - 1], ordered[index + 1]];
  if (
    effectiveDate > (previous?.effectiveDate ?? '') &&
    effectiveDate < (next?.effectiveDate ?? '9999-99-99')
  )
    return previous;
  throw conflict('The effective date must lie between those of the previous and the next assignment.');
}
