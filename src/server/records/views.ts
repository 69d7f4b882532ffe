// The records by collection, and their fields that depend on the time or on other records: computed when a record is read,
// never stored.
import type { components } from '../../../generated/types';
import { parseTime } from '../../base/day';
import { contractDocument } from '../../contract/document';
import { type Fields, type RecordModel, toWords } from '../../contract/record-model';
import { type Activity, type Note, recordChange } from '../audit/entry';
import { listComplete, createSeries } from './task-series';

type Schemas = components['schemas'];

/** The records by collection. Names of fields of the sandbox, which no response shows, begin with `$`. */
interface Collections {
  Facility: Schemas['Facility'];
  ControlCenter: Schemas['ControlCenter'];
  CyberSystem: Schemas['CyberSystem'];
  CyberAsset: Schemas['CyberAsset'];
  TrainingModule: Schemas['TrainingModule'];
  TrainingAssignment: Schemas['TrainingAssignment'];
  /** `$recurred`: a single task that keeps the complete instances of its former schedule. */
  Task: Schemas['Task'] & { $recurred?: true };
  TaskInstance: Schemas['TaskInstance'] & { id: string; $sequence?: number };
  Evidence: Schemas['Evidence'];
  /** A record of any kind that evidence supports. */
  Supported: { id: string };
  PolicyDocument: Schemas['PolicyDocumentWithSections'] & { $versions?: Schemas['PolicyDocumentVersion'][] };
  /** An uploaded file; `$documentId` when it is a document already, `$digest` when the sandbox has its bytes. */
  File: Schemas['ProcessingFile'] & { $documentId?: string; $digest?: string };
  /** `$signIn`: how the user's account of the Settings pages signs in. */
  User: Schemas['User'] & { $signIn?: 'link' | 'provider' };
  /** The user behind the API key, under the id `me`. */
  CurrentUser: { id: string; profile: Schemas['User']; organizationName: string };
  Invitation: Schemas['Invitation'] & { $digest: string };
  CipSeniorManagerAssignment: Schemas['CipSeniorManagerAssignment'];
  AccessControl: Schemas['AccessControlItem'];
}

export type CollectionName = keyof Collections;
export type RecordOf<Name extends CollectionName> = Collections[Name];

/** Shows `overdue` instead of a status in which the record waits for its completion. */
function overdue<Due extends { status: string; dueDate?: string }>(record: Due, today: string): Due {
  const isLate = isWaiting(record) && record.dueDate! < today;
  return isLate ? { ...record, status: 'overdue', $status: record.status } : record;
}

/** The fields of a collection that follow from other records. */
const COMPUTED: Partial<Record<string, string[]>> = { Task: ['nextDueDate', 'instances'] };

/** Returns whether a field of a record is stored and logged. */
export const isStored = (collection: string, field: string): boolean =>
  !COMPUTED[collection]?.includes(field);

const { ActivityResourceType } = contractDocument.components.schemas as Record<string, { enum: string[] }>;
const LOGGED_KINDS = new Set(ActivityResourceType!.enum);

/** Returns the text of the log about a change; undefined for a kind of records that it does not show. */
export function createActivity(
  model: RecordModel,
  collection: string,
  before: Fields | undefined,
  after: Fields | undefined,
  note?: Note,
): Activity | undefined {
  const kind = toWords(collection);
  if (!LOGGED_KINDS.has(kind.replaceAll(' ', '-'))) return undefined;
  const fields = Object.keys(model.fieldsOf(collection)).filter((field) => isStored(collection, field));
  return recordChange(kind, fields, before, after, note);
}

/** Returns a stored record with null for the fields that follow from other records, as the contract requires them. */
export const withComputed = (collection: string, record: Fields): Fields => ({
  ...Object.fromEntries((COMPUTED[collection] ?? []).map((field) => [field, null])),
  ...record,
});

/** Returns the record as it is stored. */
export function toStored(collection: string, viewed: Fields): Fields {
  if (!COMPUTED[collection] && !('$status' in viewed)) return viewed;
  const { $status, ...record } = viewed;
  const stored = Object.fromEntries(Object.entries(record).filter(([field]) => isStored(collection, field)));
  return record.status === 'overdue' && $status !== undefined ? { ...stored, status: $status } : stored;
}

const PROCESSING_MILLISECONDS = 1000;
const SECTIONS_FOUND = 3;
/** Files that can be evidence only. */
const NO_DOCUMENT = /^(?:image|text)\//;

const endOfProcessing = ({ uploadedAt }: RecordOf<'File'>): number =>
  Number(parseTime(String(uploadedAt))) + PROCESSING_MILLISECONDS;

/** Returns an uploaded file as it is after its processing. */
export const processed = (file: RecordOf<'File'>): RecordOf<'File'> => ({
  ...file,
  status: 'processed',
  sectionCount: NO_DOCUMENT.test(file.mediaType) ? 0 : SECTIONS_FOUND,
  processedAt: new Date(endOfProcessing(file)).toISOString(),
});

const DAY = 86_400_000;
const WAITING = ['open', 'in_progress', 'assigned'];

/** Returns the time at which a record that waits for its completion is overdue. */
export const overdueAt = (dueDate: string): number => Date.parse(dueDate) + DAY;

