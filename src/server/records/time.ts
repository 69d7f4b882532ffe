// The changes that time brings: each is one entry of the log, with the time at which it became true. No timer runs:
// the entries are written before the next change, and before the log is read.
import { addDays, toDay } from '../../base/day';
import { mapInSlices, nextSlice } from '../../base/scheduling/time-slices';
import { groupBy } from '../../base/values';
import { type Activity, type Note, recordChange } from '../audit/entry';
import { type Fields, toWords } from '../../contract/record-model';
import { scheduledDays } from './task-series';
import {
  MARK,
  type RecordOf,
  SERIES,
  TURN,
  TURNING,
  folded,
  isSeries,
  isWaiting,
  nextTurn,
  overdueAt,
  processed,
  findTurn,
} from './views';

/** The stored records of each collection that time changes. */
export type Stored = Record<string, Fields[]>;

export interface Turn {
  /** When it became true. */
  at: number;
  /** The new status, for example `overdue`. */
  status: string;
  activity: Activity;
}

/** The new status by collection. An expired invitation keeps its stored status. */
const BECOMES: Record<string, string> = { Invitation: 'expired', File: 'processed' };

const FIELDS = ['status', 'sectionCount', 'processedAt'];
const operation = 'status_changed';

const getName = ({ title, fileName, email, id }: Fields): string => String(title ?? fileName ?? email ?? id);

/** The text of the log about a status that time brings. */
export const becameNote = (collection: string, record: Fields): Note => ({
  operation,
  description: `The ${toWords(collection)} "${getName(record)}" became ${String(record.status)}.`,
});

const statusChange = (collection: string, before: Fields, after: Fields): Activity =>
  recordChange(toWords(collection), FIELDS, before, after, becameNote(collection, after));

/** The change of one instance of a recurring task: an entry of the task. */
const instanceChange = (
  task: Fields,
  dueDate: string,
  [before, after]: [before: Fields, after: Fields],
  note: Note,
): Activity => {
  const logged = ['status', 'completedAt', 'notes'];
  const named = (fields: Fields): Fields => ({
    id: task.id,
    ...Object.fromEntries(logged.map((name) => [`instances.${dueDate}.${name}`, fields[name]])),
  });
  return recordChange('task', Object.keys(named({})), named(before), named(after), note);
};

/** A caller's changes of an instance. */
export const updatedInstance = (task: Fields, before: Fields, after: Fields): Activity =>
  instanceChange(task, String(after.dueDate), [before, after], {
    operation: 'updated',
    description: `Updated the instance of ${String(after.dueDate)} of the task "${String(task.title)}".`,
  });

const overdueInstance = (task: Fields, dueDate: string, status: unknown): Activity =>
  instanceChange(task, dueDate, [{ status }, { status: 'overdue' }], {
    operation,
    description: `The instance of ${dueDate} of the task "${String(task.title)}" became overdue.`,
  });

/** Returns the due dates of a recurring task that passed in a period and have no stored instance. */
function* passedDays(task: Fields, instances: Fields[] = [], from: number, to: number): Generator<string> {
  if (!isWaiting(task)) return;
  const known = new Set(instances.map(({ id }) => id));
  const first = addDays(toDay(from), -1); // an instance is overdue when the day after its due date begins
  for (const day of scheduledDays(task as RecordOf<'Task'>, first, toDay(to))) {
    const at = overdueAt(day);
    if (at > from && at <= to && !known.has(`${String(task.id)}/${day}`)) yield day;
  }
}

function createActivity(collection: string, record: Fields, tasks: Map<unknown, Fields>): Activity {
  if (collection === 'Invitation') {
    const description = `The invitation of "${getName(record)}" expired.`;
    return recordChange('invitation', [], record, record, { operation, description });
  }
  if (collection === 'TaskInstance') {
    const task = tasks.get(record.parentTaskId) ?? { id: record.parentTaskId, title: '' };
    return overdueInstance(task, String(record.dueDate), record.status);
  }
  const isFile = collection === 'File';
  const after = isFile ? processed(record as RecordOf<'File'>) : { ...record, status: 'overdue' };
  return statusChange(collection, record, after);
}

/** Returns whether the end of the task of an instance has cancelled it. */
const isCancelled = (collection: string, { parentTaskId }: Fields, tasks: Map<unknown, Fields>): boolean =>
  collection === 'TaskInstance' && !isWaiting(tasks.get(parentTaskId) ?? {});

