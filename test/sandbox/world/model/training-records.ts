// The model of training records: completions, the export, and the facilities in scope.
import { csv } from './asset-files';
import { type Commands, tagged } from './command';
import { bodyWith, queryWith, references, target } from './dice';
import { filterOf, matches, viewAssignment, viewFacilities } from './training-assignments';
import { type Row, type World, addDays, given } from './world';

const facilityList = (world: World, row: Row) => {
  const data = viewFacilities(world, row);
  return { data, total: data.length };
};

const EXPORT = [
  'id',
  'userId',
  'userName',
  'trainingModuleId',
  'trainingModuleTitle',
  'cipStandard',
  'status',
];
const COLUMNS = [...EXPORT, 'dueDate', 'completedAt', 'score', 'certificateReference', 'facilities', 'notes'];
function exportRow(world: World, row: Row): Record<string, unknown> {
  const trainee = world.lastKnown('user', row.userId);
  const course = world.lastKnown('training_module', row.trainingModuleId);
  const names = { userName: trainee?.name ?? '', trainingModuleTitle: course?.title ?? '' };
  const all: Row = { ...viewAssignment(world, row), ...names, cipStandard: course?.cipStandard };
  return given(Object.fromEntries(COLUMNS.map((column) => [column, all[column]])));
}
const cellsOf = (row: Record<string, unknown>) => {
  const names = (row['facilities'] as Row[]).map(({ name }) => name as string);
  return COLUMNS.map((column) => (column === 'facilities' ? names.join('; ') : row[column]));
};

export const trainingRecords: Commands = {
  exportTrainingAssignments: (world, dice) => {
    const { moduleId, status } = filterOf(world, dice);
    const format = dice.maybe(dice.pick(['csv', 'json']), 70);
    return {
      ...queryWith(dice, given({ format, moduleId, status }), [['format', { format: 'xml' }]]),
      succeed() {
        const all = world.rows.training_assignment;
        const matching = all.filter((row) =>
          matches(given({ moduleId, status }))(viewAssignment(world, row)),
        );
        const rows = matching.map((row) => exportRow(world, row));
        return format === 'json' ? rows : csv([COLUMNS, ...rows.map(cellsOf)]);
      },
    };
  },
  completeTrainingAssignment: (world, dice) => {
    const { id, row } = target(world, dice, 'training_assignment');
    const body = given({
      completedAt: `${addDays(world.today(), -dice.int(50))}T08:15:30${dice.pick(['', '.5', '.123456'])}Z`,
      score: dice.maybe(dice.int(101), 60),
      certificateReference: dice.maybe(dice.text('LMS'), 40),
    });
    return {
      params: { id },
      ...bodyWith(dice, body, [
        ['completedAt', { completedAt: undefined }],
        ['completedAt', { completedAt: '2026-03-01' }],
        ['score', { score: 101 }],
      ]),
      isMissing: !row,
      succeed() {
        for (const field of ['score', 'certificateReference']) delete row![field];
        const completedAt = new Date(body.completedAt).toISOString();
        Object.assign(row!, { ...body, status: 'complete', completedAt, completedBy: world.me });
        world.touch(row!);
        world.record('completed', 'training_assignment', id);
        const { userId, trainingModuleId, dueDate } = row!;
        return { id, userId, trainingModuleId, dueDate, status: 'complete', ...body, completedAt };
      },
    };
  },
  getTrainingAssignmentFacilities: (world, dice) => {
    const { id, row } = target(world, dice, 'training_assignment');
    return {
      params: { trainingAssignmentId: id },
      isMissing: !row,
      succeed: () => facilityList(world, row!),
    };
  },
  addFacilitiesToAssignment: (world, dice) => {
    const { id, row } = target(world, dice, 'training_assignment');
    const { to, unknown } = references(world, dice);
    const facilityIds = Array.from({ length: 1 + dice.int(3) }, () => to('facility', 'facilityIds'));
    return {
      params: { trainingAssignmentId: id },
      ...bodyWith(dice, { facilityIds }, [
        ['facilityIds', { facilityIds: [] }],
        ['facilityIds', { facilityIds: undefined }],
      ]),
      isMissing: !row,
      unknown,
      succeed() {
        const scope: Row[] = row!.facilities;
        const added = [...new Set(facilityIds)].filter((one) => !scope.some((each) => each.id === one));
        row!.facilities = [...scope, ...added.map((one) => ({ ...world.find('facility', one)! }))];
        if (added.length > 0) {
          world.touch(row!);
          world.record('updated', 'training_assignment', id);
        }
        return { trainingAssignmentId: id, facilities: viewFacilities(world, row!) };
      },
    };
  },
  removeFacilityFromAssignment: (world, dice) => {
    const { id, row } = target(world, dice, 'training_assignment');
    const scope: Row[] = row?.facilities ?? [];
    const facilityId =
      scope.length > 0 && dice.chance(80) ? dice.pick(scope).id : target(world, dice, 'facility').id;
    const isInScope = scope.some((each) => each.id === facilityId);
    return {
      params: { trainingAssignmentId: id, facilityId },
      isMissing: !row || !isInScope,
      guard: row && tagged(`/training-assignments/${id}/facilities`, () => facilityList(world, row)),
      succeed() {
        row!.facilities = scope.filter((each) => each.id !== facilityId);
        world.touch(row!);
        world.record('updated', 'training_assignment', id);
      },
    };
  },
};
