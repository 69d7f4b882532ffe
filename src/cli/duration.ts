// Durations as people write them on a command line: 90d, 12h, 5m, 30s.
import { InvalidArgumentError } from 'commander';

const MILLISECONDS = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 } as const;
const MOST = 365 * MILLISECONDS.d;

/** Milliseconds, at most 365 days. @throws InvalidArgumentError. */
export function lifetime(text: string): number {
  const [, count, unit] = /^(\d{1,9})([dhms])$/.exec(text) ?? [];
  const milliseconds = Number(count) * MILLISECONDS[unit as keyof typeof MILLISECONDS];
  if (!(milliseconds > 0 && milliseconds <= MOST)) {
    throw new InvalidArgumentError('Write a number and d, h, m or s, such as 90d, 12h or 30s; 365d at most.');
  }
  return milliseconds;
}
