// The model of the instances of recurring tasks.
import { type Commands, tagged } from './command';
import { type Dice, bodyWith, targetAmong } from './dice';
import { FAULTY_COMPLETION, STATUSES, completionOf, isAllowed, shownStatus } from './task-fields';
import { changesOf } from './changes';
import { dueDateOf, instanceOf, instancesOf } from './schedule';
import { type Row, type World, addDays, given } from './world';

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
        const before = view();
        const stored = status === 'overdue' ? instance!.status : status;
        const changed = given({ id: '', status: stored, completedAt: completion.shown(), notes });
        instancesOf(world, id).set(dueDate, changed);
        const changes = changesOf(named(dueDate, before), named(dueDate, view()));
        if (changes.length > 0) world.enter('updated', 'task', id, changes);
        return view();
      },
    };
  },
};
