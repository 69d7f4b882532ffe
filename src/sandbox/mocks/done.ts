// What an action of the examples does to a record, done to another one, and when a change was done.
import { type Fields, type Records, pick } from './records';

/** What an action brings about, as its answer shows it: a state, and when and by whom. All else it leaves as it was. */
const isBroughtAbout = (field: string): boolean => /^(?!created)(status|\w+(At|By|_at|_by))$/.test(field);

/**
 * The answers that an action on the record `other` may have, from `example`, which shows what it does to the record `own`: what that took from
 * its own record gives way to what the other one has, of the fields that it may have.
 */
export function done(
  records: Records,
  example: Fields,
  own: Fields,
  other: Fields,
  mayHave: (field: string) => boolean,
): Fields[] {
  const before = records(own)[0] ?? {};
  const kept = pick(example, (field) => !(field in before) || isBroughtAbout(field));
  return records(other).map((record) => {
    const answer = {
      ...kept,
      ...pick(record, (field) => mayHave(field) && !isBroughtAbout(field)),
      ...other,
    };
    return { ...pick(example, (field) => field in answer), ...answer }; // in the example's order
  });
}

/** A record that a change has brought to a status says since when: `completedAt` of one that is `complete`, from the moment of the change unless that says another. */
export function dated(record: Fields): Fields {
  const { status, updatedAt } = record;
  if (typeof status !== 'string') return record;
  const moment = updatedAt ?? new Date().toISOString();
  return {
    ...record,
    ...Object.fromEntries(
      Object.entries(record).flatMap(([field, value]) =>
        value === null && field.startsWith(status) && isBroughtAbout(field) ? [[field, moment]] : [],
      ),
    ),
  };
}