/** Returns what time changed after one time and until another one, in order. */
export async function turnsBetween(stored: Stored, from: number, to: number): Promise<Turn[]> {
  const tasks = new Map((stored.Task ?? []).map((task) => [task.id, task]));
  const turns: Turn[] = [];
  for (const [collection, records] of Object.entries(stored)) {
    const status = BECOMES[collection] ?? 'overdue';
    for (const record of records) {
      await nextSlice();
      const at = findTurn(collection, record);
      if (at === undefined || at > to || isCancelled(collection, record, tasks)) continue;
      if (isSeries(record))
        for (const day of passedDays(record, stored.TaskInstance, from, to))
          turns.push({ at: overdueAt(day), status, activity: overdueInstance(record, day, 'open') });
      else if (at > from) turns.push({ at, status, activity: createActivity(collection, record, tasks) });
    }
  }
  return turns.sort((one, other) => one.at - other.at);
}

/** Returns the entries of a record that time had changed already when it was created or rescheduled. */
export const turnsOnArrival = (collection: string, record: Fields, instances: Fields[], now: number) =>
  isSeries(record)
    ? [...passedDays(record, instances, 0, now)].map((day) => overdueInstance(record, day, 'open'))
    : [statusChange(collection, record, { ...record, status: 'overdue' })];

/** The part of a world that keeps what time changed. */
interface Settled {
  now: Date;
  /** Returns the stored records with a value, or with one after the first and up to the second. */
  stored(collection: string, field: string, range: string | [after: string, upTo: string]): Promise<Fields[]>;
  storedRecord(collection: string, id: string): Promise<Fields | undefined>;
  /** Returns when time first changes a record after a time, except for recurring tasks that wait already. */
  nextTurn(after: number): Promise<number>;
  find(collection: string, id: string): Promise<Fields | undefined>;
  logTurn(activity: Activity, at: number): void;
  mark(before: Fields | undefined, until: number): void;
}

type StoredReader = Pick<Settled, 'stored' | 'storedRecord'>;

const toIso = (time: number): string => new Date(time).toISOString();

/** Returns the records that time may have changed in a period, with the tasks and instances that decide it. */
async function storedTurns(world: StoredReader, from: number, to: number): Promise<Stored> {
  const stored: Stored = {};
  for (const collection of TURNING)
    stored[collection] = await world.stored(collection, TURN, [toIso(from), toIso(to)]);
  const parents = [...new Set(stored.TaskInstance!.map(({ parentTaskId }) => String(parentTaskId)))];
  const tasks = await Promise.all(parents.map((id) => world.storedRecord('Task', id)));
  const series = await world.stored('Task', SERIES, 'true');
  const instances = await Promise.all(
    await mapInSlices(series, ({ id }) => world.stored('TaskInstance', 'parentTaskId', folded(id))),
  );
  const byId = (records: Fields[]): Fields[] => [
    ...new Map(records.map((record) => [record.id, record])).values(),
  ];
  stored.Task = byId([...stored.Task!, ...series, ...tasks.filter((task) => task !== undefined)]);
  stored.TaskInstance = byId([...stored.TaskInstance!, ...instances.flat()]);
  return stored;
}

/** Returns when time first changes a record of which the log has no entry yet. */
export async function findNextTurn(world: Pick<Settled, 'find' | 'stored' | 'nextTurn'>): Promise<number> {
  const from = Number((await world.find(MARK.collection, MARK.id))?.until ?? 0);
  const series = await world.stored('Task', SERIES, 'true');
  return Math.min(...series.map((task) => nextTurn('Task', task, from)), await world.nextTurn(from));
}

/** Records the entries that are due, and returns when time next changes a record. */
export async function settle(world: Settled): Promise<number> {
  const now = world.now.getTime();
  const mark = await world.find(MARK.collection, MARK.id);
  const from = Number(mark?.until ?? 0);
  const stored = await storedTurns(world, from, now);
  const due = await turnsBetween(stored, from, now);
  for (const { at, activity } of due) world.logTurn(activity, at);
  world.mark(mark, now);
  const next = stored.Task!.map((task) => nextTurn('Task', task, now));
  return next.reduce((least, turn) => Math.min(least, turn), await world.nextTurn(now));
}

/** The records of one kind whose status a step of the clock set to the same value, in order of time. */
export interface StepChange {
  resourceType: Activity['resourceType'];
  status: string;
  resourceIds: string[];
}

/** Returns the changes of a step of the clock, as the log has them. `from` and `to` are in milliseconds. */
export async function stepChanges(world: StoredReader, from: number, to: number): Promise<StepChange[]> {
  const turns = await turnsBetween(await storedTurns(world, from, to), from, to);
  const groups = groupBy(turns, ({ activity, status }) => `${activity.resourceType} ${status}`);
  return [...groups.values()].map((group) => ({
    resourceType: group[0]!.activity.resourceType,
    status: group[0]!.status,
    resourceIds: [...new Set(group.map(({ activity }) => activity.resourceId))],
  }));
}
