// The model of tasks: single ones, bulk creation, and reassignment from the CIP Senior Manager.
import {
  type Commands,
  type Dice,
  type Fault,
  bodyWith,
  queryWith,
  readRecord,
  references,
  tagged,
  target,
} from './command';
import { anyDay, isPast } from './training-assignments';
import { type Row, type World, addDays, given, iso } from './world';

export const STATUSES = ['open', 'in_progress', 'complete', 'overdue', 'cancelled'];
const RECURRENCES = ['quarterly', 'yearly', 'every_35_days', 'every_15_months'];
const RELATED = ['facility', 'control_center', 'cyber_system', 'cyber_asset'] as const;
const LATER = ['policy_document', 'training_assignment', 'access_control'] as const;
const FAULTS: Fault[] = [
  ['title', { title: '' }],
  ['dueDate', { dueDate: '2026-02-30' }],
  ['dueDate', { dueDate: undefined, recurrence: 'yearly' }],
  ['recurrence', { recurrence: 'weekly' }],
  ['relatedResourceType', { relatedResourceId: 'fac_x', relatedResourceType: undefined }],
  ['assigneeId', { assigneeId: null }],
];
const isFinal = (status: string) => ['complete', 'cancelled'].includes(status);
export const isAllowed = (from: string, to: string) => from === to || (!isFinal(from) && to !== 'overdue');
/** Returns the status that a read shows: overdue after the due date. */
export const shownStatus = (world: World, status: string, dueDate: string | undefined) =>
  !isFinal(status) && isPast(world, dueDate) ? 'overdue' : status;

export function viewTask(world: World, row: Row): Row {
  const dueDate = row.recurrence === null ? row.dueDate : undefined;
  return { ...row, status: shownStatus(world, row.status, dueDate) };
}
export const guardOf = (world: World, row: Row | undefined) =>
  row && tagged(`/tasks/${row.id}`, () => viewTask(world, row));

/** Returns the fields of a task. `place` precedes the names of fields with an unknown id. */
function fieldsOf(world: World, dice: Dice, place = '') {
  const { to, unknown } = references(world, dice);
  const dueDate = dice.maybe(anyDay(world, dice), 70);
  const kind = dice.pick([...RELATED, ...LATER]);
  const hasRelated = dice.chance(30);
  const fields = given({
    title: dice.text('Task'),
    assigneeId: dice.chance(70) ? to('user', `${place}assigneeId`) : undefined,
    dueDate,
    recurrence: dueDate && dice.chance(40) ? dice.pick(RECURRENCES) : dice.maybe(null, 20),
    relatedResourceId: hasRelated ? to(kind, `${place}relatedResourceId`) : undefined,
    relatedResourceType: hasRelated ? kind : undefined,
    notes: dice.maybe(dice.pick(['', dice.text('Note')]), 30),
  });
  return { fields, unknown };
}

function addTask(world: World, id: string, fields: object): Row {
  const [createdAt, updatedAt] = [world.now(), world.now()];
  const state = { status: 'open', recurrence: null, completedAt: null };
  const row = world.add('task', { id, ...state, ...fields, createdAt, updatedAt });
  world.record('created', 'task', id);
  return row;
}

type Filter = Record<string, string | undefined>;
const matches = (filter: Filter) => (row: Row) =>
  ['assigneeId', 'status', 'relatedResourceId', 'relatedResourceType'].every(
    (field) => filter[field] === undefined || row[field] === filter[field],
  ) &&
  (!filter['dueFrom'] || row.dueDate >= filter['dueFrom']) &&
  (!filter['dueTo'] || row.dueDate <= filter['dueTo']);

/** Returns a completion time as a body has it, and as the API shows it. */
export function completionOf(world: World, dice: Dice, status: string) {
  const sent = dice.maybe(`${addDays(world.today(), -dice.int(9))}T10:00:00${dice.pick(['', '.5'])}Z`, 40);
  if (status !== 'complete') return { body: dice.maybe({ completedAt: null }, 20) ?? {}, shown: () => null };
  return { body: given({ completedAt: sent }), shown: () => (sent ? iso(Date.parse(sent)) : world.now()) };
}
export const FAULTY_COMPLETION: Fault = [
  'completedAt',
  { status: 'open', completedAt: '2026-04-01T10:00:00Z' },
];

