// Days in UTC, as `2026-06-30`. Pure.
import type { Month } from '../month';

/** Returns whether a text is a day of the calendar: 2026-02-30 is not. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

export const dayOf = (time: Date): string => time.toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Sorts after every time of the day, and before the next day. */
export const endOf = (day: string): string => `${day}T24`;

const lastOf = (year: number, month: number): string => dayOf(new Date(Date.UTC(year, month, 0)));

export function lastDayOf(month: Month): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return lastOf(year, number);
}

/**
 * Returns the last day of the 15th calendar month after the month of `day`, the limit of CIP-002 R2 for the next
 * review.
 */
export function reviewDueAfter(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return lastOf(year, month + 15);
}
