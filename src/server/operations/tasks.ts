// Tasks, the instances of recurring tasks, and times of completion.
import type { components } from '../../../generated/types';
import { parseTime } from '../../base/day';
import { requireRanges, rowsBy } from '../../contract/list-filters';
import { successSchema } from '../../contract/record-model';
import { nextStatus, requireStatus } from '../../contract/record-rules';
import { conflict, invalid, notFound } from '../../base/errors';
import { wasDesignated } from './cip-senior-manager';
import { hasCompleteIn, hasInstanceIn, isFinal, isScheduled, computeStatus } from '../records/task-series';
import type { Behaviors } from './behavior';
import type { RecordOf } from '../records/views';
import { create } from './conventions';
import { listed } from './lists';
import { updatedInstance } from '../records/time';
import type { World } from '../records/world';

type Schemas = components['schemas'];
type Instance = RecordOf<'TaskInstance'>;

/** `at`: the place of the task in the body. @throws ApiError `validation_error`. */
function requireDueDate(
  { recurrence, dueDate }: Pick<Schemas['CreateTaskRequest'], 'recurrence' | 'dueDate'>,
  at = '',
): void {
  if (recurrence && dueDate === undefined) throw invalid(`${at}dueDate`, 'is required for a recurring task');
}

interface Progress {
  status: Schemas['TaskStatus'];
  completedAt?: string | null;
}

/** @throws ApiError `validation_error`. */
function requireCompletion({ status, completedAt }: Progress, now: Date): void {
  if (completedAt && status !== 'complete') throw invalid('completedAt', 'needs the status complete');
  requirePast(completedAt, now);
}

/** Returns the time of the completion: the given one, the `recorded` one, or that of the request. */
function findCompletion(
  { completedAt, status }: Progress,
  recorded: string | null,
  now: Date,
): string | null {
  if (status !== 'complete') return null;
  return completedAt ? parseTime(completedAt)!.toISOString() : (recorded ?? now.toISOString());
}

const TOLERANCE_MINUTES = 5;

/** Allows for clocks that differ. @throws ApiError `validation_error` for a time in the future. */
export function requirePast(completedAt: string | null | undefined, now: Date): void {
  if (!completedAt) return;
  if (parseTime(completedAt)!.getTime() > now.getTime() + TOLERANCE_MINUTES * 60_000)
    throw invalid('completedAt', `is later than the present time, ${now.toISOString()}; send a past time`);
}

/** Completed instances stay when the schedule moves. @throws ApiError `not_found`. */
async function findInstance(world: World, task: RecordOf<'Task'>, dueDate: string): Promise<Instance> {
  const id = `${task.id}/${dueDate}`;
  const stored = await world.find('TaskInstance', id);
  const isComplete = stored?.status === 'complete';
  if (task.recurrence === null && !isComplete)
    throw notFound(`The task ${task.id} does not recur, so it has no instances.`);
  if (!isComplete && !isScheduled(task, dueDate, world.today))
    throw notFound(`The task ${task.id} has no instance that is due on ${dueDate}.`);
  const instance = stored ?? { id, parentTaskId: task.id, dueDate, completedAt: null };
  return { ...instance, status: computeStatus(task, instance, world.today) };
}

async function removeInstances(world: World, taskId: string, isRemoved: (instance: Instance) => boolean) {
  for (const instance of await world.instances(taskId))
    if (isRemoved(instance)) await world.remove('TaskInstance', instance);
}

export const tasks = {
  getTasks: {
    async run(world, call) {
      const { dueFrom: from, dueTo: to, status } = call.query;
      const all = await world.list('Task');
      if (from === undefined && to === undefined) return listed(world, call, all);
      requireRanges(call.query);
      const changed = rowsBy(await world.list('TaskInstance'), 'parentTaskId');
      const range = { from, to, isOverdue: status === 'overdue' };
      const isDue = (task: RecordOf<'Task'>): boolean => {
        const instances = changed.get(task.id) ?? [];
        if (task.recurrence !== null) return hasInstanceIn(task, instances, range, world.today);
        if (!range.isOverdue && hasCompleteIn(instances, range)) return true;
        const { dueDate } = task;
        return dueDate !== undefined && dueDate >= (from ?? dueDate) && dueDate <= (to ?? dueDate);
      };
      return listed(world, call, all, { instead: ['dueFrom', 'dueTo'], passes: isDue });
    },
  },
  createTask: { validate: ({ body }) => requireDueDate(body) },
  bulkCreateTasks: {
    validate: ({ body }) => body.tasks.forEach((task, index) => requireDueDate(task, `tasks.${index}.`)),
    async run(world, call) {
      const created: unknown[] = [];
      for (const body of call.body.tasks) created.push((await create(world, { ...call, body }, {})).body);
      return { body: { created: created.length, tasks: created } };
    },
  },
  getTask: {},
  updateTask: {
    validate({ body }, now) {
      requireDueDate(body);
      requireCompletion(body, now);
    },
    async rules(world, { before, after, body }) {
      after.completedAt = findCompletion(body, before.completedAt, world.now);
      const isSame = before.dueDate === after.dueDate && before.recurrence === (after.recurrence ?? null);
      if (!isSame) await removeInstances(world, before.id, ({ status }) => status !== 'complete');
      if (before.recurrence !== null && after.recurrence === null) after.$recurred = true;
    },
  },
  deleteTask: { rules: (world, { before }) => removeInstances(world, before.id, () => true) },
  updateTaskInstance: {
    validate: ({ body }, now) => requireCompletion(body, now),
    conditional: async (world, { operation, target, params }) =>
      world.model.shaped(successSchema(operation), await findInstance(world, target, params.dueDate)),
    async run(world, { body, target, params, operation }) {
      const instance = await findInstance(world, target, params.dueDate);
      const { status, notes } = body;
      if (isFinal(target.status) && instance.status !== 'complete')
        throw conflict(
          `The task is ${target.status}, so its instance of ${instance.dueDate} is cancelled and cannot change. Create a task for further work.`,
        );
      nextStatus(world.model, 'Task', operation.operationId, instance.status, status);
      const completedAt = findCompletion(body, instance.completedAt, world.now);
      const after = { ...instance, status, completedAt, notes };
      const isNew = instance.$sequence === undefined;
      const saved = isNew
        ? await world.create('TaskInstance', after)
        : await world.change('TaskInstance', instance, after);
      requireStatus(status, instance, saved);
      world.logActivity(updatedInstance(target, instance, saved));
      return { body: saved };
    },
  },
  reassignTasksFromCsm: {
    validate({ body: { fromUserId, toUserId } }) {
      if (fromUserId === toUserId) throw invalid('toUserId', 'must be another user than fromUserId');
    },
    async former(world, { body: { fromUserId } }) {
      const known = await world.lastKnown('User', [fromUserId]);
      return known.length > 0 ? ({ fromUserId } as unknown as RecordOf<'Task'>) : undefined;
    },
    async run(world, { body: { fromUserId, toUserId } }) {
      if (!wasDesignated(await world.list('CipSeniorManagerAssignment'), fromUserId, world.today))
        throw conflict('The user of fromUserId was never CIP Senior Manager.');
      const moving = (await world.search('Task', 'assigneeId', fromUserId)).filter(
        ({ assigneeId, status }) => assigneeId === fromUserId && !['complete', 'cancelled'].includes(status),
      );
      for (const task of moving) await world.change('Task', task, { ...task, assigneeId: toUserId });
      return { body: { reassigned: moving.length, fromUserId, toUserId } };
    },
  },
} satisfies Behaviors<'Task'>;
