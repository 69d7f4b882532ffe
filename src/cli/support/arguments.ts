// Parsers of arguments that several commands share.
import { InvalidArgumentError } from 'commander';
import { isPageOrigin } from '../../base/addresses';
import { type Month, toEnd, isDay, isMonth, toMonth, timeFault } from '../../base/day';
import {
  MAX_DAYS,
  MAX_LABEL_CHARACTERS,
  MAX_LIFETIME_MILLISECONDS,
  readLabel,
} from '../../server/keys/key-rules';

/**
 * Returns a parser of an argument. `read`: returns undefined for an invalid text. The parser then throws
 * InvalidArgumentError with `advice`.
 */
export const parserOf =
  <Value>(read: (text: string) => Value | undefined, advice: string) =>
  (text: string): Value => {
    const value = read(text);
    if (value === undefined) throw new InvalidArgumentError(advice);
    return value;
  };

const MILLISECONDS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 } as const;

/** Returns a duration (90d, 12h, 5m, 30s) in milliseconds, or NaN. */
function duration(text: string): number {
  const [, count, unit] = /^(\d{1,9})([dhms])$/.exec(text) ?? [];
  return Number(count) * MILLISECONDS[unit as keyof typeof MILLISECONDS];
}

/** Returns the lifetime of a key in milliseconds. @throws InvalidArgumentError. */
export const lifetime = parserOf((text) => {
  const milliseconds = duration(text);
  return milliseconds > 0 && milliseconds <= MAX_LIFETIME_MILLISECONDS ? milliseconds : undefined;
}, `Write a number and d, h, m or s, for example 90d, 12h or 30s; at most ${MAX_DAYS}d.`);

/** Returns a label or name. @throws InvalidArgumentError. */
export const oneLine = parserOf((text) => {
  const read = readLabel(text);
  return 'fault' in read ? undefined : read.label;
}, `Write 1 to ${MAX_LABEL_CHARACTERS} characters without line breaks or control characters.`);

const DAY_OR_MOMENT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/;

/** Returns the ISO 8601 time of a day, a time, or a duration before now. @throws InvalidArgumentError. */
export function moment(text: string): string {
  const ago = duration(text);
  // Dates have a minimum, and no entry is older than 1970.
  if (!Number.isNaN(ago)) return new Date(Math.max(0, Date.now() - ago)).toISOString();
  const time = DAY_OR_MOMENT.test(text) ? new Date(text) : new Date(NaN);
  if (Number.isNaN(time.getTime()) || !isDay(text.slice(0, 'YYYY-MM-DD'.length))) {
    const fault = timeFault(text);
    const reason = fault.startsWith('must be a time') ? '' : `The value ${fault}. `;
    throw new InvalidArgumentError(
      `${reason}Write a day (2026-01-31), a time (2026-01-31T08:15:00Z) or a duration (7d).`,
    );
  }
  return time.toISOString();
}

/** Returns a text that sorts after every time of a day, or the time. @throws InvalidArgumentError. */
export const endOfMoment = (text: string): string => (isDay(text) ? toEnd(text) : moment(text));

/** Returns a month that has ended by the last day before it. @throws InvalidArgumentError. */
export const endedMonth = parserOf(
  (text): Month | undefined => (isMonth(text) && text <= toMonth(new Date()) ? text : undefined),
  'Write this month or an earlier one (UTC), for example 2026-01.',
);

/** Returns a SHA-256 in lower-case hexadecimal digits. @throws InvalidArgumentError. */
export const hash = parserOf(
  (text) => /^[0-9a-f]{64}$/.exec(text.toLowerCase())?.[0],
  'Write the 64 hexadecimal digits that `activity verify` printed.',
);

/** @throws InvalidArgumentError. */
export const wholeNumber = (min: number, max: number) =>
  parserOf((text) => {
    const value = Number(text);
    return /^\d+$/.test(text) && value >= min && value <= max ? value : undefined;
  }, `Write a whole number from ${min} to ${max}.`);

/** Returns the base URL of a server without a final slash. @throws InvalidArgumentError. */
export const baseUrl = parserOf((text) => {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username + url.search + url.hash !== '')
    return undefined;
  let end = url.href.length;
  while (url.href[end - 1] === '/') end--;
  return url.href.slice(0, end);
}, 'Write a URL without user, query or fragment, for example https://inventory.example.');

/** Returns the origin of a page or a server. @throws InvalidArgumentError. */
export const pageOrigin = parserOf(
  (text) => (isPageOrigin(text) ? text : undefined),
  'Write an origin without a path, for example https://app.example.',
);

/** Adds an origin, or `*` for all. @throws InvalidArgumentError. */
export const pageOrigins = (text: string, before: string[]): string[] => [
  ...before,
  text === '*' ? text : pageOrigin(text),
];
