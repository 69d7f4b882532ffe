// The model of training assignments, which are overdue by the day.
import { type Commands, readRecord, tagged } from './command';
import { type Dice, type Fault, bodyWith, queryWith, references, target } from './dice';
import { type Row, type World, addDays, given } from './world';
import { overdue } from './turns';

const STATUSES = ['assigned', 'in_progress', 'complete', 'overdue', 'waived'];
const FAULTS: Fault[] = [
  ['dueDate', { dueDate: '2026-02-30' }],
  ['dueDate', { dueDate: null }],
  ['trainingModuleId', { trainingModuleId: '' }],
];
const isFinal = (status: string) => ['complete', 'waived'].includes(status);
/** Returns a day before or after the present day. */
export const anyDay = (world: World, dice: Dice) =>
  addDays(world.today(), dice.pick([-40, -1, 0, 1, 20, 300]));
/** Returns whether the last day for a completion in time has passed. */
export const isPast = (world: World, dueDate: string | undefined) =>
  dueDate !== undefined && dueDate < world.today();

/** Returns an assignment as the API shows it: overdue by the day, with the names of its facilities. */
export function viewAssignment(world: World, row: Row): Row {
  const { status } = row;
  const isLate = !isFinal(status) && isPast(world, row.dueDate);
  return { ...row, status: isLate ? 'overdue' : status, facilities: viewFacilities(world, row) };
}
export const viewFacilities = (world: World, { facilities }: Row) =>
  facilities
    .map((facility: Row) => world.find('facility', facility.id) ?? facility)
    .map(({ id, name }: Row) => ({ id, name }));
const guardOf = (world: World, row: Row | undefined) =>
  row && tagged(`/training-assignments/${row.id}`, () => viewAssignment(world, row));

type Filter = Record<string, string | undefined>;
export function filterOf(world: World, dice: Dice): Filter {
  const ids = (['user', 'training_module', 'facility'] as const).map(
    (kind) => dice.pick(world.rows[kind]).id,
  );
  const completedFrom = dice.maybe(anyDay(world, dice), 20);
  return given({
    userId: dice.maybe(dice.pick([ids[0]!, 'usr_none']), 25),
    moduleId: dice.maybe(dice.pick([ids[1]!, 'tm_none']), 25),
    facilityId: dice.maybe(ids[2]!, 20),
    status: dice.maybe(dice.pick(STATUSES), 25),
    completedFrom,
    completedTo: completedFrom
      ? dice.maybe(addDays(completedFrom, dice.int(60)))
      : dice.maybe(anyDay(world, dice), 20),
  });
}
export const matches = (filter: Filter) => (row: Row) =>
  (!filter.userId || row.userId === filter.userId) &&
  (!filter.moduleId || row.trainingModuleId === filter.moduleId) &&
  (!filter.facilityId || row.facilities.some(({ id }: Row) => id === filter.facilityId)) &&
  (!filter.status || row.status === filter.status) &&
  (!filter.completedFrom || row.completedAt?.slice(0, 10) >= filter.completedFrom) &&
  (!filter.completedTo || row.completedAt?.slice(0, 10) <= filter.completedTo);

export const trainingAssignments: Commands = {
  getTrainingAssignments: (world, dice) => {
    const filter = filterOf(world, dice);
    return {
      ...queryWith(dice, filter, [
        ['userId', { userId: 'tm_x' }],
        ['status', { status: 'late' }],
        ['', { completedFrom: '2026-03-02', completedTo: '2026-03-01' }],
      ]),
      succeed() {
        const all = world.rows.training_assignment.map((row) => viewAssignment(world, row));
        const data = all.filter(matches(filter));
        return { data, total: data.length };
      },
    };
  },
  getTrainingAssignment: readRecord('training_assignment', viewAssignment),
  createTrainingAssignment: (world, dice) => {
    const { to, unknown } = references(world, dice);
    const body = given({
      userId: to('user', 'userId'),
      trainingModuleId: to('training_module', 'trainingModuleId'),
      dueDate: dice.maybe(anyDay(world, dice), 70),
      notes: dice.maybe(dice.text('Note'), 30),
    });
    return {
      ...bodyWith(dice, body, [...FAULTS, ['userId', { userId: undefined }], ['notes', { notes: 7 }]]),
      unknown,
      status: 201,
      shows: ({ id }) => guardOf(world, world.find('training_assignment', id))!,
      succeed({ id }) {
        const [createdAt, updatedAt] = [world.now(), world.now()];
        const state = { status: 'assigned', completedAt: null, facilities: [] };
        const row = world.add('training_assignment', { id, ...body, ...state, createdAt, updatedAt });
        world.record('created', 'training_assignment', id);
        if (isPast(world, row.dueDate))
          world.turn(Date.now(), 'training_assignment', id, overdue('assigned'));
        return viewAssignment(world, row);
      },
    };
  },
  updateTrainingAssignment: (world, dice) => {
    const { id, row } = target(world, dice, 'training_assignment');
    const { to, unknown } = references(world, dice, row);
    const body = given({
      dueDate: dice.maybe(anyDay(world, dice)),
      trainingModuleId: dice.chance(40) ? to('training_module', 'trainingModuleId') : undefined,
      status: dice.maybe(dice.pick(['in_progress', 'waived']), 30),
    });
    const isWaivedAgain =
      row?.status === 'waived' && body.status === 'waived' && Object.keys(body).length === 1;
    return {
      params: { id },
      ...bodyWith(dice, body, [...FAULTS, ['status', { status: 'assigned' }]]),
      isMissing: !row,
      unknown,
      guard: guardOf(world, row),
      isConflict:
        row !== undefined &&
        ((isFinal(row.status) && Object.keys(body).length > 0 && !isWaivedAgain) ||
          (body.status === 'in_progress' &&
            isPast(world, body.dueDate ?? row.dueDate) &&
            viewAssignment(world, row).status !== body.status)),
      shows: () => guardOf(world, row)!,
      succeed() {
        if (Object.keys(body).length === 0) return viewAssignment(world, row!);
        Object.assign(row!, body);
        world.touch(row!);
        world.record('updated', 'training_assignment', id);
        return viewAssignment(world, row!);
      },
    };
  },
  deleteTrainingAssignment: (world, dice) => {
    const { id, row } = target(world, dice, 'training_assignment');
    return {
      params: { id },
      isMissing: !row,
      guard: guardOf(world, row),
      succeed() {
        world.remove('training_assignment', row!);
        world.record('deleted', 'training_assignment', id);
      },
    };
  },
};
