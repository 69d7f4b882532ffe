// The times that the clock of a world can show, and durations of ISO 8601, for example `P35D` and `PT90M`.
import { addMonths } from '../../server/records/task-series';

const DURATION =
  /^P(?!$)(\d{1,4}Y)?(\d{1,5}M)?(\d{1,5}W)?(\d{1,6}D)?(T(?!$)(\d{1,7}H)?(\d{1,8}M)?(\d{1,9}S)?)?$/;
const DAY = 86_400_000;

/** A move of the clock settles each day of each recurring task that it passes: those of centuries held all worlds. */
export const [FIRST_YEAR, LAST_YEAR] = [1970, 2199];

export const canShow = (time: Date): boolean =>
  time.getUTCFullYear() >= FIRST_YEAR && time.getUTCFullYear() <= LAST_YEAR;

/**
 * Returns the time after a duration; undefined for another text, and beyond the last year. Years and months come
 * first; a month without that day uses its last day.
 */
export function timeAfter(start: Date, duration: string): Date | undefined {
  const match = DURATION.exec(duration);
  if (!match) return undefined;
  const part = (index: number): number => parseInt(match[index] ?? '0', 10);
  const day = start.toISOString().slice(0, 10);
  const moved = addMonths(day, part(1) * 12 + part(2));
  const days = part(3) * 7 + part(4);
  const seconds = part(6) * 3600 + part(7) * 60 + part(8);
  const end = new Date(Date.parse(moved) + (start.getTime() % DAY) + days * DAY + seconds * 1000);
  return canShow(end) ? end : undefined;
}
