// Ids and times that a server makes up for an answer: written alike, so that they are no difference.

const ID = /\b([a-z]+)_([0-7][0-9a-hjkmnp-tv-z]{25})\b/g;
const TIME = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** The time in a TypeID: its first 48 bits, of which the first digit has three. */
const timeOf = (id: string): number =>
  [...id.slice(0, 10)].reduce((time, digit) => time * 32 + DIGITS.indexOf(digit), 0);

/** @param since the start of the run, and `until` its end, in milliseconds: what bears a time between them was made in it. */
export function eraseMade(text: string, since: number, until: number): string {
  const isMade = (time: number): boolean => time >= since && time <= until;
  return text
    .replace(ID, (whole, prefix: string, id: string) => (isMade(timeOf(id)) ? `${prefix}_(new)` : whole))
    .replace(TIME, (time) => (isMade(Date.parse(time)) ? '(now)' : time));
}
