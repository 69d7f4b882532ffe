// The designations of the CIP Senior Manager. Each ends on the day before the next one takes effect.
import { notFound } from '../../errors';
import type { Behaviors } from './behavior';
import type { RecordOf } from './collections';
import { conflict } from './rules';
import type { World } from './world';

type Designation = RecordOf<'CipSeniorManagerAssignment'>;

const dayBefore = (day: string): string => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

const inOrder = async (world: World): Promise<Designation[]> =>
  (await world.list('CipSeniorManagerAssignment')).toSorted((one, other) =>
    one.effectiveDate < other.effectiveDate ? -1 : 1,
  );

const inForce = (ordered: Designation[], today: string): Designation | undefined =>
  ordered.findLast(({ effectiveDate, endDate }) => effectiveDate <= today && (endDate ?? today) >= today);

const endBefore = (world: World, previous: Designation, day: string) =>
  world.change('CipSeniorManagerAssignment', previous, { ...previous, endDate: dayBefore(day) });

export const cipSeniorManager: Behaviors<
  'CipSeniorManagerAssignment',
  'getCurrentCipSeniorManager' | 'createCipSeniorManagerAssignment' | 'updateCipSeniorManagerAssignment'
> = {
  getCurrentCipSeniorManager: {
    async run(world) {
      const current = inForce(await inOrder(world), world.today);
      if (!current) throw notFound();
      return { body: current };
    },
  },
  createCipSeniorManagerAssignment: {
    async rules(world, { after: { userId, effectiveDate } }) {
      const ordered = await inOrder(world);
      const latest = ordered.at(-1);
      if (!latest) return;
      if ([latest, inForce(ordered, world.today)].some((each) => each?.userId === userId))
        throw conflict('This user is already designated as CIP Senior Manager.');
      if (effectiveDate <= latest.effectiveDate)
        throw conflict(`The designation must take effect after ${latest.effectiveDate}.`);
      await endBefore(world, latest, effectiveDate);
    },
  },
  updateCipSeniorManagerAssignment: {
    async rules(world, { before, after: { effectiveDate } }) {
      if (before.effectiveDate === effectiveDate) return;
      const ordered = await inOrder(world);
      const index = ordered.findIndex(({ id }) => id === before.id);
      const [previous, next] = [ordered[index - 1], ordered[index + 1]];
      const isBetween =
        effectiveDate > (previous?.effectiveDate ?? '') &&
        effectiveDate < (next?.effectiveDate ?? '9999-99-99');
      if (!isBetween)
        throw conflict('The effective date must lie between those of the previous and the next assignment.');
      if (previous) await endBefore(world, previous, effectiveDate);
    },
  },
};
