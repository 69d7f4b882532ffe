// Fields that depend on the time or on other records: computed when a record is read, never stored.
import type { Fields } from './model';

/** The part of a world that views use. */
interface Present {
  now: Date;
  /** The day in UTC. */
  today: string;
  list(collection: string): Promise<Fields[]>;
}

export const isOver = (dueDate: unknown, today: string): boolean =>
  typeof dueDate === 'string' && dueDate < today;

/** Shows `overdue` instead of a status in which the record waits for its completion. */
const overdue = (record: Fields, waiting: string[], today: string): Fields =>
  waiting.includes(String(record['status'])) && isOver(record['dueDate'], today)
    ? { ...record, status: 'overdue', $status: record['status'] }
    : record;

/** Returns the record as it is stored. */
export function storedOf({ $status, ...record }: Fields): Fields {
  return record['status'] === 'overdue' && $status !== undefined ? { ...record, status: $status } : record;
}

export const instanceView = (instance: Fields, today: string): Fields =>
  overdue(instance, ['open', 'in_progress'], today);

const PROCESSING_MILLISECONDS = 1000;
const SECTIONS_FOUND = 3;

export const VIEWS: Record<string, (record: Fields, present: Present) => Fields | Promise<Fields>> = {
  Task: (task, { today }) => (task['recurrence'] === null ? instanceView(task, today) : task),

  async TrainingAssignment(assignment, world) {
    const scope = assignment['facilities'] as Fields[];
    const names =
      scope.length > 0
        ? new Map((await world.list('Facility')).map(({ id, name }) => [id, name]))
        : undefined;
    const facilities = scope.map(({ id, name }) => ({ id, name: names?.get(id) ?? name }));
    return overdue({ ...assignment, facilities }, ['assigned', 'in_progress'], world.today);
  },

  File(file, { now }) {
    const end = Date.parse(String(file['uploadedAt'])) + PROCESSING_MILLISECONDS;
    if (file['status'] !== 'processing' || now.getTime() < end) return file;
    const processedAt = new Date(end).toISOString();
    return { ...file, status: 'processed', sectionCount: SECTIONS_FOUND, processedAt };
  },
};
