// The model of the instances of recurring tasks.
import { type Commands, tagged } from './command';
import { type Dice, bodyWith, targetAmong } from './dice';
import { FAULTY_COMPLETION, STATUSES, completionOf, isAllowed, shownStatus } from './task-fields';
import { type Row, type World, addDays, given } from './world';

const MONTHS: Record<string, number> = { quarterly: 3, yearly: 12, every_15_months: 15 };

/** Returns the day some months later; the last day of a month without that day. */
function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0));
  return `${last.toISOString().slice(0, 8)}${String(Math.min(date, last.getUTCDate())).padStart(2, '0')}`;
}
/** Returns the due date of an instance by its number, starting with 0. */
const dueDateOf = ({ dueDate, recurrence }: Row, number: number) =>
  recurrence === 'every_35_days'
    ? addDays(dueDate, 35 * number)
    : addMonths(dueDate, MONTHS[recurrence]! * number);

const MAXIMUM = 200;
function isScheduled(world: World, task: Row, day: string): boolean {
  const limit = addMonths(world.today(), 60);
  for (let number = 0; number < MAXIMUM; number++) {
    const due = dueDateOf(task, number);
    if (due >= day) return due === day && day <= limit;
  }
  return false;
}

/** The changed instances of a task, by due date. */
function instancesOf(world: World, id: string): Map<string, Row> {
  const key = `instances of ${id}`;
  if (!world.memory.has(key)) world.memory.set(key, new Map());
  return world.memory.get(key);
}
/** Returns the instance of a day, undefined when the task has none. */
function instanceOf(world: World, task: Row | undefined, day: string): Row | undefined {
  if (!task?.recurrence) return undefined;
  const changed = instancesOf(world, task.id).get(day);
  if (changed?.status === 'complete') return changed;
  return isScheduled(world, task, day)
    ? (changed ?? { id: '', status: 'open', completedAt: null })
    : undefined;
}

function dayOf(world: World, dice: Dice, task: Row | undefined): string {
  const changed = task ? [...instancesOf(world, task.id).keys()] : [];
  if (changed.length > 0 && dice.chance(40)) return dice.pick(changed);
  if (!task?.recurrence) return world.today();
  const number = dice.chance(90) ? dice.int(4) : 90;
  return addDays(dueDateOf(task, number), dice.chance(90) ? 0 : dice.pick([-1, 1, 366]));
}

export const taskInstances: Commands = {
  updateTaskInstance: (world, dice) => {
    const recurring = world.rows.task.filter(({ recurrence }) => recurrence);
    const { id, row: task } = targetAmong(world, dice, 'task', recurring, 85);
    const dueDate = dayOf(world, dice, task);
    const instance = instanceOf(world, task, dueDate);
    const status = dice.pick(STATUSES);
    const completion = completionOf(world, dice, status);
    const notes = dice.maybe(dice.text('Note'), 30);
    const view = () => {
      const { status: stored, completedAt, notes: shown } = instanceOf(world, task, dueDate)!;
      const state = { status: shownStatus(world, stored, dueDate), completedAt };
      return given({ parentTaskId: id, dueDate, ...state, notes: shown });
    };
    const guard = instance && tagged(`/tasks/${id}/${dueDate}`, view);
    return {
      params: { parentTaskId: id, dueDate },
      ...bodyWith(dice, given({ status, notes, ...completion.body }), [
        ['status', { status: undefined }],
        ['notes', { notes: null }],
        FAULTY_COMPLETION,
      ]),
      isMissing: !instance,
      guard,
      isConflict: instance !== undefined && !isAllowed(view().status, status),
      shows: () => guard!,
      succeed() {
        const stored = status === 'overdue' ? instance!.status : status;
        const changed = given({ id: '', status: stored, completedAt: completion.shown(), notes });
        instancesOf(world, id).set(dueDate, changed);
        world.record('updated', 'task', id);
        return view();
      },
    };
  },
};