/** Whether a stored record becomes overdue after its due date. */
export const isWaiting = ({ status, dueDate }: Fields): boolean =>
  WAITING.includes(String(status)) && typeof dueDate === 'string';

/** Returns the time at which a stored record changes; undefined when it does not. A series changes again later. */
export function findTurn(collection: string, record: Fields): number | undefined {
  if (collection === 'File' && record.status === 'processing')
    return endOfProcessing(record as RecordOf<'File'>);
  if (collection === 'Invitation' && record.status === 'pending') return Date.parse(String(record.expiresAt));
  const { dueDate } = record;
  return typeof dueDate === 'string' && isWaiting(record) ? overdueAt(dueDate) : undefined;
}

export const isSeries = ({ recurrence }: Fields): boolean => recurrence !== null && recurrence !== undefined;

/** Returns the next time to look at a stored record; Infinity for never. Instances are overdue at midnight. */
export function nextTurn(collection: string, record: Fields, now: number): number {
  const turn = findTurn(collection, record);
  if (turn !== undefined && turn <= now && isSeries(record)) return (Math.floor(now / DAY) + 1) * DAY;
  return turn !== undefined && turn > now ? turn : Infinity;
}

/** The record that says up to when the log has the changes of time. */
export const MARK = { collection: 'Time', id: 'log' };

/** Collections with records that time changes. */
export const TURNING = ['Task', 'TaskInstance', 'TrainingAssignment', 'File', 'Invitation'];

/** Collections that the views of others show. */
export const SHOWN = ['Facility', 'TaskInstance'];

/** The time at which a record changes by itself, in ISO 8601. */
export const TURN = '$turn';
/** Marks a recurring task that waits: its instances become overdue day by day. */
export const SERIES = '$series';

/** The fields by which rules, views and time search records. Their values are rows of their own (table.ts). */
const SEARCHED: Partial<Record<string, string[]>> = {
  Task: ['assigneeId', TURN, SERIES],
  TaskInstance: ['parentTaskId', TURN],
  TrainingAssignment: ['trainingModuleId', TURN],
  File: [TURN],
  Evidence: ['resourceId'],
  User: ['email', 'role'],
  Invitation: ['email', '$digest', TURN],
  AccessControl: ['userId'],
};

export const isSearchable = (collection: string, field: string): boolean =>
  SEARCHED[collection]?.includes(field) === true;

/** Years of more than four digits would sort before all others. No clock of a world shows them. */
const END = Date.UTC(10_000, 0);

/** Returns the values of a record by field. Those of the contract are in lower case. */
export function searchedValues(collection: string, record: Fields | undefined): Record<string, string> {
  const names = SEARCHED[collection];
  if (!names || !record) return {};
  const stored = toStored(collection, record);
  const turn = TURNING.includes(collection) ? findTurn(collection, stored) : undefined;
  const computed = {
    ...(turn !== undefined && turn < END && { [TURN]: new Date(turn).toISOString() }),
    ...(turn !== undefined && isSeries(stored) && { [SERIES]: 'true' }),
  };
  const own = names.flatMap((name) =>
    typeof stored[name] === 'string' ? [[name, folded(stored[name])]] : [],
  );
  return { ...(Object.fromEntries(own) as Record<string, string>), ...computed };
}

/** Returns a value as searches compare it. */
export const folded = (value: unknown): string => String(value).toLowerCase();

/** The part of a world that views use. */
export interface Present {
  now: Date;
  /** The day in UTC. */
  today: string;
  facility(id: string): Promise<Pick<RecordOf<'Facility'>, 'name'> | undefined>;
  /** Returns the stored instances of a recurring task. */
  instances(taskId: string): Promise<RecordOf<'TaskInstance'>[]>;
}

/** For views without other records. */
export const NOTHING_ELSE: Pick<Present, 'facility' | 'instances'> = {
  facility: () => Promise.resolve(undefined),
  instances: () => Promise.resolve([]),
};

type View<Name extends CollectionName> = (
  record: RecordOf<Name>,
  world: Present,
) => RecordOf<Name> | Promise<RecordOf<Name>>;

const views: { [Name in CollectionName]?: View<Name> } = {
  async Task(task, world) {
    const { id, recurrence, $recurred = false, status: $status } = task;
    const changed = recurrence !== null || $recurred ? await world.instances(id) : [];
    if (recurrence !== null) return { ...task, ...createSeries(task, changed, world.today), $status };
    const instances = changed.some(({ status }) => status === 'complete')
      ? listComplete(task, changed, world.today)
      : null;
    return overdue({ ...task, nextDueDate: null, instances }, world.today);
  },
  TaskInstance: (instance, { today }) => overdue(instance, today),

  async TrainingAssignment(assignment, world) {
    const facilities = await Promise.all(
      assignment.facilities.map(async ({ id, name }) => ({
        id,
        name: (await world.facility(id))?.name ?? name,
      })),
    );
    return overdue({ ...assignment, facilities }, world.today);
  },

  File: (file, { now }) =>
    file.status === 'processing' && now.getTime() >= endOfProcessing(file) ? processed(file) : file,
};

export const VIEWS = views as unknown as Partial<
  Record<string, (record: Fields, world: Present) => Fields | Promise<Fields>>
>;
