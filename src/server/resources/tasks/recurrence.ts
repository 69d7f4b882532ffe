// The due dates of a recurring task. Pure.
import type { components } from '../../../../generated/types';

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
export function dueDateOf({ dueDate: first = '', recurrence }: Schedule, number: number): string {
  const day =
    recurrence === 'every_35_days'
      ? new Date(Date.parse(first) + number * INTERVAL_DAYS * DAY).toISOString().slice(0, 10)
      : addMonths(first, number * INTERVAL_MONTHS[recurrence!]);
  return day.startsWith('+') ? NEVER : day;
}

/** Yields the due dates of a recurring task in order, from a day to another one. */
export function* scheduledDays(schedule: Schedule, from: string, until: string): Generator<string> {
  for (let number = countBefore(schedule, from); ; number++) {
    const day = dueDateOf(schedule, number);
    if (day > until) return;
    yield day;
  }
}

/** Returns how many instances are due before a day. */
export function countBefore(schedule: Schedule, day: string): number {
  const { dueDate: first = '', recurrence } = schedule;
  const monthOf = (each: string): number => Number(each.slice(0, 4)) * 12 + Number(each.slice(5, 7));
  const intervals =
    recurrence === 'every_35_days'
      ? (Date.parse(day) - Date.parse(first)) / DAY / INTERVAL_DAYS
      : (monthOf(day) - monthOf(first)) / INTERVAL_MONTHS[recurrence!];
  let count = Math.max(0, Math.floor(intervals));
  while (dueDateOf(schedule, count) < day) count++;
  return count;
}

/** Returns the last day on which an instance may be due: five years after today or the first instance. */
export function endOfSchedule({ dueDate = '' }: Schedule, today: string): string {
  const end = addMonths(dueDate > today ? dueDate : today, MONTHS_AHEAD);
  return end.startsWith('+') ? LAST_DAY : end;
}

/** Returns whether a recurring task has an instance on a day. */
export const isScheduled = (schedule: Schedule, day: string, today: string): boolean =>
  day <= endOfSchedule(schedule, today) && dueDateOf(schedule, countBefore(schedule, day)) === day;
