// What the pages say of keys: which work, which end soon, and what may be asked for. Pure.
import { type LabelFault, LONGEST_LIFE, MAX_CHARACTERS, MAX_DAYS, readLabel } from '../keys/rules';
import type { KeyListing } from '../keys/statements';
import type { RequestsOfDay } from '../keys/uses';

const DAY = 86_400_000;
const SOON = 30 * DAY;
export const LIFETIMES = [7, 30, 60, 90, 180, MAX_DAYS];

export type KeyState = 'active' | 'expiring' | 'expired' | 'revoked';

export function stateOf({ revoked_at, expires_at }: KeyListing, now: number): KeyState {
  if (revoked_at !== null) return 'revoked';
  const left = Date.parse(expires_at) - now;
  if (left <= 0) return 'expired';
  return left <= SOON ? 'expiring' : 'active';
}

/** `cik_live_AbCd…wXyZ`. */
export const shown = ({ prefix, last_four }: Pick<KeyListing, 'prefix' | 'last_four'>): string =>
  `${prefix}…${last_four ?? ''}`;

/** Requests of each of the last 30 days, the oldest first. */
export function lastDays(
  requests: readonly RequestsOfDay[],
  keyId: string,
  now: number,
): { day: string; requests: number }[] {
  const ofDay = new Map(
    requests.filter(({ key_id }) => key_id === keyId).map((row) => [row.day, row.requests]),
  );
  return Array.from({ length: 30 }, (_, index) => {
    const day = dayOf(now - (29 - index) * DAY);
    return { day, requests: ofDay.get(day) ?? 0 };
  });
}

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length);

export const firstDay = (now: number): string => dayOf(now - 29 * DAY);

export const endOf = (days: number, now: number): Date => new Date(now + days * DAY);

const LABEL_FAULTS: Record<LabelFault, string> = {
  empty: 'Give the key a label, so that you know later what it is for.',
  'too long': `The label is too long: ${MAX_CHARACTERS} characters at most.`,
  'not visible': 'The label has characters that cannot be seen. Type it again.',
};

/** A label as it is stored, or a sentence about what is wrong with it. */
export function labelIn(given: string | null): { label: string } | { fault: string } {
  const read = readLabel(given ?? '');
  return 'fault' in read ? { fault: LABEL_FAULTS[read.fault] } : read;
}

/** When a new key is to end: after some days, or with the end of a day. */
export function expiryIn(form: URLSearchParams, now: number): { expiresAt: Date } | { fault: string } {
  const chosen = form.get('expiry') ?? '';
  if (chosen !== 'date') {
    const days = Number(chosen);
    return LIFETIMES.includes(days)
      ? { expiresAt: endOf(days, now) }
      : { fault: 'Choose when the key is to expire.' };
  }
  const day = form.get('date') ?? '';
  const end = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T23:59:59.999Z`) : NaN;
  if (!(end > now && end <= now + LONGEST_LIFE))
    return { fault: `Choose a day from ${dayOf(now)} to ${lastDay(now)}.` };
  return { expiresAt: new Date(end) };
}

/** The last day whose end is within the limit. */
export const lastDay = (now: number): string => dayOf(now + (MAX_DAYS - 1) * DAY);

/** How long the old key goes on after a rotation. */
export const OVERLAPS: Record<string, { label: string; milliseconds: number }> = {
  now: { label: 'Now', milliseconds: 0 },
  '1h': { label: 'In 1 hour', milliseconds: 3_600_000 },
  '1d': { label: 'In 1 day', milliseconds: DAY },
  '7d': { label: 'In 7 days', milliseconds: 7 * DAY },
  '30d': { label: 'In 30 days', milliseconds: 30 * DAY },
};
