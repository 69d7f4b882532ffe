// Tasks, and the instances of recurring tasks.
import { successSchema } from '../../contract/record-model';
import { nextStatus } from '../../contract/record-rules';
import { conflict, notFound } from '../../base/errors';
import { wasDesignated } from '../../server/resources/cip-senior-manager/senior-manager-rules';
import { isScheduled } from '../../server/resources/tasks/recurrence';
import {
  completionOf,
  requireCompletion,
  requireDueDate,
  requireOtherUser,
} from '../../server/resources/tasks/task-rules';
import type { Behaviors } from './behavior';
import type { RecordOf } from './collections';
import { create, withMilliseconds } from './conventions';
import { instanceChange } from './time';
import type { World } from './world';

type Instance = RecordOf<'TaskInstance'>;

/** Completed instances stay when the schedule moves. @throws ApiError `not_found`. */
async function findInstance(world: World, task: RecordOf<'Task'>, dueDate: string): Promise<Instance> {
  const id = `${task.id}/${dueDate}`;
  const stored = await world.find('TaskInstance', id);
  const exists = stored?.status === 'complete' || isScheduled(task, dueDate, world.today);
  if (task.recurrence === null || !exists) throw notFound();
  const status = dueDate < world.today ? 'overdue' : 'open';
  return stored ?? { id, parentTaskId: task.id, dueDate, status, completedAt: null };
}

async function removeInstances(world: World, taskId: string, isRemoved: (instance: Instance) => boolean) {
  for (const instance of await world.list('TaskInstance'))
    if (instance.parentTaskId === taskId && isRemoved(instance)) await world.remove('TaskInstance', instance);
}

const completion = (progress: Parameters<typeof completionOf>[0], now: Date): string | null => {
  const time = completionOf(progress, now);
  return time && withMilliseconds(time);
};

export const tasks = {
  getTasks: {},
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
      const { status, notes } = body;
      nextStatus(world.model, 'Task', operation.operationId, instance.status, status);
      const after = { ...instance, status, completedAt: completion(body, world.now), notes };
      const isNew = instance.$sequence === undefined;
      const saved = isNew
        ? await world.create('TaskInstance', after)
        : await world.change('TaskInstance', instance, after);
      const description = `Updated the instance of ${instance.dueDate} of the task "${target.title}".`;
      const note = { operation: 'updated', description } as const;
      world.logActivity(instanceChange(target, instance.dueDate, [instance, saved], note));
      return { body: saved };
    },
  },
  reassignTasksFromCsm: {
    validate: ({ body }) => requireOtherUser(body),
    async run(world, { body: { fromUserId, toUserId } }) {
      if (!wasDesignated(await world.list('CipSeniorManagerAssignment'), fromUserId, world.today))
        throw conflict('The user of fromUserId was never CIP Senior Manager.');
      const moving = (await world.list('Task')).filter(
        ({ assigneeId, status }) => assigneeId === fromUserId && !['complete', 'cancelled'].includes(status),
      );
      for (const task of moving) await world.change('Task', task, { ...task, assigneeId: toUserId });
      return { body: { reassigned: moving.length, fromUserId, toUserId } };
    },
  },
} satisfies Behaviors<'Task'>;
