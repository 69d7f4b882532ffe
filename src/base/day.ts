// Days and months of UTC, as `2026-06-30` and `2026-06`, which sort by time, times of RFC 3339, and clocks.
import { isDeepStrictEqual } from 'node:util';
import type { OrganizationId } from './organization';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Returns whether a text is a day of the calendar. Date would accept 2026-02-30 as a day of March. */
export const isDay = (text: string): boolean =>
  DAY.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

/**
 * Returns a time of RFC 3339, a leap second as the second before it. Returns undefined for a text that is none, and
 * outside of the years 0 to 9999, which are the ones that a time in UTC can show.
 */
export function parseTime(text: string): Date | undefined {
  const time = new Date(text.replace(':60', ':59'));
  const year = time.getUTCFullYear();
  return year >= 0 && year <= 9999 ? time : undefined;
}

const TIME = /^\d{4}-\d\d-\d\dT/i;

/** Returns whether two values are equal, or one time in two notations. */
export function isSameOrSameTime(one: unknown, other: unknown): boolean {
  if (typeof one !== 'string' || typeof other !== 'string') return isDeepStrictEqual(one, other);
  const areTimes = TIME.test(one) && TIME.test(other);
  return one === other || (areTimes && parseTime(one)?.getTime() === parseTime(other)?.getTime());
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Returns why a text in the form of a day is none, for example `February 2026 has the days 01 to 28`. */
export function calendarFault(text: string): string | undefined {
  if (!DAY.test(text) || isDay(text)) return undefined;
  const [year, month] = text.split('-') as [string, string];
  const name = MONTHS[Number(month) - 1];
  if (name === undefined) return 'a year has the months 01 to 12';
  return `${name} ${year} has the days 01 to ${toLastDay(`${year}-${month}`).slice(-2)}`;
}

/** Says that a text is no day, with the text and the reason. */
export function notADay(text: string): string {
  const reason = calendarFault(text);
  return `"${text}" is not a day of the calendar${reason === undefined ? '' : `: ${reason}`}. Enter a day such as 2026-06-30.`;
}

/** Returns the fault of a text that is no day. To follow the name of the field. */
export function dayFault(text: string): string {
  const reason = calendarFault(text);
  if (reason !== undefined) return `is not a date: ${reason}`;
  const day = text.slice(0, 'YYYY-MM-DD'.length);
  return isDay(day) ? `must be a date without a time, such as ${day}` : 'must be a date such as 2026-01-31';
}

/** A time as people and programs write it. In a query, a `+` that is not encoded arrives as a space. */
const WRITTEN_TIME =
  /^(\d{4}-\d\d-\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)([.]\d+)?)?)? ?([Zz]|[ +-]\d\d:?\d\d)?$/;

/** Returns the fault of a text that is no time in UTC, and the same moment in UTC. To follow the field. */
export function timeFault(text: string): string {
  const [, day = '', hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] =
    WRITTEN_TIME.exec(text) ?? [];
  const limit = [
    [hour, '23', 'hours'],
    [minute, '59', 'minutes'],
    [second, '60', 'seconds'],
  ].find(([given, last]) => given! > last!);
  const reason = calendarFault(day) ?? (limit && `${limit[2]} are 00 to ${limit[1]}`);
  if (reason !== undefined) return `is not a time: ${reason}`;
  const offset = zone
    .toUpperCase()
    .replace(' ', '+')
    .replace(/:?(\d\d)$/, ':$1');
  const written = `${day}T${hour}:${minute}:${second}${fraction}${offset}`;
  const utc = day === '' ? undefined : parseTime(written)?.toISOString().replace('.000Z', 'Z');
  return `must be a time with Z or an offset, such as ${utc ?? '2026-01-31T08:15:30Z'}`;
}

/** `time`: as a Date, or in milliseconds since 1970. */
export const toDay = (time: Date | number): string =>
  new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length);

export const addDays = (day: string, days: number): string => toDay(Date.parse(day) + days * 86_400_000);

export const toLastTime = (day: string): Date => new Date(`${day}T23:59:59.999Z`);

/** Returns a text that sorts after every time of the day, and before the next day. */
export const toEnd = (day: string): string => `${day}T24`;

export type Month = string;

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export const isMonth = (text: string): boolean => MONTH.test(text);

export const toMonth = (date: Date): Month => date.toISOString().slice(0, 'YYYY-MM'.length);

export function nextMonth(month: Month): Month {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return toMonth(new Date(Date.UTC(year, number)));
}

/** Returns the last day of the month that is `months` later. */
export function toLastDay(month: Month, months = 0): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return toDay(Date.UTC(year, number + months, 0));
}

/** The time of an organization: the real one, or in a world of the sandbox one that stands still until it is moved. */
export interface Clock {
  now(organization: OrganizationId): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export interface Clocks extends Clock {
  /** Sets the clock of a world. Without a time, it shows the real time again. */
  set(world: OrganizationId, time: Date | undefined): void;
}

export function createClocks(): Clocks {
  const times = new Map<OrganizationId, Date>();
  return {
    now: (world) => times.get(world) ?? systemClock.now(world),
    set: (world, time) => void (time ? times.set(world, time) : times.delete(world)),
  };
}
