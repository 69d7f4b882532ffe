// Plans an import: matches rows to records by id, then by name, and compares them. Reads and writes nothing.
// Works in time slices, because a file can have any number of rows.
import { typeid } from 'typeid-js';
import { forEachInSlices, mapInSlices } from '../../base/scheduling/time-slices';
import type { Fields } from './check-rows';
import type { CollectionName } from '../records/collection';
import { COLLECTIONS, IMPORT_COLLECTIONS, type ImportCollection } from './collections';
import type { Problems } from './content';
import type { CollectionPlan, Current, Plan } from './records';
import { type TargetsByName, resolveReferences, targetsOf } from './references';

async function planCollection(
  collection: ImportCollection,
  rows: readonly Fields[],
  current: Current,
  problems: Problems,
): Promise<CollectionPlan> {
  const { ids, keys, renamed } = await identify(collection, rows, current, problems);
  const plan: CollectionPlan = { created: [], updated: [], unchanged: 0, ids: [], renamed };
  await forEachInSlices(rows, (fields, index) => {
    const id = ids[index] ?? typeid(collection.idPrefix).toString();
    const record = current.byId.get(id);
    const nameKey = keys[index] ?? '';
    plan.ids.push(id);
    if (!record) plan.created.push({ id, fields, nameKey });
    else if (collection.columns.some((column) => (fields[column] ?? null) !== record[column]))
      plan.updated.push({ id: record.id, fields, nameKey, current: record });
    else plan.unchanged++;
  });
  return plan;
}

/**
 * Adds conflicts between rows, and between rows and the organization, to `problems`. Referenced collections come
 * first, so that rows can name records that get their ids here.
 */
export async function makePlan(
  rows: Record<CollectionName, Fields[]>,
  current: Record<CollectionName, Current>,
  problems: Problems,
): Promise<Plan> {
  const targets: TargetsByName = {};
  const plan: Partial<Plan> = {};
  for (const name of COLLECTIONS) {
    const collection = IMPORT_COLLECTIONS[name];
    const resolved = await resolveReferences(collection, rows[name], targets, problems);
    plan[name] = await planCollection(collection, resolved, current[name], problems);
    // No record refers to an asset.
    if (name !== 'cyber_assets') targets[name] = await targetsOf(resolved, plan[name].ids, current[name]);
  }
  return plan as Plan;
}

interface Identities {
  /** The id of the record of each row. Undefined for a new record without an id. */
  ids: (string | undefined)[];
  /** The key of the name of each row. */
  keys: (string | undefined)[];
  /** Records that release a name for another row. */
  renamed: Set<string>;
}

/** The first two rows with each value. */
class FirstRows {
  private readonly first = new Map<string, number>();
  private readonly second = new Map<string, number>();

  add(value: string | undefined, index: number): void {
    if (value === undefined) return;
    if (!this.first.has(value)) this.first.set(value, index);
    else if (!this.second.has(value)) this.second.set(value, index);
  }

  has(value: string): boolean {
    return this.first.has(value);
  }

  /** Returns the first row with the value, other than this one. */
  otherThan(index: number, value: string): number | undefined {
    const first = this.first.get(value);
    return first === index ? this.second.get(value) : first;
  }
}

async function identify(
  { name, noun, uniqueNames, keyOf }: ImportCollection,
  rows: readonly Fields[],
  current: Current,
  problems: Problems,
): Promise<Identities> {
  const rowsOfId = new FirstRows();
  const rowsOfName = new FirstRows();
  const keys = await mapInSlices(rows, (row, index) => {
    const key = row['name'] === undefined ? undefined : keyOf(row);
    rowsOfId.add(row['id'], index);
    rowsOfName.add(key, index);
    return key;
  });
  const renamed = new Set<string>();
  const lineOf = (index: number): number => problems.placeOf(name, index).line;

  const ids = await mapInSlices(rows, (row, index) => {
    const id = row['id'];
    const key = keys[index];
    const twin = id === undefined ? undefined : rowsOfId.otherThan(index, id);
    if (twin !== undefined && twin < index) problems.add(name, index, `id is also on line ${lineOf(twin)}`);
    if (key === undefined) return id;

    const other = rowsOfName.otherThan(index, key);
    // The later of two rows with a unique name is invalid; of names that may repeat, the row without an id.
    if (other !== undefined && (uniqueNames ? other < index : id === undefined)) {
      problems.add(
        name,
        index,
        `name is also on line ${lineOf(other)}${uniqueNames ? '' : '; give each row an id'}`,
      );
    }
    // A record whose id another row has belongs to that row.
    const holders = current.byName.get(key) ?? [];
    const free = holders.filter((holder) => holder === id || !rowsOfId.has(holder));
    if (id === undefined) {
      if (free.length > 1)
        problems.add(
          name,
          index,
          `name matches ${free.length} records of the organization; give the id of one ${noun}`,
        );
      for (const holder of holders) if (rowsOfId.has(holder)) renamed.add(holder);
      return free[0];
    }
    if (uniqueNames) {
      const taker = free.find((holder) => holder !== id);
      if (taker !== undefined) problems.add(name, index, `name is taken by ${taker} of the organization`);
      for (const holder of holders) if (holder !== id) renamed.add(holder);
    }
    return id;
  });
  return { ids, keys, renamed };
}
