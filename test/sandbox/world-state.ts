// Reads a whole world of a sandbox, and compares its records with its log.
import { contractDocument } from '../../src/contract/document';
import { createRecordModel, toWords } from '../../src/contract/record-model';
import type { Snapshot } from '../../src/sandbox/control/snapshots';
import type { Sandbox } from '../support/sandbox';
import { type TestWorld, control, createWorld } from '../support/worlds';

const model = createRecordModel(contractDocument);
const { ActivityResourceType } = contractDocument.components['schemas'] as Record<string, { enum: string[] }>;

export type Fields = Record<string, unknown>;
/** The fields of each record that the log can show, by the kind and the id of the record. */
type Records = Map<string, Fields>;
export interface State {
  records: Records;
  /** The rows of the log, oldest first. */
  log: Fields[];
}

/** Returns a stored record as a read shows it. */
const viewed = (record: Fields, today: string): Fields =>
  ['open', 'in_progress', 'assigned'].includes(String(record.status)) &&
  typeof record.dueDate === 'string' &&
  !record.recurrence &&
  record.dueDate < today
    ? { ...record, status: 'overdue' }
    : record;

/** Of a record itself, not of its content: the log does not show them. */
export const OF_RECORD = ['id', 'createdAt', 'updatedAt', 'created_at', 'updated_at', 'organization_slug'];
const UNLOGGED = [...OF_RECORD, 'nextDueDate', 'instances'];
const TABLES = {
  facilities: 'Facility',
  control_centers: 'ControlCenter',
  cyber_systems: 'CyberSystem',
  cyber_assets: 'CyberAsset',
} as const;

/** Returns a value as the log shows it: lists by the names of their elements. */
function shown(value: unknown): unknown {
  if (!Array.isArray(value)) return value ?? null;
  return value.map((each: Fields) => each.name ?? each.fileName ?? each.title ?? each.id ?? each);
}

function add(records: Records, collection: string, record: Fields): void {
  const kind = toWords(collection).replaceAll(' ', '-');
  if (!ActivityResourceType!.enum.includes(kind)) return;
  const names = Object.keys(model.fieldsOf(collection)).filter((name) => !UNLOGGED.includes(name));
  const fields = Object.fromEntries(names.map((name) => [name, shown(record[name])]));
  records.set(`${kind} ${String(record.id)}`, fields);
}

/** Reads a whole world at once: the snapshot of a fork. */
export async function stateOf(sandbox: Sandbox, world: Pick<TestWorld, 'id' | 'now'>): Promise<State> {
  const fork = await createWorld(sandbox, { from: world.id });
  const { from } = await sandbox.worlds.originOf(fork.id);
  await control(sandbox, 'DELETE', `/${fork.id}`);
  const snapshot = from as Snapshot;
  const records: Records = new Map();
  const ratings = new Map(snapshot.cyber_systems.map(({ id, impact_rating }) => [id, impact_rating]));
  for (const [table, collection] of Object.entries(TABLES))
    for (const row of snapshot[table as keyof typeof TABLES])
      add(records, collection, {
        ...(collection === 'CyberAsset' && { impact_rating: ratings.get(row.cyber_system_id) }),
        ...row,
      });
  const rows = snapshot.sandbox_records.filter(({ deleted }) => deleted === 0);
  const read = ({ record }: Fields) => JSON.parse(String(record)) as Fields;
  for (const row of rows) add(records, String(row.collection), viewed(read(row), world.now.slice(0, 10)));
  for (const row of rows.filter(({ collection }) => collection === 'TaskInstance')) {
    const { parentTaskId, dueDate, status, completedAt, notes } = read(row);
    const task = records.get(`task ${String(parentTaskId)}`);
    for (const [name, value] of Object.entries({ status, completedAt, notes }))
      if (task) task[`instances.${String(dueDate)}.${name}`] = value ?? null;
  }
  return { records, log: snapshot.activity };
}

/** The value of a field of an instance that no request has changed. */
function untouched(field: string, today: string): unknown {
  const [, day, name] = /^instances\.(\S{10})\.(\w+)$/.exec(field) ?? [];
  if (name !== 'status') return null;
  return day! < today ? 'overdue' : 'open';
}

export type Changes = Record<string, Record<string, unknown[]>>;

/** Returns the fields that differ, with their values before and after. */
export function differences(before: Records, after: Records, today = ''): Changes {
  const changes: Changes = {};
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    const [one, other] = [before.get(key), after.get(key)];
    for (const field of Object.keys({ ...one, ...other })) {
      const isInstance = field.startsWith('instances.');
      if (isInstance && !(one && other)) continue; // the instances of a deleted task
      const valueIn = (record: Fields | undefined) =>
        record?.[field] === undefined && isInstance ? untouched(field, today) : (record?.[field] ?? null);
      const pair = [valueIn(one), valueIn(other)];
      if (JSON.stringify(pair[0]) !== JSON.stringify(pair[1])) (changes[key] ??= {})[field] = pair;
    }
  }
  return changes;
}

/** Returns the first and the last value of each field in the entries. */
export function logged(entries: Fields[]): Changes {
  const changes: Changes = {};
  for (const { resource_type, resource_id, changes: text } of entries)
    for (const { field, before, after } of JSON.parse(String(text)) as Record<
      'field' | 'before' | 'after',
      unknown
    >[]) {
      const fields = (changes[`${String(resource_type)} ${String(resource_id)}`] ??= {});
      const name = String(field);
      fields[name] = [name in fields ? fields[name]![0] : before, after];
    }
  return changes;
}
