// Fields that depend on the time or on other records: computed when a record is read, never stored.
import { timeOf } from '../../base/day';
import type { Fields } from '../../contract/record-model';
import type { CollectionName, RecordOf } from './collections';

/** Shows `overdue` instead of a status in which the record waits for its completion. */
function overdue<Due extends { status: string; dueDate?: string }>(
  record: Due,
  waiting: string[],
  today: string,
): Due {
  const { status, dueDate } = record;
  const isLate = waiting.includes(status) && dueDate !== undefined && dueDate < today;
  return isLate ? { ...record, status: 'overdue', $status: status } : record;
}

/** Returns the record as it is stored. */
export const storedOf = ({ $status, ...record }: Fields): Fields =>
  record.status === 'overdue' && $status !== undefined ? { ...record, status: $status } : record;

const PROCESSING_MILLISECONDS = 1000;
const SECTIONS_FOUND = 3;

/** The part of a world that views use. */
interface Present {
  now: Date;
  /** The day in UTC. */
  today: string;
  list(collection: 'Facility'): Promise<RecordOf<'Facility'>[]>;
}

type View<Name extends CollectionName> = (
  record: RecordOf<Name>,
  world: Present,
) => RecordOf<Name> | Promise<RecordOf<Name>>;

const views: { [Name in CollectionName]?: View<Name> } = {
  Task: (task, { today }) =>
    task.recurrence === null ? overdue(task, ['open', 'in_progress'], today) : task,
  TaskInstance: (instance, { today }) => overdue(instance, ['open', 'in_progress'], today),

  async TrainingAssignment(assignment, world) {
    const scope = assignment.facilities;
    const present = scope.length > 0 ? await world.list('Facility') : [];
    const names = new Map(present.map(({ id, name }) => [id, name]));
    const facilities = scope.map(({ id, name }) => ({ id, name: names.get(id) ?? name }));
    return overdue({ ...assignment, facilities }, ['assigned', 'in_progress'], world.today);
  },

  File(file, { now }) {
    const end = timeOf(file.uploadedAt)!.getTime() + PROCESSING_MILLISECONDS;
    if (file.status !== 'processing' || now.getTime() < end) return file;
    return {
      ...file,
      status: 'processed',
      sectionCount: SECTIONS_FOUND,
      processedAt: new Date(end).toISOString(),
    };
  },
};

export const VIEWS = views as unknown as Partial<
  Record<string, (record: Fields, world: Present) => Fields | Promise<Fields>>
>;
