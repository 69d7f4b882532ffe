// The model of the activity log: one entry for each changed record, newest first.
import { type Commands, type Dice, page } from './command';
import { anyDay } from './training-assignments';
import { KINDS, type Row, type World, addDays, given } from './world';

const ENTRY = /^act_[0-9a-hjkmnp-tv-z]{26}$/;

/**
 * Returns an entry as the API shows it. Its id, its description and its changes are the server's: other tests
 * state what they contain.
 */
function view(entry: Row, received: Row | undefined): Row {
  const { id, description, changes }: Partial<Row> = received ?? {};
  if (entry.id === '' && ENTRY.test(String(id))) entry.id = id!;
  return { ...entry, ...given({ description, changes, ...chainOf(received ?? {}) }) };
}
const chainOf = ({ sequence, previousHash, hash }: Partial<Row>) => ({ sequence, previousHash, hash });

const filterOf = (world: World, dice: Dice) => {
  const from = dice.maybe(anyDay(world, dice), 20);
  return given({
    from,
    to: from ? dice.maybe(addDays(from, dice.int(60))) : dice.maybe(anyDay(world, dice), 20),
    actorId: dice.maybe(dice.pick([world.keyId, 'sandbox', 'key_none']), 20),
    resourceType: dice.maybe(dice.pick(KINDS).replaceAll('_', '-'), 30),
  });
};

export const activity: Commands = {
  listActivityLogs: (world, dice) =>
    page(
      world,
      dice,
      {
        name: 'listActivityLogs',
        filters: () => {
          const filter = filterOf(world, dice);
          return filter['resourceType'] === 'file' ? given({ ...filter, resourceType: undefined }) : filter;
        },
        faults: [
          ['resourceType', { resourceType: 'file' }],
          ['', { from: '2026-03-02', to: '2026-03-01' }],
        ],
      },
      ({ from, to, actorId, resourceType }) =>
        world.log
          .filter(
            (entry) =>
              (from === undefined || entry['occurredAt'].slice(0, 10) >= from) &&
              (to === undefined || entry['occurredAt'].slice(0, 10) <= to) &&
              (actorId === undefined || entry['actorId'] === actorId) &&
              (resourceType === undefined || entry['resourceType'] === resourceType),
          )
          .reverse(),
      (entry) => -world.log.indexOf(entry),
      view,
    ),
  getActivityLogsByEntity: (world, dice) => {
    const entry = dice.pick(world.log);
    const isKnown = dice.chance(90);
    const [resourceType, resourceId] = [entry['resourceType'], isKnown ? entry['resourceId'] : 'ca_none'];
    return {
      params: { resourceType, resourceId },
      isMissing: !isKnown,
      succeed(body) {
        const entries = world.log.filter(
          (each) => each['resourceType'] === resourceType && each['resourceId'] === resourceId,
        );
        return { data: entries.map((each, index) => view(each, body.data?.[index])), total: entries.length };
      },
    };
  },
};
