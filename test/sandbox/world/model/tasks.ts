// The model of tasks.
import { type Commands, readRecord } from './command';
import { bodyWith, queryWith, target } from './dice';
import {
  FAULTS,
  FAULTY_COMPLETION,
  RELATED,
  STATUSES,
  addTask,
  completionOf,
  fieldsOf,
  isAllowed,
} from './task-fields';
import { guardOf, isDueIn, moveSchedule, statusAfter, viewTask } from './task-instances';
import { anyDay } from './training-assignments';
import { type Row, addDays, given } from './world';
import { arrive } from './turns';

type Filter = Record<string, string | undefined>;
const matches = (filter: Filter) => (row: Row) =>
  ['assigneeId', 'status', 'relatedResourceId', 'relatedResourceType'].every(
    (field) => filter[field] === undefined || row[field] === filter[field],
  );

export const tasks: Commands = {
  getTasks: (world, dice) => {
    const dueFrom = dice.maybe(anyDay(world, dice), 20);
    const filter = given({
      assigneeId: dice.maybe(dice.pick([...world.rows.user.map(({ id }) => id), 'usr_none']), 25),
      status: dice.maybe(dice.pick(STATUSES), 25),
      dueFrom,
      dueTo: dueFrom ? dice.maybe(addDays(dueFrom, dice.int(60))) : dice.maybe(anyDay(world, dice), 20),
      relatedResourceId: dice.maybe(dice.pick(world.rows.facility).id, 15),
      relatedResourceType: dice.maybe(dice.pick(RELATED) as string, 15),
    });
    return {
      ...queryWith(dice, filter, [
        ['assigneeId', { assigneeId: 'tsk_x' }],
        ['status', { status: 'done' }],
        ['', { dueFrom: '2026-03-02', dueTo: '2026-03-01' }],
      ]),
      succeed() {
        const hasRange = filter.dueFrom !== undefined || filter.dueTo !== undefined;
        const due = world.rows.task.filter((row) => !hasRange || isDueIn(world, row, filter));
        const data = due.map((row) => viewTask(world, row)).filter(matches(filter));
        return { data, total: data.length };
      },
    };
  },
  getTask: readRecord('task', viewTask),
  createTask: (world, dice) => {
    const { fields, unknown } = fieldsOf(world, dice);
    return {
      ...bodyWith(dice, fields, [...FAULTS, ['status', { status: 'open' }]]),
      unknown,
      status: 201,
      shows: ({ id }) => guardOf(world, world.find('task', id))!,
      succeed: ({ id }) => viewTask(world, addTask(world, id, fields)),
    };
  },
  updateTask: (world, dice) => {
    const { id, row } = target(world, dice, 'task');
    const { fields, unknown } = fieldsOf(world, dice, '', row);
    const status = dice.pick(STATUSES);
    const completion = completionOf(world, dice, status);
    const from = row && (viewTask(world, row).status as string);
    return {
      params: { id },
      ...bodyWith(dice, { ...fields, status, ...completion.body }, [
        ...FAULTS,
        ['status', { status: undefined }],
        FAULTY_COMPLETION,
      ]),
      isMissing: !row,
      unknown,
      guard: guardOf(world, row),
      isConflict:
        from !== undefined &&
        (!isAllowed(from, status) ||
          ![from, statusAfter(world, row!, Object.assign({ recurrence: null }, fields, { status }))].includes(
            status,
          )),
      shows: () => guardOf(world, row)!,
      succeed() {
        const stored = status === 'overdue' ? row!.status : status;
        const { dueDate, recurrence, completedAt } = row!;
        for (const field of Object.keys(row!).filter((each) => !/^(id|\w+At)$/.test(each)))
          delete row![field];
        Object.assign(row!, { recurrence: null }, fields, {
          status: stored,
          completedAt: completion.shown(completedAt),
        });
        world.touch(row!);
        world.record('updated', 'task', id);
        if (dueDate !== row!.dueDate || recurrence !== row!.recurrence) moveSchedule(world, id);
        if (row!.recurrence && !(recurrence !== null && dueDate === row!.dueDate)) arrive(world, row!);
        return viewTask(world, row!);
      },
    };
  },
  deleteTask: (world, dice) => {
    const { id, row } = target(world, dice, 'task');
    return {
      params: { id },
      isMissing: !row,
      guard: guardOf(world, row),
      succeed() {
        world.remove('task', row!);
        world.record('deleted', 'task', id);
      },
    };
  },
};
