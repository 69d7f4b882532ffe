// Days and months of UTC, as `2026-06-30` and `2026-06`, which sort by time, and times of RFC 3339. Pure.

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Returns whether a text is a day of the calendar. Date would accept 2026-02-30 as a day of March. */
export const isDay = (text: string): boolean =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/**
 * Returns a time of RFC 3339, a leap second as the second before it. Returns undefined for a text that is none, and
 * outside of the years 0 to 9999, which are the ones that a time in UTC can show.
 */
export function timeOf(text: string): Date | undefined {
  const time = new Date(text.replace(':60', ':59'));
  const year = time.getUTCFullYear();
  return year >= 0 && year <= 9999 ? time : undefined;
}

/** Says that a text is no day, with the text. */
export const notADay = (text: string): string =>
  `"${text}" is not a day of the calendar. Enter a day such as 2026-06-30.`;

/** `time`: as a Date, or in milliseconds since 1970. */
export const dayOf = (time: Date | number): string =>
  new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Returns the day that is a number of days after another. */
export const addDays = (day: string, days: number): string => dayOf(Date.parse(day) + days * 86_400_000);

/** Returns the last millisecond of a day. */
export const lastTimeOf = (day: string): Date => new Date(`${day}T23:59:59.999Z`);

/** Returns a text that sorts after every time of the day, and before the next day. */
export const endOf = (day: string): string => `${day}T24`;

export type Month = string;

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export const isMonth = (text: string): boolean => MONTH.test(text);

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
