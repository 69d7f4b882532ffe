// A recurring task and its instances. Only changed instances are stored; the others follow from the schedule. Pure.
import type { components } from '../../../../generated/types';
import { LAST_DAY, type Schedule, countBefore, dueDateOf, endOfSchedule } from './recurrence';

type Schemas = components['schemas'];
type Series = Schedule & Pick<Schemas['Task'], 'status'>;
type Instance = Schemas['TaskInstanceSummary'];

/** The changed instances of a task. */
export type Changed = Pick<Schemas['TaskInstance'], 'dueDate' | 'status' | 'completedAt'>[];

/** The contract's limit of past instances. */
const MAX_PAST = 100;
const NEXT = 4;

export const isFinal = (status: Schemas['TaskStatus']): boolean =>
  status === 'complete' || status === 'cancelled';

/** Returns the status of an instance. The end of a task cancels the instances that are not complete. */
export function statusOf(
  task: Pick<Series, 'status'>,
  { dueDate, status = 'open' }: { dueDate: string; status?: Schemas['TaskStatus'] | undefined },
  today: string,
): Schemas['TaskStatus'] {
  if (isFinal(status)) return status;
  if (isFinal(task.status)) return 'cancelled';
  return dueDate < today ? 'overdue' : status;
}

/** Looks up the instances of a task by their due dates. */
function instancesOf(task: Series, changed: Changed, today: string): (dueDate: string) => Instance {
  const byDay = new Map(changed.map((each) => [each.dueDate, each]));
  return (dueDate) => {
    const { status, completedAt = null } = byDay.get(dueDate) ?? {};
    return { dueDate, status: statusOf(task, { dueDate, status }, today), completedAt };
  };
}

/** Returns the first instance that is neither complete nor cancelled. */
function nextDueDate(task: Series, on: (dueDate: string) => Instance, end: string): string | null {
  if (isFinal(task.status)) return null;
  for (let number = 0; ; number++) {
    const dueDate = dueDateOf(task, number);
    if (dueDate > end) return null;
    if (!isFinal(on(dueDate).status)) return dueDate;
  }
}

/** Returns the fields of a recurring task that its instances determine, as of a day. */
export function seriesOf(
  task: Series,
  changed: Changed,
  today: string,
): Pick<Schemas['Task'], 'status' | 'nextDueDate' | 'instances'> {
  const on = instancesOf(task, changed, today);
  const end = endOfSchedule(task, today);
  const past = countBefore(task, today);
  const late: Instance[] = [];
  for (let number = past - 1; number >= 0 && late.length < MAX_PAST && !isFinal(task.status); number--) {
    const instance = on(dueDateOf(task, number));
    if (!isFinal(instance.status)) late.unshift(instance);
  }
  const next = Array.from({ length: NEXT }, (_, index) => dueDateOf(task, past + index));
  return {
    status: late.length > 0 ? 'overdue' : task.status,
    nextDueDate: nextDueDate(task, on, end),
    instances: [...late, ...next.filter((dueDate) => dueDate <= end).map(on)],
  };
}

interface Range {
  from?: string | undefined;
  to?: string | undefined;
  /** Only an instance that is overdue counts. */
  isOverdue: boolean;
}

/** Returns whether an instance of a recurring task is due in a range of days, both ends included. */
export function hasInstanceIn(
  task: Series,
  changed: Changed,
  { from = '', to = LAST_DAY, isOverdue }: Range,
  today: string,
): boolean {
  const on = instancesOf(task, changed, today);
  // Complete instances stay when the schedule moves.
  const isKept = ({ dueDate, status }: Changed[number]): boolean =>
    status === 'complete' && dueDate >= from && dueDate <= to;
  if (!isOverdue && changed.some(isKept)) return true;
  const end = isOverdue ? today : endOfSchedule(task, today);
  if (from > end) return false;
  for (let number = from === '' ? 0 : countBefore(task, from); ; number++) {
    const dueDate = dueDateOf(task, number);
    if (dueDate > end || dueDate > to) return false;
    if (!isOverdue || on(dueDate).status === 'overdue') return true;
  }
}
