// Rules of the pages about API keys: states, labels, expiry and usage by day. Pure.
import { dayOf, isDay, lastTimeOf, notADay } from '../../base/day';
import {
  EXPIRING_DAYS,
  type KeyAccess,
  type KeyListing,
  type LabelFault,
  MAX_DAYS,
  MAX_LABEL_CHARACTERS,
  MAX_LIFETIME_MILLISECONDS,
  type PairedKey,
  readLabel,
} from '../keys/key-rules';
import type { DailyRequests } from '../keys/usage-store';

const DAY = 86_400_000;
const SOON = EXPIRING_DAYS * DAY;
const CHART_DAYS = 30;
export const LIFETIMES = [7, 30, 60, 90, 180, MAX_DAYS];

export type KeyState = 'active' | 'expiring' | 'replaced' | 'expired' | 'revoked';

export function stateOf(
  { revoked_at, expires_at, replacement }: KeyListing & Partial<PairedKey>,
  now: number,
): KeyState {
  if (revoked_at !== null) return 'revoked';
  const left = Date.parse(expires_at) - now;
  if (left <= 0) return 'expired';
  if (replacement) return 'replaced';
  return left <= SOON ? 'expiring' : 'active';
}

/** Returns the requests of a key on each of the last 30 days, the oldest first. */
export function lastDays(
  requests: readonly DailyRequests[],
  keyId: string,
  now: number,
): { day: string; requests: number }[] {
  const ofDay = new Map(
    requests.filter(({ key_id }) => key_id === keyId).map((row) => [row.day, row.requests]),
  );
  return Array.from({ length: CHART_DAYS }, (_, index) => {
    const day = dayOf(now - (CHART_DAYS - 1 - index) * DAY);
    return { day, requests: ofDay.get(day) ?? 0 };
  });
}

export const firstDay = (now: number): string => dayOf(now - (CHART_DAYS - 1) * DAY);

export const endOf = (days: number, now: number): Date => new Date(now + days * DAY);

const LABEL_FAULTS: Record<LabelFault, string> = {
  empty: 'Enter a label that names the program that uses the key.',
  'too long': `The label is too long. Enter at most ${MAX_LABEL_CHARACTERS} characters.`,
  'not visible': 'The label contains invisible characters. Type it again.',
};

/** Returns the label as it is stored, or the message of its fault. */
export function labelIn(given: string | null): { label: string } | { fault: string } {
  const read = readLabel(given ?? '');
  return 'fault' in read ? { fault: LABEL_FAULTS[read.fault] } : read;
}

/** The choices of the form for a new key. */
export const ACCESS_CHOICES: Record<KeyAccess, string> = {
  read_only: 'Read',
  read_write: 'Read and change assets',
};

export function accessIn(chosen: string | null): { access: KeyAccess } | { fault: string } {
  return chosen !== null && Object.hasOwn(ACCESS_CHOICES, chosen)
    ? { access: chosen as KeyAccess }
    : { fault: 'Choose what the key can do.' };
}

/** Returns when the new key expires: after a number of days, or at the end of a day. */
export function expiryIn(form: URLSearchParams, now: number): { expiresAt: Date } | { fault: string } {
  const chosen = form.get('expiry') ?? '';
  if (chosen !== 'date') {
    const days = Number(chosen);
    return LIFETIMES.includes(days)
      ? { expiresAt: endOf(days, now) }
      : { fault: 'Choose when the key expires.' };
  }
  const day = form.get('date') ?? '';
  if (day !== '' && !isDay(day)) return { fault: notADay(day) };
  const end = lastTimeOf(day).getTime();
  if (!(end > now && end <= now + MAX_LIFETIME_MILLISECONDS))
    return { fault: `Choose a day from ${dayOf(now)} to ${lastDay(now)}.` };
  return { expiresAt: new Date(end) };
}

/** Returns the last day within the maximum lifetime. */
export const lastDay = (now: number): string => dayOf(now + (MAX_DAYS - 1) * DAY);

/** How long the old key remains valid after a rotation. */
export const OVERLAPS: Record<string, { label: string; milliseconds: number }> = {
  now: { label: 'Now', milliseconds: 0 },
  '1h': { label: 'In 1 hour', milliseconds: 3_600_000 },
  '1d': { label: 'In 1 day', milliseconds: DAY },
  '7d': { label: 'In 7 days', milliseconds: 7 * DAY },
  '30d': { label: 'In 30 days', milliseconds: 30 * DAY },
};
