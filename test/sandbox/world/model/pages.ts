// Lists with pages: a page continues after the last row of the page before, whatever happened since.
/* eslint-disable @typescript-eslint/no-explicit-any -- bodies may be anything */
import type { Plan } from './command';
import { type Dice, type Fault, queryWith } from './dice';
import type { Row, World } from './world';

interface Cursor {
  value: string;
  after: number;
  query: Record<string, unknown>;
}

interface List {
  name: string;
  filters: () => Record<string, unknown>;
  faults: Fault[];
  /** Returns the rows that match the filters, in their order. */
  rowsOf: (filters: any) => Row[];
  /** Returns a number that increases along the rows; the order of creation by default. */
  position?: (row: Row) => number;
  /** Returns a row as the list shows it; the record by default. */
  view?: (row: Row, received: any) => unknown;
}

/** Plans a list with pages. */
export function page(world: World, dice: Dice, list: List): Plan {
  const { rowsOf, position = ({ id }) => world.order(id), view = (row) => row } = list;
  const cursors: Cursor[] = world.memory.get(list.name) ?? [];
  world.memory.set(list.name, cursors);
  const cursor = dice.chance(40) && cursors.length > 0 ? dice.pick(cursors.slice(-8)) : undefined;
  const filters = cursor ? cursor.query : list.filters();
  const limit = dice.maybe(dice.pick([1, 2, 3, 10, 200]), 70);
  const foreign = [...world.memory].find(([name, other]) => name !== list.name && other[0]?.after)?.[1][0];
  const { query, faults } = queryWith(dice, { ...filters, limit, cursor: cursor?.value }, [
    ...list.faults,
    ['limit', { limit: dice.pick(['0', '201', 'ten']) }],
    ['cursor', { cursor: foreign?.value ?? 'garbled' }],
  ]);
  const matching = rowsOf(filters);
  const rest = cursor ? matching.filter((row) => position(row) > cursor.after) : matching;
  return {
    query,
    faults,
    succeed(body) {
      const rows = rest.slice(0, limit ?? 50);
      const nextCursor = rows.length < rest.length ? String(body.nextCursor) : undefined;
      if (nextCursor !== undefined && body.nextCursor === undefined) throw new Error('nextCursor is absent.');
      if (nextCursor !== undefined && !cursors.some(({ value }) => value === nextCursor))
        cursors.push({ value: nextCursor, after: position(rows.at(-1)!), query: filters });
      return {
        data: rows.map((row, index) => view(row, body.data?.[index])),
        total: matching.length,
        nextCursor,
      };
    },
  };
}
