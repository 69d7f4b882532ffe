// The fields of tasks that several operations share, and the status that a read shows.
import { type Dice, type Fault, references } from './dice';
import { anyDay, isPast } from './training-assignments';
import { type Row, type World, addDays, given, iso } from './world';
import { arrive } from './turns';

export const STATUSES = ['open', 'in_progress', 'complete', 'overdue', 'cancelled'];
const RECURRENCES = ['quarterly', 'yearly', 'every_35_days', 'every_15_months'];
export const RELATED = ['facility', 'control_center', 'cyber_system', 'cyber_asset'] as const;
const LATER = ['policy_document', 'training_assignment', 'access_control'] as const;
export const FAULTS: Fault[] = [
  ['title', { title: '' }],
  ['dueDate', { dueDate: '2026-02-30' }],
  ['dueDate', { dueDate: undefined, recurrence: 'yearly' }],
  ['recurrence', { recurrence: 'weekly' }],
  ['relatedResourceType', { relatedResourceId: 'fac_x', relatedResourceType: undefined }],
  ['assigneeId', { assigneeId: null }],
];
export const isFinal = (status: string) => ['complete', 'cancelled'].includes(status);
export const isAllowed = (from: string, to: string) => from === to || (!isFinal(from) && to !== 'overdue');
/** Returns the status that a read shows: overdue after the due date. */
export const shownStatus = (world: World, status: string, dueDate: string | undefined) =>
  !isFinal(status) && isPast(world, dueDate) ? 'overdue' : status;

/** Returns the fields of a task. `place` precedes the names of fields with an unknown id. `before`: a task keeps its ids. */
export function fieldsOf(world: World, dice: Dice, place = '', before?: Row) {
  const { to, unknown } = references(world, dice, before);
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

export function addTask(world: World, id: string, fields: object): Row {
  const [createdAt, updatedAt] = [world.now(), world.now()];
  const state = { status: 'open', recurrence: null, completedAt: null };
  const row = world.add('task', { id, ...state, ...fields, createdAt, updatedAt });
  world.record('created', 'task', id);
  arrive(world, row);
  return row;
}

/** Returns a completion time as a body has it, and as the API shows it after a recorded one. */
export function completionOf(world: World, dice: Dice, status: string) {
  const sent = dice.maybe(`${addDays(world.today(), -dice.int(9))}T10:00:00${dice.pick(['', '.5'])}Z`, 40);
  if (status !== 'complete') return { body: dice.maybe({ completedAt: null }, 20) ?? {}, shown: () => null };
  const shown = (recorded: string | null) => (sent ? iso(Date.parse(sent)) : (recorded ?? world.now()));
  return { body: given({ completedAt: sent }), shown };
}
export const FAULTY_COMPLETION: Fault = [
  'completedAt',
  { status: 'open', completedAt: '2026-04-01T10:00:00Z' },
];
