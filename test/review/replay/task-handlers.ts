// Handlers of `createTask`, `getTask` and `getTasks` for a graduation in tests, each with faults to plant.
import { type KeyedRequest, createIdempotency } from '../../../src/server/records/idempotency';
import { createLog } from '../../../src/server/audit/append';
import { byCaller, recordChange } from '../../../src/server/audit/entry';
import { etagOf } from '../../../src/base/digest';
import type { Clock } from '../../../src/base/clock';
import { contractDocument } from '../../../src/contract/document';
import type { ApiResponse, OperationInput } from '../../../src/contract/handler';
import { collectionNamed } from '../../../src/contract/record-model';
import type { Database, SharedTransaction } from '../../../src/database/database';
import { ApiError, invalid, invalidReference, notFound } from '../../../src/base/errors';
import type { Organization } from '../../../src/base/organization';
import { exampleIds } from '../../../src/review/probe/requests';
import { requireDueDate } from '../../../src/server/operations/task-rules';
import { hasInstanceIn, seriesOf } from '../../../src/server/records/task-series';
import { createRecordStore, newId, nextSequence } from '../../../src/server/records/table';
import { searchedValues } from '../../../src/server/records/searchable-fields';
import { createTableStores } from '../../../src/server/records/open-worlds';

/** Each fault changes one promise of the contract. */
export const FAULTS = [
  'a new task is in progress',
  'notes are lost',
  'an unknown task is an empty one',
  'the newest task comes first',
  'a recurrence needs no due date',
  'an unknown assignee is a validation error',
  'the Location is that of the collection',
  'a creation returns 200',
  'the list is that of the first read',
  'the completion time is a text',
  'the filter by status is ignored',
  'each task has the same entity tag',
  'Idempotency-Key is ignored',
  'a late task stays open',
  'the total ignores the filters',
  'an unknown related resource is accepted',
  'a related resource of another organization is accepted',
] as const;
/** Faults that only the evidence of `getTasks` shows. */
export const LIST_FAULTS = ['If-None-Match is ignored'] as const;
export type Fault = (typeof FAULTS | typeof LIST_FAULTS)[number];

/** The fault of the running handlers. Undefined for sound handlers. */
export const planted: { isReleased: boolean; fault: Fault | undefined } = {
  isReleased: false,
  fault: undefined,
};

type Fields = Record<string, any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- records of tasks
const FIELDS = ['id', 'title', 'assigneeId', 'status', 'dueDate', 'recurrence', 'relatedResourceId'];
const MORE_FIELDS = ['relatedResourceType', 'notes', 'createdAt', 'updatedAt', 'completedAt'];
/** In the order of the contract: the entity tag is that of the planned operations. */
const SHOWN_FIELDS = [
  ...FIELDS.slice(0, -1),
  'nextDueDate',
  'instances',
  'relatedResourceId',
  ...MORE_FIELDS,
];
const LATE = ['open', 'in_progress'];
const DEMO_IDS = new Set(exampleIds(contractDocument));

const has = (fault: Fault): boolean => planted.fault === fault;

