// A recurring task: its due dates and its instances. Only changed instances are stored; the others follow from the schedule. Pure.
import type { components } from '../../../generated/types';
import { computeEtag } from '../../base/digest';

type Schemas = components['schemas'];
type Series = Schedule & Pick<Schemas['Task'], 'id' | 'status'>;
type Instance = Schemas['TaskInstanceSummary'];

/** The changed instances of a task. */
export type Changed = (Pick<Schemas['TaskInstance'], 'dueDate' | 'status' | 'completedAt'> & {
  notes?: string;
})[];

/** The contract's limit of past instances. */
const MAX_PAST = 100;
const NEXT = 4;

export const isFinal = (status: Schemas['TaskStatus']): boolean =>
  status === 'complete' || status === 'cancelled';

/** Returns the status of an instance. The end of a task cancels the instances that are not complete. */
export function computeStatus(
  task: Pick<Series, 'status'>,
  { dueDate, status = 'open' }: { dueDate: string; status?: Schemas['TaskStatus'] | undefined },
  today: string,
): Schemas['TaskStatus'] {
  if (isFinal(status)) return status;
  if (isFinal(task.status)) return 'cancelled';
  return dueDate < today ? 'overdue' : status;
}

/** Looks up the instances of a task by their due dates. The tag is that of `updateTaskInstance`. */
function listInstances(task: Series, changed: Changed, today: string) {
  const byDay = new Map(changed.map((each) => [each.dueDate, each]));
  return (dueDate: string): Instance => {
    const { status: stored, completedAt = null, notes } = byDay.get(dueDate) ?? {};
    const status = computeStatus(task, { dueDate, status: stored }, today);
    const shown = { dueDate, status, completedAt, ...(notes !== undefined && { notes }) };
    return { ...shown, etag: computeEtag(JSON.stringify({ parentTaskId: task.id, ...shown })) };
  };
}

/** Returns the last complete instances, which stay whatever becomes of the schedule. */
export const listComplete = (task: Series, changed: Changed, today: string): Instance[] =>
  changed
    .filter(({ status }) => status === 'complete')
    .map(({ dueDate }) => listInstances(task, changed, today)(dueDate))
    .sort((one, other) => (one.dueDate < other.dueDate ? -1 : 1))
    .slice(-MAX_PAST);

/** Returns the fields of a recurring task that its instances determine, as of a day. */
export function createSeries(
  task: Series,
  changed: Changed,
  today: string,
): Pick<Schemas['Task'], 'status' | 'nextDueDate' | 'instances'> {
  const on = listInstances(task, changed, today);
  const end = endOfSchedule(task, today);
  const past = countBefore(task, today);
  const late: Instance[] = [];
  for (let number = past - 1; number >= 0 && late.length < MAX_PAST && !isFinal(task.status); number--) {
    const instance = on(computeDueDate(task, number));
    if (!isFinal(instance.status)) late.unshift(instance);
  }
  const next: Instance[] = [];
  const isWaiting = ({ status }: Instance): boolean => !isFinal(status);
  const isFound = (): boolean => isFinal(task.status) || [...late, ...next].some(isWaiting);
  for (let number = past; computeDueDate(task, number) <= end && (next.length < NEXT || !isFound()); number++)
    next.push(on(computeDueDate(task, number)));
  const shown = new Map(
    [...listComplete(task, changed, today), ...late, ...next].map((each) => [each.dueDate, each]),
  );
  return {
    status: late.length > 0 ? 'overdue' : task.status,
    nextDueDate: [...late, ...next].find(isWaiting)?.dueDate ?? null,
    instances: [...shown.values()].sort((one, other) => (one.dueDate < other.dueDate ? -1 : 1)),
  };
}

interface Range {
  from?: string | undefined;
  to?: string | undefined;
  /** Only an instance that is overdue counts. */
  isOverdue: boolean;
}

/** Complete instances stay when the schedule moves or ends. */
export const hasCompleteIn = (changed: Changed, { from = '', to = LAST_DAY }: Omit<Range, 'isOverdue'>) =>
  changed.some(({ status, dueDate }) => status === 'complete' && dueDate >= from && dueDate <= to);

/** Returns whether an instance of a recurring task is due in a range of days, both ends included. */
export function hasInstanceIn(
  task: Series,
  changed: Changed,
  { from = '', to = LAST_DAY, isOverdue }: Range,
  today: string,
): boolean {
  const on = listInstances(task, changed, today);
  if (!isOverdue && hasCompleteIn(changed, { from, to })) return true;
  const end = isOverdue ? today : endOfSchedule(task, today);
  const days = scheduledDays(task, from || task.dueDate!, end < to ? end : to);
  for (const day of days) if (!isOverdue || on(day).status === 'overdue') return true;
  return false;
}

const DAY = 86_400_000;
const INTERVAL_DAYS = 35;
const INTERVAL_MONTHS = { quarterly: 3, yearly: 12, every_15_months: 15 };
const MONTHS_AHEAD = 60;

/** A month without that day uses its last day. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(0);
  last.setUTCFullYear(year, month + months, 0); // unlike Date.UTC, takes a year before 100 as it is
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

export type Schedule = Pick<components['schemas']['Task'], 'dueDate' | 'recurrence'>;

export const LAST_DAY = '9999-12-31';
/** Sorts after every day. The ISO form of a year after 9999 would sort before them. */
const NEVER = 'never';

/** Returns the due date of an instance by its number, which starts at 0; a later text after the year 9999. */
export function computeDueDate({ dueDate: first = '', recurrence }: Schedule, number: number): string {
  const day =
    recurrence === 'every_35_days'
      ? new Date(Date.parse(first) + number * INTERVAL_DAYS * DAY).toISOString().slice(0, 10)
      : addMonths(first, number * INTERVAL_MONTHS[recurrence!]);
  return day.startsWith('+') ? NEVER : day;
}

/** Yields the due dates of a recurring task in order, from a day to another one. */
export function* scheduledDays(schedule: Schedule, from: string, until: string): Generator<string> {
  for (let number = countBefore(schedule, from); ; number++) {
    const day = computeDueDate(schedule, number);
    if (day > until) return;
    yield day;
  }
}

/** Returns how many instances are due before a day. */
export function countBefore(schedule: Schedule, day: string): number {
  const { dueDate: first = '', recurrence } = schedule;
  const getMonth = (each: string): number => Number(each.slice(0, 4)) * 12 + Number(each.slice(5, 7));
  const intervals =
    recurrence === 'every_35_days'
      ? (Date.parse(day) - Date.parse(first)) / DAY / INTERVAL_DAYS
      : (getMonth(day) - getMonth(first)) / INTERVAL_MONTHS[recurrence!];
  let count = Math.max(0, Math.floor(intervals));
  while (computeDueDate(schedule, count) < day) count++;
  return count;
}

/** Returns the last day on which an instance may be due: five years after today or the first instance. */
export function endOfSchedule({ dueDate = '' }: Schedule, today: string): string {
  const end = addMonths(dueDate > today ? dueDate : today, MONTHS_AHEAD);
  return end.startsWith('+') ? LAST_DAY : end;
}

/** Returns whether a recurring task has an instance on a day. */
export const isScheduled = (schedule: Schedule, day: string, today: string): boolean =>
  day <= endOfSchedule(schedule, today) && computeDueDate(schedule, countBefore(schedule, day)) === day;
