// Days in UTC, as `2026-06-30`. Pure.

/** Returns whether a text is a day of the calendar. Date would accept 2026-02-30 as a day of March. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** `time`: as a Date, or in milliseconds since 1970. */
export const dayOf = (time: Date | number): string =>
  new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length);

/** Returns a text that sorts after every time of the day, and before the next day. */
export const endOf = (day: string): string => `${day}T24`;
