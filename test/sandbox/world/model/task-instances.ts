// The model of the instances of recurring tasks.
import { computeEtag } from '../../../../src/base/digest';
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

/** Returns the due dates of the complete instances, which stay when the schedule moves or ends. */
const completeDays = (world: World, { id }: Row): string[] =>
  [...instancesOf(world, id)].flatMap(([day, { status }]) => (status === 'complete' ? day : []));

/** Returns an instance as the representation of its task shows it. */
function summaryOf(world: World, task: Row, dueDate: string): Row {
  const { completedAt, notes } = instanceOf(world, task, dueDate)!;
  const shown = given({ dueDate, status: statusOf(world, task, dueDate), completedAt, notes });
  return {
    ...shown,
    etag: computeEtag(JSON.stringify({ parentTaskId: task.id, ...shown })),
  } as unknown as Row;
}

/** Returns a task as a read shows it. */
export function viewTask(world: World, row: Row): Row {
  const complete = completeDays(world, row);
  const summaries = (days: string[]) =>
    [...new Set(days)].sort().map((dueDate) => summaryOf(world, row, dueDate));
  if (row.recurrence === null) {
    const instances = complete.length > 0 ? summaries(complete) : null;
    return { ...row, nextDueDate: null, instances, status: shownStatus(world, row.status, row.dueDate) };
  }
  const all = daysOf(world, row);
  const late = all.filter((day) => statusOf(world, row, day) === 'overdue');
  const future = all.filter((day) => day >= world.today());
  const isWaiting = (day: string) => !isFinal(statusOf(world, row, day));
  const nextDueDate = all.find(isWaiting) ?? null;
  const next = future.filter(
    (day, index) => index < 4 || (nextDueDate !== null && late.length === 0 && day <= nextDueDate),
  );
  if (nextDueDate === null && !isFinal(row.status)) next.push(...future.slice(4));
  const status = late.length > 0 ? 'overdue' : row.status;
  return { ...row, nextDueDate, instances: summaries([...complete, ...late, ...next]), status };
}

/** Returns the status that a read shows after a change. A new schedule keeps only complete instances. */
export function statusAfter(world: World, before: Row, fields: Record<string, unknown>): string {
  const status = fields['status'] === 'overdue' ? before.status : (fields['status'] as string);
  const after = { id: before.id, ...fields, status } as Row;
  if (after.recurrence === null || isFinal(status)) return shownStatus(world, status, after.dueDate);
  const isMoved = before.dueDate !== after.dueDate || before.recurrence !== after.recurrence;
  const isDone = (day: string) => {
    const stored = instancesOf(world, before.id).get(day)?.status ?? 'open';
    return isMoved ? stored === 'complete' : isFinal(stored);
  };
  return daysOf(world, after).some((day) => day < world.today() && !isDone(day)) ? 'overdue' : status;
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
  const kept = completeDays(world, row);
  if (row.recurrence === null)
    return (row.dueDate !== undefined && isIn(row.dueDate)) || (status !== 'overdue' && kept.some(isIn));
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
    const recurring = world.rows.task.filter((row) => row.recurrence || completeDays(world, row).length > 0);
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
        ((isFinal(task!.status) && instance.status !== 'complete') ||
          !isAllowed(view().status, status) ||
          ![view().status, shownStatus(world, status, dueDate)].includes(status)),
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
