// The due dates of a recurring task. Pure.
import type { components } from '../../../../generated/types';

const DAY = 86_400_000;
const INTERVAL_DAYS = 35;
const INTERVAL_MONTHS = { quarterly: 3, yearly: 12, every_15_months: 15 };
const MONTHS_AHEAD = 60;

/** A month without that day uses its last day. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

type Schedule = Pick<components['schemas']['Task'], 'dueDate' | 'recurrence'>;

const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10);

/** Yields the due dates of a recurring task in order, up to a day. */
export function* scheduledDays(
  { dueDate: first = '', recurrence }: Schedule,
  until: string,
): Generator<string> {
  for (let index = 0; ; index++) {
    const day =
      recurrence === 'every_35_days'
        ? addDays(first, index * INTERVAL_DAYS)
        : addMonths(first, index * INTERVAL_MONTHS[recurrence!]);
    if (day > until) return;
    yield day;
  }
}

/** Returns whether a recurring task has an instance on a day. Instances exist for five years ahead. */
export function isScheduled(
  { dueDate: first = '', recurrence }: Schedule,
  day: string,
  today: string,
): boolean {
  if (day <= first || day > addMonths(today, MONTHS_AHEAD)) return day === first;
  if (recurrence === 'every_35_days')
    return ((Date.parse(day) - Date.parse(first)) / DAY) % INTERVAL_DAYS === 0;
  const monthOf = (each: string): number => Number(each.slice(0, 4)) * 12 + Number(each.slice(5, 7));
  const months = monthOf(day) - monthOf(first);
  return months % INTERVAL_MONTHS[recurrence!] === 0 && addMonths(first, months) === day;
}
