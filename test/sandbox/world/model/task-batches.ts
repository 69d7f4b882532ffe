// The model of operations on several tasks: bulk creation, and reassignment from the CIP Senior Manager.
import type { Commands } from './command';
import { bodyWith, references } from './dice';
import { addTask, fieldsOf, isFinal } from './task-fields';
import { viewTask } from './task-instances';
import type { Row } from './world';

export const taskBatches: Commands = {
  bulkCreateTasks: (world, dice) => {
    const all = Array.from({ length: 1 + dice.int(4) }, (_, index) =>
      fieldsOf(world, dice, `tasks.${index}.`),
    );
    return {
      ...bodyWith(dice, { tasks: all.map(({ fields }) => fields) }, [
        ['tasks', { tasks: [] }],
        ['tasks.0.title', { tasks: [{}] }],
        ['tasks.1.dueDate', { tasks: [{ title: 'x' }, { title: 'y', dueDate: 'soon' }] }],
      ]),
      unknown: all.flatMap(({ unknown }) => unknown),
      status: 201,
      succeed(body) {
        const rows = all.map(({ fields }, index) => addTask(world, body.tasks[index].id, fields));
        const short = ({ id, title, status, dueDate }: Row) => ({ id, title, status, dueDate });
        return { created: rows.length, tasks: rows.map((row) => short(viewTask(world, row))) };
      },
    };
  },
  reassignTasksFromCsm: (world, dice) => {
    const { to, unknown } = references(world, dice);
    const managers = world.rows.cip_senior_manager_assignment;
    const known = dice.pick(managers).userId as string;
    const isKnown = dice.chance(60);
    const [fromUserId, toUserId] = [isKnown ? known : to('user', 'fromUserId'), to('user', 'toUserId')];
    // A manager who left still has open tasks.
    const isFormer = world.lastKnown('user', fromUserId) !== undefined;
    const wasManager = managers.some(
      (row) => row.userId === fromUserId && row.effectiveDate <= world.today(),
    );
    const isOpen = (row: Row) => row.assigneeId === fromUserId && !isFinal(row.status);
    const { body, faults } = bodyWith(dice, { fromUserId, toUserId }, [
      ['toUserId', { toUserId: undefined }],
    ]);
    return {
      body,
      faults: fromUserId === toUserId ? [...faults, ''] : faults,
      unknown: isFormer ? unknown.filter((field) => field !== 'fromUserId') : unknown,
      isConflict: !wasManager,
      succeed() {
        const moved = world.rows.task.filter(isOpen);
        for (const row of moved) {
          row.assigneeId = toUserId;
          world.touch(row);
          world.record('updated', 'task', row.id);
        }
        return { reassigned: moved.length, fromUserId, toUserId };
      },
    };
  },
};
