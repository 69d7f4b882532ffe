// Rules of tasks, their instances and times of completion that the contract's schemas cannot state. Pure.
import type { components } from '../../../../generated/types';
import { conflict, invalid } from '../../../base/errors';
import { isFinal } from '../../records/task-series';
import { timeOf } from '../../../base/day';

interface Schedule {
  dueDate?: string;
  recurrence?: string | null;
}

/** `at`: the place of the task in the body. @throws ApiError `validation_error`. */
export function requireDueDate({ recurrence, dueDate }: Schedule, at = ''): void {
  if (recurrence && dueDate === undefined) throw invalid(`${at}dueDate`, 'is required for a recurring task');
}

interface Progress {
  status: components['schemas']['TaskStatus'];
  completedAt?: string | null;
}

/** @throws ApiError `validation_error`. */
export function requireCompletion({ status, completedAt }: Progress, now: Date): void {
  if (completedAt && status !== 'complete') throw invalid('completedAt', 'needs the status complete');
  requirePast(completedAt, now);
}

/** Returns the time of the completion: the given one, the `recorded` one, or that of the request. */
export function completionOf(
  { completedAt, status }: Progress,
  recorded: string | null,
  now: Date,
): string | null {
  if (status !== 'complete') return null;
  return completedAt ? withMilliseconds(completedAt) : (recorded ?? now.toISOString());
}

/** @throws ApiError `validation_error`. */
export function requireOtherUser({ fromUserId, toUserId }: { fromUserId: string; toUserId: string }): void {
  if (fromUserId === toUserId) throw invalid('toUserId', 'must be another user than fromUserId');
}

/** The end of a recurring task cancels its other instances. @throws ApiError `conflict`. */
export function requireOpenSeries(
  task: Pick<components['schemas']['Task'], 'status'>,
  { dueDate, status }: Pick<components['schemas']['TaskInstance'], 'dueDate' | 'status'>,
): void {
  if (isFinal(task.status) && status !== 'complete')
    throw conflict(
      `The task is ${task.status}, so its instance of ${dueDate} is cancelled and cannot change. Create a task for further work.`,
    );
}

const TOLERANCE_MINUTES = 5;

/** Times may be sent without milliseconds or with a leap second. Responses show milliseconds. */
export const withMilliseconds = (time: string): string => timeOf(time)!.toISOString();

/** Allows for clocks that differ. @throws ApiError `validation_error` for a time in the future. */
export function requirePast(completedAt: string | null | undefined, now: Date): void {
  if (!completedAt) return;
  if (Date.parse(withMilliseconds(completedAt)) > now.getTime() + TOLERANCE_MINUTES * 60_000)
    throw invalid('completedAt', `is later than the present time, ${now.toISOString()}; send a past time`);
}
