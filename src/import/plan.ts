// What an import would change. Pure: nothing is read or written here.
// Which record each row means: the one with its id, or else the one with its name, or else a new one.
import { typeid } from 'typeid-js';
import type { CollectionName } from '../resources/collection';
import { type Fields, IMPORT_COLLECTIONS, type ImportCollection } from './collections';
import { COLLECTIONS, type Problems } from './content';
import type { Current, CurrentRow } from './current';

export interface ImportChange {
  id: string;
  fields: Fields;
  nameKey: string;
  /** The record as it is, unless it is new. */
  current?: CurrentRow;
}

export interface CollectionPlan {
  created: ImportChange[];
  updated: ImportChange[];
  unchanged: number;
  /** Records whose name has to be out of the way before another takes it. */
  renamed: ReadonlySet<string>;
}

export type Plan = Record<CollectionName, CollectionPlan>;

function checkReferences(
  collection: ImportCollection,
  rows: readonly Fields[],
  known: (name: CollectionName, id: string) => boolean,
  problems: Problems,
): void {
  for (const [field, target] of Object.entries(collection.references)) {
    rows.forEach((row, index) => {
      const id = row[field];
      if (id === undefined || known(target, id)) return;
      problems.add(
        collection.name,
        index,
        `${field} names no ${IMPORT_COLLECTIONS[target].noun} of the file or the organization`,
      );
    });
  }
}

function planCollection(
  collection: ImportCollection,
  rows: readonly Fields[],
  current: Current,
  problems: Problems,
): CollectionPlan {
  const { ids, keys, renamed } = identify(collection, rows, current, problems);
  const plan = { created: [] as ImportChange[], updated: [] as ImportChange[], unchanged: 0, renamed };
  rows.forEach((fields, index) => {
    const id = ids[index];
    const record = id === undefined ? undefined : current.byId.get(id);
    const nameKey = keys[index] ?? '';
    if (!record) plan.created.push({ id: id ?? typeid(collection.idPrefix).toString(), fields, nameKey });
    else if (collection.columns.some((column) => (fields[column] ?? null) !== record[column]))
      plan.updated.push({ id: record.id, fields, nameKey, current: record });
    else plan.unchanged++;
  });
  return plan;
}

/** Adds to `problems` whatever rows say about each other, or about the organization, that cannot be. */
export function makePlan(
  rows: Record<CollectionName, Fields[]>,
  current: Record<CollectionName, Current>,
  problems: Problems,
): Plan {
  const idsInFile = new Map(COLLECTIONS.map((name) => [name, new Set(rows[name].map((row) => row['id']))]));
  const known = (name: CollectionName, id: string): boolean =>
    idsInFile.get(name)!.has(id) || current[name].byId.has(id);
  const plans = COLLECTIONS.map((name) => {
    checkReferences(IMPORT_COLLECTIONS[name], rows[name], known, problems);
    return [name, planCollection(IMPORT_COLLECTIONS[name], rows[name], current[name], problems)];
  });
  return Object.fromEntries(plans) as Plan;
}

export interface Identities {
  /** For each row the id of its record; undefined for a new record without an id of its own. */
  ids: (string | undefined)[];
  /** For each row the key of its name. */
  keys: (string | undefined)[];
  /** Records that give up a name which another row takes. */
  renamed: Set<string>;
}

/** Index of the first row with each value, and of the second. */
function firstTwo(values: readonly (string | undefined)[]): Map<string, [number, number?]> {
  const found = new Map<string, [number, number?]>();
  values.forEach((value, index) => {
    if (value === undefined) return;
    const seen = found.get(value);
    if (!seen) found.set(value, [index]);
    else if (seen.length === 1) seen.push(index);
  });
  return found;
}

export function identify(
  collection: ImportCollection,
  rows: readonly Fields[],
  current: Current,
  problems: Problems,
): Identities {
  const { name, noun, uniqueNames, keyOf } = collection;
  const keys = rows.map((row) => (row['name'] === undefined ? undefined : keyOf(row['name'])));
  const rowsOfId = firstTwo(rows.map((row) => row['id']));
  const rowsOfName = firstTwo(keys);
  const renamed = new Set<string>();
  const lineOf = (index: number): number => problems.placeOf(name, index).line;

  const ids = rows.map((row, index) => {
    const id = row['id'];
    const key = keys[index];
    if (id !== undefined && rowsOfId.get(id)![0] !== index)
      problems.add(name, index, `id is that of line ${lineOf(rowsOfId.get(id)![0])} too`);
    if (key === undefined) return id;

    const [first, second] = rowsOfName.get(key)!;
    const other = first === index ? second : first;
    // Of equal names, the later row is at fault; where names may be equal, the one that has nothing else to be known by.
    if (other !== undefined && (uniqueNames ? other < index : id === undefined)) {
      problems.add(
        name,
        index,
        `name is that of line ${lineOf(other)} too${uniqueNames ? '' : '; give each an id'}`,
      );
    }
    // A record that another row claims by its id is that row's, whatever it was called.
    const holders = current.byName.get(key) ?? [];
    const free = holders.filter((holder) => holder === id || !rowsOfId.has(holder));
    if (id === undefined) {
      if (free.length > 1)
        problems.add(
          name,
          index,
          `name is that of ${free.length} records of the organization; give the id of the ${noun} that you mean`,
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
