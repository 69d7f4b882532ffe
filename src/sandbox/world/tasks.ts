// Tasks, and the instances of recurring tasks.
import { notFound } from '../../errors';
import type { Behaviors, Call } from './behavior';
import { create, withMilliseconds } from './conventions';
import type { Fields } from './model';
import { conflict, invalid } from './rejections';
import { nextStatus } from './transitions';
import { instanceView } from './views';
import type { World } from './world';

const DAY = 86_400_000;
const YEARS_AHEAD = 5;
const INTERVAL_DAYS = 35;
const INTERVAL_MONTHS: Record<string, number> = { quarterly: 3, yearly: 12, every_15_months: 15 };
const UNFINISHED = ['open', 'in_progress', 'overdue'];

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** A month without that day uses its last day. */
function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0));
  lastDay.setUTCDate(Math.min(date, lastDay.getUTCDate()));
  return dayOf(lastDay);
}

/** Returns whether a recurring task has an instance on a day. Instances exist for five years ahead. */
function isScheduled({ dueDate, recurrence }: Fields, day: string, today: string): boolean {
  const first = String(dueDate);
  if (day === first) return true;
  if (day < first || day > addMonths(today, YEARS_AHEAD * 12)) return false;
  const step = INTERVAL_MONTHS[String(recurrence)];
  if (step === undefined) return ((Date.parse(day) - Date.parse(first)) / DAY) % INTERVAL_DAYS === 0;
  const [from, to] = [first, day].map((each) => Number(each.slice(0, 4)) * 12 + Number(each.slice(5, 7)));
  return (to! - from!) % step === 0 && addMonths(first, to! - from!) === day;
}

/** Completed instances stay when the schedule moves. @throws ApiError `not_found`. */
async function findInstance(world: World, { target: task, params }: Call): Promise<Fields> {
  const dueDate = String(params['dueDate']);
  const id = `${String(task['id'])}/${dueDate}`;
  const stored = await world.find('TaskInstance', id);
  const exists = stored?.['status'] === 'complete' || isScheduled(task, dueDate, world.today);
  if (task['recurrence'] === null || !exists) throw notFound();
  const instance = stored ?? { id, parentTaskId: task['id'], dueDate, status: 'open', completedAt: null };
  return instanceView(instance, world.today);
}

async function dropUnfinishedInstances(world: World, taskId: unknown): Promise<void> {
  for (const instance of await world.list('TaskInstance'))
    if (instance['parentTaskId'] === taskId && instance['status'] !== 'complete')
      await world.remove('TaskInstance', instance);
}

function requireDueDate({ recurrence, dueDate }: Fields, at = ''): void {
  if (recurrence && dueDate === undefined) throw invalid(`${at}dueDate`, 'is required for a recurring task');
}

function requireCompletion({ status, completedAt }: Fields): void {
  if (completedAt && status !== 'complete') throw invalid('completedAt', 'needs the status complete');
}

const completion = ({ completedAt }: Fields, status: unknown, now: Date): unknown =>
  status === 'complete' ? withMilliseconds(String(completedAt ?? now.toISOString())) : null;

const everyTask = (body: Fields): [string, Fields][] =>
  (body['tasks'] as Fields[]).map((task, index) => [`tasks.${index}.`, task]);

export const tasks = {
  getTasks: {},
  createTask: { validate: ({ body }) => requireDueDate(body) },
  bulkCreateTasks: {
    validate: ({ body }) => everyTask(body).forEach(([at, task]) => requireDueDate(task, at)),
    async run(world, call) {
      const created: Fields[] = [];
      for (const [, body] of everyTask(call.body)) {
        const { body: task } = await create(world, { ...call, body }, {});
        created.push(task as Fields);
      }
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
      after['completedAt'] = completion(body, after['status'], world.now);
      const isMoved = ['dueDate', 'recurrence'].some((name) => before[name] !== after[name]);
      if (isMoved) await dropUnfinishedInstances(world, before['id']);
    },
  },
  deleteTask: {
    async rules(world, { before: { id } }) {
      for (const instance of await world.list('TaskInstance'))
        if (instance['parentTaskId'] === id) await world.remove('TaskInstance', instance);
    },
  },
  updateTaskInstance: {
    validate: ({ body }) => requireCompletion(body),
    conditional: async (world, call) =>
      world.model.shaped(
        call.operation.responses['200']!.content!['application/json']!.schema,
        await findInstance(world, call),
      ),
    async run(world, call) {
      const { body, target, operation } = call;
      const instance = await findInstance(world, call);
      const status = nextStatus(
        world.model,
        'Task',
        operation.operationId,
        instance['status'],
        body['status'],
      );
      const completedAt = completion(body, status, world.now);
      const after = { ...instance, status, completedAt, notes: body['notes'] };
      const description = `Updated the instance of ${String(instance['dueDate'])} of the task "${String(target['title'])}".`;
      world.record('Task', target, target, { description });
      const isNew = instance['$sequence'] === undefined;
      const saved = await (isNew
        ? world.create('TaskInstance', after)
        : world.change('TaskInstance', instance, after));
      return { body: instanceView(saved, world.today) };
    },
  },
  reassignTasksFromCsm: {
    validate({ body: { fromUserId, toUserId } }) {
      if (fromUserId === toUserId) throw invalid('toUserId', 'must be another user than fromUserId');
    },
    async run(world, { body: { fromUserId, toUserId } }) {
      const designations = await world.list('CipSeniorManagerAssignment');
      const wasManager = designations.some(
        ({ userId, effectiveDate }) => userId === fromUserId && String(effectiveDate) <= world.today,
      );
      if (!wasManager) throw conflict('The user of fromUserId was never CIP Senior Manager.');
      const moving = (await world.list('Task')).filter(
        ({ assigneeId, status }) => assigneeId === fromUserId && UNFINISHED.includes(String(status)),
      );
      for (const task of moving) await world.change('Task', task, { ...task, assigneeId: toUserId });
      return { body: { reassigned: moving.length, fromUserId, toUserId } };
    },
  },
} satisfies Behaviors;
