// Rules of tasks and their instances that the contract's schemas cannot state. Pure.
import type { components } from '../../../../generated/types';
import { invalid } from '../../../base/errors';

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
export function requireCompletion({ status, completedAt }: Progress): void {
  if (completedAt && status !== 'complete') throw invalid('completedAt', 'needs the status complete');
}

/** Returns the time of the completion: the given one, or that of the request. */
export const completionOf = ({ completedAt, status }: Progress, now: Date): string | null =>
  status === 'complete' ? (completedAt ?? now.toISOString()) : null;

/** @throws ApiError `validation_error`. */
export function requireOtherUser({ fromUserId, toUserId }: { fromUserId: string; toUserId: string }): void {
  if (fromUserId === toUserId) throw invalid('toUserId', 'must be another user than fromUserId');
}
