// The model of the CIP Senior Manager: each designation ends on the day before the next one.
import { type Commands, tagged } from './command';
import { type Fault, bodyWith, references, target } from './dice';
import { type Row, type World, addDays, given } from './world';

const KIND = 'cip_senior_manager_assignment';
const FAULTS: Fault[] = [
  ['effectiveDate', { effectiveDate: '2026-02-30' }],
  ['notes', { notes: '' }],
];
const inOrder = (world: World): Row[] =>
  [...world.rows[KIND]].sort((one, other) => one.effectiveDate.localeCompare(other.effectiveDate));
/** Returns the designation in force today. */
function current(world: World): Row | undefined {
  const today = world.today();
  return inOrder(world).findLast(
    ({ effectiveDate, endDate }) => effectiveDate <= today && (endDate === null || endDate >= today),
  );
}
/** Returns the key of the representation that a tag belongs to. No operation reads one designation. */
const guardOf = (row: Row | undefined) =>
  row && tagged(`/cip-senior-manager-assignments/${row.id}`, () => row);

function endBefore(world: World, row: Row | undefined, day: string): void {
  if (!row) return;
  row['endDate'] = addDays(day, -1);
  world.touch(row);
  world.record('updated', KIND, row.id);
}

export const designations: Commands = {
  getCurrentCipSeniorManager: (world) => {
    const row = current(world);
    return { isMissing: !row, succeed: () => row };
  },
  createCipSeniorManagerAssignment: (world, dice) => {
    const { to, unknown } = references(world, dice);
    const latest = inOrder(world).at(-1);
    const start = latest?.effectiveDate ?? world.today();
    const effectiveDate = addDays(dice.pick([start, start, world.today()]), dice.pick([-3, 0, 1, 30, 200]));
    const body = given({
      userId: to('user', 'userId'),
      effectiveDate,
      notes: dice.maybe(dice.text('Resolution'), 40),
    });
    const isDesignated = [latest, current(world)].some((each) => each?.userId === body.userId);
    return {
      ...bodyWith(dice, body, [...FAULTS, ['userId', { userId: undefined }]]),
      unknown,
      isConflict:
        world.find('user', String(body.userId))?.['role'] === 'api_user' ||
        isDesignated ||
        (latest !== undefined && effectiveDate <= latest.effectiveDate),
      status: 201,
      shows: ({ id }) => guardOf(world.find(KIND, id))!,
      succeed({ id }) {
        endBefore(world, latest, effectiveDate);
        const [createdAt, updatedAt] = [world.now(), world.now()];
        const row = world.add(KIND, { id, ...{ notes: null }, ...body, endDate: null, createdAt, updatedAt });
        world.record('created', KIND, id);
        return row;
      },
    };
  },
  updateCipSeniorManagerAssignment: (world, dice) => {
    const { id, row } = target(world, dice, KIND);
    const day = row && addDays(row.effectiveDate, dice.pick([-200, -5, -1, 0, 1, 40]));
    const body = given({
      effectiveDate: dice.maybe(day ?? world.today(), 60),
      notes: dice.maybe(dice.pick([null, dice.text('Letter')]), 40),
    });
    const ordered = inOrder(world);
    const index = ordered.findIndex((each) => each.id === id);
    const [previous, next] = [index > 0 ? ordered[index - 1] : undefined, ordered[index + 1]];
    const moves = body.effectiveDate !== undefined && body.effectiveDate !== row?.effectiveDate;
    const isBetween =
      body.effectiveDate === undefined ||
      (body.effectiveDate > (previous?.effectiveDate ?? '') &&
        (next === undefined || body.effectiveDate < next.effectiveDate));
    return {
      params: { id },
      ...bodyWith(dice, body, FAULTS),
      isMissing: !row,
      guard: guardOf(row),
      isConflict: moves && !isBetween,
      shows: () => guardOf(row)!,
      succeed() {
        if (Object.keys(body).length === 0) return row;
        if (moves) endBefore(world, previous, body.effectiveDate!);
        Object.assign(row!, body);
        world.touch(row!);
        world.record('updated', KIND, id);
        return row;
      },
    };
  },
};
