// Months of UTC as `YYYY-MM`, which sort by time and begin the ISO 8601 times of their days.
import { dayOf } from './day';

export type Month = string;

const FORM = /^\d{4}-(0[1-9]|1[0-2])$/;

export const isMonth = (text: string): boolean => FORM.test(text);

export const monthOf = (date: Date): Month => date.toISOString().slice(0, 'YYYY-MM'.length);

export function nextMonth(month: Month): Month {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return monthOf(new Date(Date.UTC(year, number)));
}

/** Returns the last day of the month that is `months` later. */
export function lastDayOf(month: Month, months = 0): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return dayOf(Date.UTC(year, number + months, 0));
}
