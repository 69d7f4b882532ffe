// The random choices of a command: ids that exist and ids that do not, bodies and their faults.
import { KINDS, type Kind, PREFIXES, type Row, type World } from './world';

export type Dice = ReturnType<typeof createDice>;
/** Returns random choices that depend on the seed alone (mulberry32). */
export function createDice(seed: number) {
  let state = seed;
  const fraction = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(fraction() * below);
  const chance = (percent: number) => fraction() * 100 < percent;
  const pick = <T>(list: readonly T[]) => list[int(list.length)]!;
  return {
    int,
    chance,
    pick,
    maybe: <T>(value: T, percent = 50) => (chance(percent) ? value : undefined),
    text: (word: string) => `${word} ${int(1000)}`,
    some: <T>(list: readonly T[], atMost = 3): T[] => list.filter(() => chance(40)).slice(0, atMost),
  };
}

/** Returns the id of a record of this kind, or at times an id that names none. */
export function anyId(world: World, dice: Dice, kind: Kind, percent = 88): string {
  const { rows, gone } = world;
  // Half of the commands name one of the newest records, which then have a long history.
  const existing = dice.chance(50) ? rows[kind].slice(-4) : rows[kind];
  if (existing.length > 0 && dice.chance(percent)) return dice.pick(existing).id;
  if (gone[kind].length > 0 && dice.chance(60)) return dice.pick(gone[kind]);
  const other = dice.pick(KINDS.filter((each) => each !== kind && rows[each].length > 0));
  return dice.pick([
    `${PREFIXES[kind]}_01kk0000000000000000000000`,
    dice.pick(rows[other]).id,
    'constructor',
  ]);
}

/** Returns a record for the id in a path, undefined when the id names none. */
export function target(world: World, dice: Dice, kind: Kind, percent?: number) {
  const id = anyId(world, dice, kind, percent);
  return { id, row: world.find(kind, id) };
}

/** Returns one of the preferred records for the id in a path, or at times any. */
export function targetAmong(world: World, dice: Dice, kind: Kind, preferred: Row[], percent = 60) {
  const row = preferred.length > 0 && dice.chance(percent) ? dice.pick(preferred) : undefined;
  return row ? { id: row.id, row } : target(world, dice, kind);
}

/** Chooses ids for fields of a body, and collects the fields whose id names no record. A record keeps the ids that it has `before`. */
export function references(world: World, dice: Dice, before?: Row) {
  const unknown: string[] = [];
  return {
    unknown,
    to(kind: Kind, field: string): string {
      const id = anyId(world, dice, kind, 95);
      const isKept = id.startsWith(`${PREFIXES[kind]}_`) && Object.values(before ?? {}).includes(id);
      if (!isKept && !world.find(kind, id)) unknown.push(field);
      return id;
    },
  };
}

/** A fault: the field that the rejection names, and the invalid fields of the request. */
export type Fault = [field: string, fields: Record<string, unknown>];
export const UNLISTED: Fault = ['surprise', { surprise: 1 }];

/** Returns the body, or at times the body with one of the faults. */
export function bodyWith(dice: Dice, body: object, faults: Fault[], percent = 6) {
  if (!dice.chance(percent)) return { body, faults: [] as string[] };
  const [field, fields] = dice.pick([...faults, UNLISTED]);
  return { body: { ...body, ...fields }, faults: [field] };
}

/** Returns the query, or at times the query with one of the faults. */
export function queryWith(dice: Dice, query: Record<string, unknown>, faults: Fault[] = []) {
  const { body, faults: faulty } = bodyWith(dice, query, faults, 4);
  return { query: body as Record<string, unknown>, faults: faulty };
}
