// The designations of the CIP Senior Manager: each ends on the day before the next one takes effect.
import { addDays } from '../../base/day';
import { conflict, notFound } from '../../base/errors';
import type { RecordOf } from '../records/views';
import type { World } from '../records/world';
import type { Behaviors } from './behavior';

type Designation = RecordOf<'CipSeniorManagerAssignment'>;

const inOrder = (all: Designation[]): Designation[] =>
  [...all].sort((one, other) => (one.effectiveDate < other.effectiveDate ? -1 : 1));

/** Returns the designation in force on a day. */
export const inForce = (all: Designation[], day: string): Designation | undefined =>
  inOrder(all).findLast(({ effectiveDate, endDate }) => effectiveDate <= day && (endDate ?? day) >= day);

/** Returns whether a user is or was CIP Senior Manager on a day. */
export const wasDesignated = (all: Designation[], user: string, day: string): boolean =>
  all.some(({ userId, effectiveDate }) => userId === user && effectiveDate <= day);

/** Returns the designation that a new one ends. @throws ApiError `conflict`. */
function replacedBy(
  { userId, effectiveDate }: Pick<Designation, 'userId' | 'effectiveDate'>,
  all: Designation[],
  today: string,
): Designation | undefined {
  const latest = inOrder(all).at(-1);
  if ([latest, inForce(all, today)].some((each) => each?.userId === userId))
    throw conflict('This user is already designated as CIP Senior Manager.');
  if (latest && effectiveDate <= latest.effectiveDate)
    throw conflict(`The designation must take effect after ${latest.effectiveDate}.`);
  return latest;
}

/** Returns the designation before a moved one. @throws ApiError `conflict` for a date that is not between others. */
function findPrevious({ id, effectiveDate }: Designation, all: Designation[]): Designation | undefined {
  const ordered = inOrder(all);
  const index = ordered.findIndex((each) => each.id === id);
  const [previous, next] = [ordered[index - 1], ordered[index + 1]];
  if (
    effectiveDate > (previous?.effectiveDate ?? '') &&
    effectiveDate < (next?.effectiveDate ?? '9999-99-99')
  )
    return previous;
  throw conflict('The effective date must lie between those of the previous and the next assignment.');
}

/** @throws ApiError `conflict` for the CIP Senior Manager in force or scheduled. */
export async function requireNoDesignation(world: World, { id, name }: RecordOf<'User'>, then: string) {
  const all = await world.list('CipSeniorManagerAssignment');
  if (all.some(({ userId, endDate }) => userId === id && (endDate ?? world.today) >= world.today))
    throw conflict(
      `${name} is designated as CIP Senior Manager. Designate another user first, then ${then}.`,
    );
}

async function endBefore(world: World, previous: Designation | undefined, day: string): Promise<void> {
  if (!previous) return;
  await world.change('CipSeniorManagerAssignment', previous, { ...previous, endDate: addDays(day, -1) });
}

export const cipSeniorManager = {
  getCurrentCipSeniorManager: {
    async run(world) {
      const current = inForce(await world.list('CipSeniorManagerAssignment'), world.today);
      if (!current) throw notFound('Your organization has no CIP Senior Manager today. Designate one first.');
      return { body: current };
    },
  },
  createCipSeniorManagerAssignment: {
    async rules(world, { after }) {
      if ((await world.find('User', after.userId))?.role === 'api_user')
        throw conflict('A program account (api_user) cannot be CIP Senior Manager. Designate a person.');
      const all = await world.list('CipSeniorManagerAssignment');
      await endBefore(world, replacedBy(after, all, world.today), after.effectiveDate);
    },
  },
  updateCipSeniorManagerAssignment: {
    async rules(world, { before, after }) {
      if (before.effectiveDate === after.effectiveDate) return;
      const previous = findPrevious(after, await world.list('CipSeniorManagerAssignment'));
      await endBefore(world, previous, after.effectiveDate);
    },
  },
} satisfies Behaviors<'CipSeniorManagerAssignment'>;