export function createTaskHandlers(database: Database, clock: Clock) {
  const store = createRecordStore(database, searchedValues);
  const tables = createTableStores(database);
  const log = createLog(database, clock);
  const idempotency = createIdempotency(database, clock);
  const firstLists = new Map<string, Fields[]>();

  async function findRecord(
    transaction: SharedTransaction | undefined,
    organization: Organization,
    collection: string,
    id: string,
  ): Promise<Fields | undefined> {
    const table = tables[collection];
    if (table) return table.find(transaction, organization, id);
    return store.find(organization, collection, id);
  }

  const todayOf = ({ id }: Organization): string => clock.now(id).toISOString().slice(0, 10);

  function show(task: Fields, organization: Organization): Fields {
    const today = todayOf(organization);
    const isSingle = task.recurrence === null;
    const isLate = isSingle && LATE.includes(task.status as string) && task.dueDate < today;
    const series = isSingle ? { nextDueDate: null, instances: null } : seriesOf(task as never, [], today);
    const shown: Fields = {
      ...task,
      ...series,
      ...(isLate && !has('a late task stays open') && { status: 'overdue' }),
    };
    const names = SHOWN_FIELDS.filter((name) => shown[name] !== undefined);
    const fields = Object.fromEntries(names.map((name) => [name, shown[name] as unknown]));
    return has('the completion time is a text')
      ? { ...fields, completedAt: fields.completedAt ?? '' }
      : fields;
  }

  async function requireRecord(
    transaction: SharedTransaction,
    organization: Organization,
    { assigneeId, relatedResourceId, relatedResourceType }: Fields,
  ): Promise<void> {
    const find = (collection: string, id: string) => findRecord(transaction, organization, collection, id);
    if (assigneeId !== undefined && !(await find('User', assigneeId as string)))
      throw has('an unknown assignee is a validation error')
        ? invalid('assigneeId', 'is unknown')
        : invalidReference('assigneeId', 'user');
    if (relatedResourceId === undefined || has('an unknown related resource is accepted')) return;
    const collection = collectionNamed(relatedResourceType);
    // The examples are records of the demo, which is another organization.
    if (
      has('a related resource of another organization is accepted') &&
      DEMO_IDS.has(relatedResourceId as string)
    )
      return;
    if (!(await find(collection, relatedResourceId as string)))
      throw invalidReference('relatedResourceId', 'record');
  }

  const newTask = ({ organization, body }: OperationInput): Fields => {
    const now = clock.now(organization.id).toISOString();
    const $sequence = nextSequence();
    const task: Fields = {
      id: newId('tsk', $sequence),
      ...(body as Fields),
      status: has('a new task is in progress') ? 'in_progress' : 'open',
      recurrence: (body as Fields).recurrence ?? null,
      ...{ createdAt: now, updatedAt: now, completedAt: null, $sequence },
    };
    if (has('notes are lost')) delete task.notes;
    return task;
  };

  async function create(transaction: SharedTransaction, input: OperationInput): Promise<ApiResponse> {
    const { organization, caller } = input;
    const [head] = await Promise.all([
      log.findHead(transaction, organization.id),
      requireRecord(transaction, organization, input.body as Fields),
    ]);
    const task = newTask(input);
    store.save(transaction, organization, 'Task', undefined, task);
    log.record(transaction, head, {
      organization: organization.id,
      actor: byCaller(caller),
      activity: recordChange('task', [...FIELDS, ...MORE_FIELDS], undefined, task),
    });
    const shown = show(task, organization);
    return {
      status: has('a creation returns 200') ? 200 : 201,
      body: JSON.stringify({ ...shown, status: task.status as unknown }),
      etag: etagOf(JSON.stringify(shown)),
      headers: { Location: has('the Location is that of the collection') ? '/tasks' : `/tasks/${task.id}` },
    };
  }

  function matches(task: Fields, query: Fields, today: string): boolean {
    const { dueFrom: from, dueTo: to, ...others } = query as Record<string, string | undefined>;
    const isDue =
      task.recurrence === null
        ? task.dueDate >= (from ?? '') && task.dueDate <= (to ?? '9')
        : hasInstanceIn(task as never, [], { from, to, isOverdue: others['status'] === 'overdue' }, today);
    return (
      (isDue || (from === undefined && to === undefined)) &&
      Object.entries(others).every(
        ([name, value]) =>
          (name === 'status' && has('the filter by status is ignored')) || task[name] === value,
      )
    );
  }

  return {
    createTask(input: OperationInput): Promise<ApiResponse> {
      const { organization, header, body } = input;
      if (!has('a recurrence needs no due date')) requireDueDate(body as Fields);
      const answer = (keyed?: KeyedRequest): Promise<ApiResponse> =>
        database.transaction({ organization: organization.id }, async (transaction) => {
          const replay = keyed && (await idempotency.findResponse<ApiResponse>(transaction, keyed));
          if (replay) return replay;
          const response = await create(transaction, input);
          if (keyed) idempotency.storeResponse(transaction, keyed, response);
          return response;
        });
      const key = (header as Record<string, string>)['Idempotency-Key'];
      if (key === undefined || has('Idempotency-Key is ignored')) return answer();
      return idempotency.once(organization, key, { operationId: 'createTask', body }, answer);
    },

    async getTask({ organization, path }: OperationInput): Promise<ApiResponse> {
      const { id } = path as { id: string };
      const found = await findRecord(undefined, organization, 'Task', id);
      if (!found && !has('an unknown task is an empty one')) throw notFound();
      const body = JSON.stringify(found ? show(found, organization) : {});
      return { status: 200, body, ...(has('each task has the same entity tag') ? { etag: '"1"' } : {}) };
    },

    async getTasks({ organization, query }: OperationInput): Promise<ApiResponse> {
      const { dueFrom = '', dueTo = '9' } = query as Record<string, string>;
      if (dueFrom > dueTo) throw new ApiError('validation_error', 'dueFrom is after dueTo.');
      let stored: Fields[] = await store.list(undefined, organization, 'Task');
      if (has('the list is that of the first read')) {
        stored = firstLists.get(organization.id) ?? stored;
        firstLists.set(organization.id, stored);
      }
      const all = stored.map((task) => show(task, organization));
      const data = all.filter((task) => matches(task, query, todayOf(organization)));
      if (has('the newest task comes first')) data.reverse();
      const total = has('the total ignores the filters') ? all.length : data.length;
      const etag = has('If-None-Match is ignored') ? { etag: `"${nextSequence()}"` } : {};
      return { status: 200, body: JSON.stringify({ data, total }), ...etag };
    },
  };
}
