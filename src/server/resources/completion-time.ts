// The times of completions that callers give. Pure.
import { timeOf } from '../../base/day';
import { invalid } from '../../base/errors';

const TOLERANCE_MINUTES = 5;

/** Times may be sent without milliseconds or with a leap second. Responses show milliseconds. */
export const withMilliseconds = (time: string): string => timeOf(time)!.toISOString();

/** Allows for clocks that differ. @throws ApiError `validation_error` for a time in the future. */
export function requirePast(completedAt: string | null | undefined, now: Date): void {
  if (!completedAt) return;
  if (Date.parse(withMilliseconds(completedAt)) > now.getTime() + TOLERANCE_MINUTES * 60_000)
    throw invalid('completedAt', `is later than the present time, ${now.toISOString()}; send a past time`);
}
