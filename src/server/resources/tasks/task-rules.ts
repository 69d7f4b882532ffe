// Rules of tasks and their instances that the contract's schemas cannot state. Pure.
import type { components } from '../../../../generated/types';
import { conflict, invalid } from '../../../base/errors';
import { requirePast, withMilliseconds } from '../completion-time';
import { isFinal } from './task-series';

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
