// The model of what time changes: one entry each, with the time at which it became true.
import type { Change } from './changes';
import { dueDateOf, instancesOf } from './schedule';
import { DAY, type Kind, type Row, type World, iso } from './world';

const isFinal = (status: string): boolean => ['complete', 'cancelled', 'waived'].includes(status);
const endOf = (day: string): number => Date.parse(day) + DAY;

export const overdue = (before: string, field = 'status'): Change[] => [{ field, before, after: 'overdue' }];
const ofInstance = (day: string, before: string) => overdue(before, `instances.${day}.status`);

/** Returns the due dates of a series that ended in a period, without those of stored instances. */
function passedDays(world: World, task: Row, from: number, to: number): string[] {
  const days: string[] = [];
  for (let number = 0; !isFinal(task.status); number++) {
    const day = dueDateOf(task, number);
    if (endOf(day) > to) break;
    if (endOf(day) > from && !instancesOf(world, task.id).has(day)) days.push(day);
  }
  return days;
}

/** Adds the entries of a task that is overdue when it is created or rescheduled. */
export function arrive(world: World, task: Row): void {
  const now = Date.now();
  if (task.recurrence)
    for (const day of passedDays(world, task, 0, now))
      world.turn(now, 'task', task.id, ofInstance(day, 'open'));
  else if (task.dueDate !== undefined && endOf(task.dueDate) <= now)
    world.turn(now, 'task', task.id, overdue(task.status));
}

type Turn = [at: number, kind: Kind, id: string, changes: Change[]];

/** Adds the entries of what time changed since the last call. */
export function pass(world: World): void {
  const [from, to] = [world.mark, Date.now()];
  world.mark = to;
  const turns: Turn[] = [];
  const add = (...turn: Turn) => void (turn[0] > from && turn[0] <= to && turns.push(turn));
  for (const task of world.rows.task) {
    const { id, status, dueDate } = task;
    if (task.recurrence)
      for (const day of passedDays(world, task, from, to))
        add(endOf(day), 'task', id, ofInstance(day, 'open'));
    else if (!isFinal(status) && dueDate !== undefined) add(endOf(dueDate), 'task', id, overdue(status));
  }
  for (const { id, status: ofTask } of world.rows.task)
    for (const [day, { status }] of instancesOf(world, id))
      if (!isFinal(status) && !isFinal(ofTask)) add(endOf(day), 'task', id, ofInstance(day, status));
  for (const { id, status, dueDate } of world.rows.training_assignment)
    if (!isFinal(status) && dueDate !== undefined)
      add(endOf(dueDate), 'training_assignment', id, overdue(status));
  for (const { id, status, uploadedAt } of world.rows.file) {
    const at = Date.parse(uploadedAt) + 1000;
    if (status === 'processing')
      add(at, 'file', id, [
        { field: 'status', before: 'processing', after: 'processed' },
        { field: 'sectionCount', before: null, after: 3 },
        { field: 'processedAt', before: null, after: iso(at) },
      ]);
  }
  for (const { id, status, expiresAt } of world.rows.invitation)
    if (status === 'pending') add(Date.parse(expiresAt), 'invitation', id, []);
  turns.sort((one, other) => one[0] - other[0]);
  for (const turn of turns) world.turn(...turn);
}
