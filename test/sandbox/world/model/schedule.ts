// The schedule of recurring tasks in the model, and their instances.
import { type Row, type World, addDays } from './world';

const MONTHS: Record<string, number> = { quarterly: 3, yearly: 12, every_15_months: 15 };

/** Returns the day some months later; the last day of a month without that day. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0));
  return `${last.toISOString().slice(0, 8)}${String(Math.min(date, last.getUTCDate())).padStart(2, '0')}`;
}
/** Returns the due date of an instance by its number, starting with 0. */
export const dueDateOf = ({ dueDate, recurrence }: Row, number: number) =>
  recurrence === 'every_35_days'
    ? addDays(dueDate, 35 * number)
    : addMonths(dueDate, MONTHS[recurrence]! * number);

const MAXIMUM = 200;
export function isScheduled(world: World, task: Row, day: string): boolean {
  const limit = addMonths(task.dueDate > world.today() ? task.dueDate : world.today(), 60);
  for (let number = 0; number < MAXIMUM; number++) {
    const due = dueDateOf(task, number);
    if (due >= day) return due === day && day <= limit;
  }
  return false;
}

/** The changed instances of a task, by due date. */
export function instancesOf(world: World, id: string): Map<string, Row> {
  const key = `instances of ${id}`;
  if (!world.memory.has(key)) world.memory.set(key, new Map());
  return world.memory.get(key);
}
/** Returns the instance of a day, undefined when the task has none. */
export function instanceOf(world: World, task: Row | undefined, day: string): Row | undefined {
  if (!task) return undefined;
  const changed = instancesOf(world, task.id).get(day);
  if (changed?.status === 'complete') return changed;
  if (!task.recurrence) return undefined;
  return isScheduled(world, task, day)
    ? (changed ?? { id: '', status: 'open', completedAt: null })
    : undefined;
}
