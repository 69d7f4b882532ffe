// The days of the demo: the examples of the contract have one day, and their dates of that year move with the day on which
// a world is made. Dates of other years stay: requests that name them succeed on every day.
import { addDays, toDay } from '../../base/day';
import { isObject } from '../../base/values';
import type { components } from '../../../generated/types';
import { isFinal, createSeries } from '../../server/records/task-series';

type Task = components['schemas']['Task'];

/** The day on which the examples are true. */
const EXAMPLE_DAY = '2029-06-01';
const MOVING = /\b2029-\d\d-\d\d/g;
/** A world of an earlier day would have done work before the demo records were made. */
const FIRST_DAY = '2026-05-24';
const DAY = 86_400_000;

const isSeries = (value: object): value is Task =>
  'instances' in value &&
  'recurrence' in value &&
  Array.isArray(value.instances) &&
  value.recurrence !== null;

function moved(value: unknown, days: number, today: string): unknown {
  if (typeof value === 'string') return value.replace(MOVING, (day) => addDays(day, days));
  if (Array.isArray(value)) return value.map((each) => moved(each, days, today));
  if (!isObject(value)) return value;
  const fields = Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, moved(field, days, today)]),
  );
  if (!isSeries(value)) return fields;
  // Months differ in length, so that the instances follow from the moved due date. Only final ones are stored.
  const task = fields as unknown as Task;
  const stored = task.instances!.filter(({ status }) => isFinal(status));
  return { ...task, ...createSeries(task, stored, today) };
}

/** Returns demo records or examples as they are on a day, in a copy. */
export function onDay<Value>(value: Value, time: Date): Value {
  const [given, first] = [toDay(time), FIRST_DAY];
  const today = given < first ? first : given;
  return moved(value, (Date.parse(today) - Date.parse(EXAMPLE_DAY)) / DAY, today) as Value;
}
