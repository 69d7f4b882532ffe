// Tasks, and the instances of recurring tasks.
import { notFound } from '../../errors';
import type { AnyCall, Behaviors } from './behavior';
import type { Fields, RecordOf } from './collections';
import { create, withMilliseconds } from './conventions';
import { successSchema } from './model';
import { conflict, invalid, nextStatus } from './rules';
import type { World } from './world';

const DAY = 86_400_000;
const INTERVAL_DAYS = 35;
const INTERVAL_MONTHS = { quarterly: 3, yearly: 12, every_15_months: 15 };
const MONTHS_AHEAD = 60;

/** A month without that day uses its last day. */
function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

/** Returns whether a recurring task has an instance on a day. Instances exist for five years ahead. */
function isScheduled(
  { dueDate: first = '', recurrence }: RecordOf<'Task'>,
  day: string,
  today: string,
): boolean {
  if (day <= first || day > addMonths(today, MONTHS_AHEAD)) return day === first;
  if (recurrence === 'every_35_days')
    return ((Date.parse(day) - Date.parse(first)) / DAY) % INTERVAL_DAYS === 0;
  const monthOf = (each: string): number => Number(each.slice(0, 4)) * 12 + Number(each.slice(5, 7));
  const months = monthOf(day) - monthOf(first);
  return months % INTERVAL_MONTHS[recurrence!] === 0 && addMonths(first, months) === day;
}

/** Completed instances stay when the schedule moves. @throws ApiError `not_found`. */
async function findInstance(
  world: World,
  task: RecordOf<'Task'>,
  dueDate: string,
): Promise<RecordOf<'TaskInstance'>> {
  const id = `${task.id}/${dueDate}`;
  const stored = await world.find('TaskInstance', id);
  if (task.recurrence === null || !(stored?.status === 'complete' || isScheduled(task, dueDate, world.today)))
    throw notFound();
  const isLate = dueDate < world.today;
  return (
    stored ?? { id, parentTaskId: task.id, dueDate, status: isLate ? 'overdue' : 'open', completedAt: null }
  );
}

async function removeInstances(
  world: World,
  taskId: string,
  isRemoved: (instance: RecordOf<'TaskInstance'>) => boolean,
): Promise<void> {
  for (const instance of await world.list('TaskInstance'))
    if (instance.parentTaskId === taskId && isRemoved(instance)) await world.remove('TaskInstance', instance);
}

type Schedule = Pick<RecordOf<'Task'>, 'dueDate'> & { recurrence?: unknown };

function requireDueDate({ recurrence, dueDate }: Schedule, at = ''): void {
  if (recurrence && dueDate === undefined) throw invalid(`${at}dueDate`, 'is required for a recurring task');
}

type Progress = Pick<RecordOf<'Task'>, 'status'> & { completedAt?: string | null };

function requireCompletion({ status, completedAt }: Progress): void {
  if (completedAt && status !== 'complete') throw invalid('completedAt', 'needs the status complete');
}

const completion = ({ completedAt, status }: Progress, now: Date): string | null =>
  status === 'complete' ? withMilliseconds(completedAt ?? now.toISOString()) : null;

export const tasks: Behaviors<
  'Task',
  | 'getTasks'
  | 'createTask'
  | 'bulkCreateTasks'
  | 'getTask'
  | 'updateTask'
  | 'deleteTask'
  | 'updateTaskInstance'
  | 'reassignTasksFromCsm'
> = {
  getTasks: {},
  createTask: { validate: ({ body }) => requireDueDate(body) },
  bulkCreateTasks: {
    validate: ({ body }) => body.tasks.forEach((task, index) => requireDueDate(task, `tasks.${index}.`)),
    async run(world, call) {
      const created: unknown[] = [];
      for (const body of call.body.tasks)
        created.push((await create(world, { ...call, body: { ...body } }, {})).body);
      return { body: { created: created.length, tasks: created } };
    },
  },
  getTask: {},
  updateTask: {
    validate({ body }) {
      requireDueDate(body);
      requireCompletion(body);
    },
    async rules(world, { before, after, body }) {
      after.completedAt = completion(body, world.now);
      const isSame = before.dueDate === after.dueDate && before.recurrence === (after.recurrence ?? null);
      if (!isSame) await removeInstances(world, before.id, ({ status }) => status !== 'complete');
    },
  },
  deleteTask: { rules: (world, { before }) => removeInstances(world, before.id, () => true) },
  updateTaskInstance: {
    validate: ({ body }) => requireCompletion(body),
    conditional: async (world, { operation, target, params }) =>
      world.model.shaped(successSchema(operation), await findInstance(world, target, params.dueDate)),
    async run(world, { body, target, params, operation }) {
      const instance = await findInstance(world, target, params.dueDate);
      nextStatus(world.model, 'Task', operation.operationId, instance.status, body.status);
      const { status, notes } = body;
      const after = { ...instance, status, completedAt: completion(body, world.now), notes };
      const description = `Updated the instance of ${instance.dueDate} of the task "${target.title}".`;
      world.record('Task', target, { operation: 'updated', description });
      const isNew = instance.$sequence === undefined;
      return {
        body: await (isNew
          ? world.create('TaskInstance', after)
          : world.change('TaskInstance', instance, after)),
      };
    },
  },
  reassignTasksFromCsm: {
    validate({ body: { fromUserId, toUserId } }) {
      if (fromUserId === toUserId) throw invalid('toUserId', 'must be another user than fromUserId');
    },
    async run(world, { body: { fromUserId, toUserId } }) {
      const wasManager = (await world.list('CipSeniorManagerAssignment')).some(
        ({ userId, effectiveDate }) => userId === fromUserId && effectiveDate <= world.today,
      );
      if (!wasManager) throw conflict('The user of fromUserId was never CIP Senior Manager.');
      const moving = (await world.list('Task')).filter(
        ({ assigneeId, status }) => assigneeId === fromUserId && !['complete', 'cancelled'].includes(status),
      );
      for (const task of moving)
        await world.change('Task', task, { ...task, assigneeId: toUserId } satisfies Fields);
      return { body: { reassigned: moving.length, fromUserId, toUserId } };
    },
  },
};