export const tasks: Commands = {
  getTasks: (world, dice) => {
    const dueFrom = dice.maybe(anyDay(world, dice), 20);
    const filter = given({
      assigneeId: dice.maybe(dice.pick([...world.rows.user.map(({ id }) => id), 'usr_none']), 25),
      status: dice.maybe(dice.pick(STATUSES), 25),
      dueFrom,
      dueTo: dueFrom ? dice.maybe(addDays(dueFrom, dice.int(60))) : dice.maybe(anyDay(world, dice), 20),
      relatedResourceId: dice.maybe(dice.pick(world.rows.facility).id, 15),
      relatedResourceType: dice.maybe(dice.pick(RELATED) as string, 15),
    });
    return {
      ...queryWith(dice, filter, [
        ['assigneeId', { assigneeId: 'tsk_x' }],
        ['status', { status: 'done' }],
        ['', { dueFrom: '2026-03-02', dueTo: '2026-03-01' }],
      ]),
      succeed() {
        const data = world.rows.task.map((row) => viewTask(world, row)).filter(matches(filter));
        return { data, total: data.length };
      },
    };
  },
  getTask: readRecord('task', viewTask),
  createTask: (world, dice) => {
    const { fields, unknown } = fieldsOf(world, dice);
    return {
      ...bodyWith(dice, fields, [...FAULTS, ['status', { status: 'open' }]]),
      unknown,
      status: 201,
      shows: ({ id }) => guardOf(world, world.find('task', id))!,
      succeed: ({ id }) => ({ ...addTask(world, id, fields) }),
    };
  },
  bulkCreateTasks: (world, dice) => {
    const all = Array.from({ length: 1 + dice.int(4) }, (_, index) =>
      fieldsOf(world, dice, `tasks.${index}.`),
    );
    return {
      ...bodyWith(dice, { tasks: all.map(({ fields }) => fields) }, [
        ['tasks', { tasks: [] }],
        ['tasks.0.title', { tasks: [{}] }],
        ['tasks.1.dueDate', { tasks: [{ title: 'x' }, { title: 'y', dueDate: 'soon' }] }],
      ]),
      unknown: all.flatMap(({ unknown }) => unknown),
      status: 201,
      succeed(body) {
        const rows = all.map(({ fields }, index) => addTask(world, body.tasks[index].id, fields));
        const short = ({ id, title, status, dueDate }: Row) => ({ id, title, status, dueDate });
        return { created: rows.length, tasks: rows.map(short) };
      },
    };
  },
  updateTask: (world, dice) => {
    const { id, row } = target(world, dice, 'task');
    const { fields, unknown } = fieldsOf(world, dice);
    const status = dice.pick(STATUSES);
    const completion = completionOf(world, dice, status);
    const from = row && (viewTask(world, row).status as string);
    return {
      params: { id },
      ...bodyWith(dice, { ...fields, status, ...completion.body }, [
        ...FAULTS,
        ['status', { status: undefined }],
        FAULTY_COMPLETION,
      ]),
      isMissing: !row,
      unknown,
      guard: guardOf(world, row),
      isConflict: from !== undefined && !isAllowed(from, status),
      shows: () => guardOf(world, row)!,
      succeed() {
        const stored = status === 'overdue' ? row!.status : status;
        for (const field of Object.keys(row!).filter((each) => !/^(id|\w+At)$/.test(each)))
          delete row![field];
        Object.assign(row!, { recurrence: null }, fields, {
          status: stored,
          completedAt: completion.shown(),
        });
        world.touch(row!);
        world.record('updated', 'task', id);
        return viewTask(world, row!);
      },
    };
  },
  deleteTask: (world, dice) => {
    const { id, row } = target(world, dice, 'task');
    return {
      params: { id },
      isMissing: !row,
      guard: guardOf(world, row),
      succeed() {
        world.remove('task', row!);
        world.record('deleted', 'task', id);
      },
    };
  },
  reassignTasksFromCsm: (world, dice) => {
    const { to, unknown } = references(world, dice);
    const managers = world.rows.cip_senior_manager_assignment;
    const known = dice.pick(managers).userId as string;
    const isKnown = dice.chance(60) && world.find('user', known) !== undefined;
    const [fromUserId, toUserId] = [isKnown ? known : to('user', 'fromUserId'), to('user', 'toUserId')];
    const wasManager = managers.some(
      (row) => row.userId === fromUserId && row.effectiveDate <= world.today(),
    );
    const isOpen = (row: Row) => row.assigneeId === fromUserId && !isFinal(row.status);
    const { body, faults } = bodyWith(dice, { fromUserId, toUserId }, [
      ['toUserId', { toUserId: undefined }],
    ]);
    return {
      body,
      faults: fromUserId === toUserId ? [...faults, ''] : faults,
      unknown,
      isConflict: !wasManager,
      succeed() {
        const moved = world.rows.task.filter(isOpen);
        for (const row of moved) {
          row.assigneeId = toUserId;
          world.touch(row);
          world.record('updated', 'task', row.id);
        }
        return { reassigned: moved.length, fromUserId, toUserId };
      },
    };
  },
};
