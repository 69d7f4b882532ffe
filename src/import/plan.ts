// What an import would change. Pure: nothing is read or written here.
import { typeid } from 'typeid-js';
import type { CollectionName } from '../resources/collection';
import { IMPORT_COLLECTIONS, type ImportCollection } from './collections';
import { COLLECTIONS } from './content';
import type { Current, CurrentRow } from './current';
import type { Fields } from './fields';
import { identify } from './identity';
import type { Problems } from './refused';

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
