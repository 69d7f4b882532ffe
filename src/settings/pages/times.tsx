// Points in time as people read them, in UTC.
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Nov 21, 2026`. */
export const dateOf = (iso: string): string =>
  `${MONTHS[Number(iso.slice(5, 7)) - 1]} ${Number(iso.slice(8, 10))}, ${iso.slice(0, 4)}`;

const timeOf = (iso: string): string => `${iso.slice(11, 16)} UTC`;

export const DateOnly = ({ iso }: { iso: string }) => (
  <time dateTime={iso} title={`${dateOf(iso)}, ${timeOf(iso)}`}>
    {dateOf(iso)}
  </time>
);

export const DateAndTime = ({ iso }: { iso: string }) => (
  <time dateTime={iso}>
    {dateOf(iso)}, {timeOf(iso)}
  </time>
);

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `3 days`, in whole units, the largest that fits; undefined for less than a minute. */
export function spanOf(milliseconds: number): string | undefined {
  for (const [unit, length] of UNITS) {
    const count = Math.floor(milliseconds / length);
    if (count >= 1) return `${count} ${unit}${count === 1 ? '' : 's'}`;
  }
  return undefined;
}

/** `3 days ago`. */
export function Ago({ iso, now }: { iso: string; now: number }) {
  const span = spanOf(now - Date.parse(iso));
  return (
    <time dateTime={iso} title={`${dateOf(iso)}, ${timeOf(iso)}`}>
      {span === undefined ? 'just now' : `${span} ago`}
    </time>
  );
}
