// Arguments that more than one command takes.
import { InvalidArgumentError } from 'commander';

const MILLISECONDS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 } as const;
const MOST = 365 * MILLISECONDS.d;

/** A duration such as 90d, 12h, 5m or 30s in milliseconds, at most 365 days. @throws InvalidArgumentError. */
export function lifetime(text: string): number {
  const [, count, unit] = /^(\d{1,9})([dhms])$/.exec(text) ?? [];
  const milliseconds = Number(count) * MILLISECONDS[unit as keyof typeof MILLISECONDS];
  if (!(milliseconds > 0 && milliseconds <= MOST)) {
    throw new InvalidArgumentError('Write a number and d, h, m or s, such as 90d, 12h or 30s; 365d at most.');
  }
  return milliseconds;
}

/** A label or a name: tables show it, and a terminal must not act on it. @throws InvalidArgumentError. */
export function oneLine(text: string): string {
  if (text.trim() === '' || [...text].length > 255 || /[\p{C}\p{Zl}\p{Zp}]/u.test(text)) {
    throw new InvalidArgumentError('Write 1 to 255 characters without line breaks or control characters.');
  }
  return text;
}
