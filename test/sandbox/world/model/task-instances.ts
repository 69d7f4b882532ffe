// The model of the instances of recurring tasks.
import { type Commands, tagged } from './command';
import { type Dice, bodyWith, targetAmong } from './dice';
import { FAULTY_COMPLETION, STATUSES, completionOf, isAllowed, isFinal, shownStatus } from './task-fields';
import { changesOf } from './changes';
import { addMonths, dueDateOf, instanceOf, instancesOf } from './schedule';
import { type Row, type World, addDays, given } from './world';

/** Returns the due dates of the instances that exist, in order. */
function daysOf(world: World, task: Row): string[] {
  const end = addMonths(task.dueDate > world.today() ? task.dueDate : world.today(), 60);
  const days: string[] = [];
  for (let number = 0; dueDateOf(task, number) <= end; number++) days.push(dueDateOf(task, number));
  return days;
}

/** Forgets the instances that a new schedule does not keep. */
export function moveSchedule(world: World, id: string): void {
  const instances = instancesOf(world, id);
  for (const [day, { status }] of instances) if (status !== 'complete') instances.delete(day);
}
/** Returns the status of an instance as a read shows it. */
function statusOf(world: World, task: Row, day: string): string {
  const { status } = instanceOf(world, task, day)!;
  return isFinal(task.status) && status !== 'complete' ? 'cancelled' : shownStatus(world, status, day);
}

/** Returns a task as a read shows it. */
export function viewTask(world: World, row: Row): Row {
  if (row.recurrence === null)
    return {
      ...row,
      nextDueDate: null,
      instances: null,
      status: shownStatus(world, row.status, row.dueDate),
    };
  const all = daysOf(world, row).map((dueDate) => {
    const status = statusOf(world, row, dueDate);
    return { dueDate, status, completedAt: instanceOf(world, row, dueDate)!.completedAt };
  });
  const late = all.filter(({ status }) => status === 'overdue');
  const next = all.filter(({ dueDate }) => dueDate >= world.today()).slice(0, 4);
  const nextDueDate = all.find(({ status }) => !isFinal(status))?.dueDate ?? null;
  const status = late.length > 0 ? 'overdue' : row.status;
  return { ...row, nextDueDate, instances: [...late, ...next], status };
}
export const guardOf = (world: World, row: Row | undefined) =>
  row && tagged(`/tasks/${row.id}`, () => viewTask(world, row));

/** Returns whether a task or one of its instances is due in a range. */
export function isDueIn(
  world: World,
  row: Row,
  { dueFrom = '', dueTo = '9999', status }: Record<string, string | undefined>,
): boolean {
  const isIn = (day: string) => day >= dueFrom && day <= dueTo;
  if (row.recurrence === null) return row.dueDate !== undefined && isIn(row.dueDate);
  const kept = [...instancesOf(world, row.id)].flatMap(([day, { status: its }]) =>
    its === 'complete' ? day : [],
  );
  return [...daysOf(world, row), ...kept].some(
    (day) => isIn(day) && (status !== 'overdue' || statusOf(world, row, day) === 'overdue'),
  );
}
const named = (day: string, { status, completedAt, notes }: Partial<Row>) =>
  Object.fromEntries(
    Object.entries({ status, completedAt, notes }).map(([name, value]) => [
      `instances.${day}.${name}`,
      value,
    ]),
  );

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
      const { completedAt, notes: shown } = instanceOf(world, task, dueDate)!;
      const state = { status: statusOf(world, task!, dueDate), completedAt };
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
      isConflict:
        instance !== undefined &&
        ((isFinal(task!.status) && instance.status !== 'complete') || !isAllowed(view().status, status)),
      shows: () => guard!,
      succeed() {
        const before = view();
        const stored = status === 'overdue' ? instance!.status : status;
        const changed = given({
          id: '',
          status: stored,
          completedAt: completion.shown(instance!.completedAt),
          notes,
        });
        instancesOf(world, id).set(dueDate, changed);
        const changes = changesOf(named(dueDate, before), named(dueDate, view()));
        if (changes.length > 0) world.enter('updated', 'task', id, changes);
        return view();
      },
    };
  },
};
