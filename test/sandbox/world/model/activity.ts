// The model of the activity log: one entry for each changed record, newest first.
import type { Change } from './changes';
import { type Commands } from './command';
import { type Dice } from './dice';
import { page } from './pages';
import { anyDay } from './training-assignments';
import { KINDS, type Row, type World, addDays, given } from './world';

const ENTRY = /^act_[0-9a-hjkmnp-tv-z]{26}$/;

const sorted = (changes: Change[]) => changes.toSorted((one, other) => one.field.localeCompare(other.field));
const isSame = (one: Change[], other: Change[]) =>
  JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));

/** Returns an entry as the API shows it. Its id, its description and the order of its changes are new. */
function view(entry: Row, received: Row = { id: '' }): Row {
  const { id, description, changes, sequence, previousHash, hash } = received;
  if (entry.id === '' && ENTRY.test(id))
    Object.assign(entry, given({ id, description, sequence, previousHash, hash }));
  return { ...entry, changes: isSame(changes ?? [], entry.changes) ? changes : sorted(entry.changes) };
}

const filterOf = (world: World, dice: Dice) => {
  const from = dice.maybe(anyDay(world, dice), 20);
  return given({
    from,
    to: from ? dice.maybe(addDays(from, dice.int(60))) : dice.maybe(anyDay(world, dice), 20),
    actorId: dice.maybe(dice.pick([world.me, 'sandbox', 'system', 'key_none']), 20),
    resourceType: dice.maybe(dice.pick(KINDS).replaceAll('_', '-'), 30),
  });
};

const matches = (filter: Record<string, string | undefined>) => (entry: Row) =>
  (!filter['from'] || entry.occurredAt.slice(0, 10) >= filter['from']) &&
  (!filter['to'] || entry.occurredAt.slice(0, 10) <= filter['to']) &&
  (!filter['actorId'] || entry.actorId === filter['actorId']) &&
  (!filter['resourceType'] || entry.resourceType === filter['resourceType']);

export const activity: Commands = {
  listActivityLogs: (world, dice) =>
    page(world, dice, {
      name: 'listActivityLogs',
      filters: () => filterOf(world, dice),
      faults: [
        ['resourceType', { resourceType: 'folder' }],
        ['', { from: '2026-03-02', to: '2026-03-01' }],
      ],
      rowsOf: (filter) => world.log.filter(matches(filter)).toReversed(),
      position: (entry) => -world.log.indexOf(entry),
      view,
    }),
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
