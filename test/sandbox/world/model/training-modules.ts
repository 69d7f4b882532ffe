// The model of training modules.
import { type Commands, readRecord, tagged } from './command';
import { type Dice, type Fault, bodyWith, target } from './dice';
import { type Row, given } from './world';

const FAULTS: Fault[] = [
  ['title', { title: '' }],
  ['title', { title: null }],
  ['completionIntervalDays', { completionIntervalDays: 0 }],
  ['completionIntervalDays', { completionIntervalDays: 1.5 }],
  ['externalModuleUrl', { externalModuleUrl: 'lms' }],
  ['cipStandard', { cipStandard: '' }],
];
const optional = (dice: Dice) => ({
  description: dice.maybe(dice.pick(['', dice.text('Course')]), 30),
  cipStandard: dice.maybe('CIP-004-7', 40),
  completionIntervalDays: dice.maybe(1 + dice.int(3660), 40),
  externalModuleUrl: dice.maybe(`https://lms.example/${dice.int(50)}`, 30),
});
const guardOf = (row: Row | undefined) => row && tagged(`/training-modules/${row.id}`, () => row);
const isActive = (status: string) => ['assigned', 'in_progress', 'overdue'].includes(status);

export const trainingModules: Commands = {
  getTrainingModules: (world) => {
    const { training_module: rows } = world.rows;
    return { succeed: () => ({ data: rows, total: rows.length }) };
  },
  getTrainingModule: readRecord('training_module'),
  createTrainingModule: (world, dice) => {
    const body = given({ title: dice.text('Module'), ...optional(dice) });
    return {
      ...bodyWith(dice, body, [...FAULTS, ['title', { title: undefined }]]),
      status: 201,
      shows: ({ id }) => guardOf(world.find('training_module', id))!,
      succeed({ id }) {
        const time = world.now();
        const row = world.add('training_module', { id, ...body, createdAt: time, updatedAt: time });
        world.record('created', 'training_module', id);
        return row;
      },
    };
  },
  updateTrainingModule: (world, dice) => {
    const { id, row } = target(world, dice, 'training_module');
    const body = given({ title: dice.maybe(dice.text('Module')), ...optional(dice) });
    return {
      params: { id },
      ...bodyWith(dice, body, FAULTS),
      isMissing: !row,
      guard: guardOf(row),
      shows: () => guardOf(row)!,
      succeed() {
        if (Object.keys(body).length === 0) return row;
        Object.assign(row!, body);
        world.touch(row!);
        world.record('updated', 'training_module', id);
        return row;
      },
    };
  },
  deleteTrainingModule: (world, dice) => {
    const { id, row } = target(world, dice, 'training_module');
    const assignments = world.rows.training_assignment.filter((each) => each.trainingModuleId === id);
    return {
      params: { id },
      isMissing: !row,
      guard: guardOf(row),
      isConflict: assignments.some(({ status }) => isActive(status)),
      succeed() {
        world.remove('training_module', row!);
        world.record('deleted', 'training_module', id);
      },
    };
  },
};
