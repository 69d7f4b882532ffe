// Plans an import: matches rows to records by id, then by name, and compares them. Reads and writes nothing.
// Works in time slices, because a file can have any number of rows.
import { typeid } from 'typeid-js';
import { forEachInSlices, mapInSlices } from '../../base/scheduling/time-slices';
import type { Fields } from './check-rows';
import type { CollectionName } from '../records/collection';
import { COLLECTIONS, IMPORT_COLLECTIONS, type ImportCollection } from './collections';
import type { Problems } from './content';
import type { CollectionPlan, Current, Plan } from './records';
import { type TargetsByName, resolveReferences, findTargets } from './references';

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
    if (name !== 'cyber_assets') targets[name] = await findTargets(resolved, plan[name].ids, current[name]);
  }
  return plan as Plan;
}

/** The first two rows with each value. */
type FirstRows = Map<string, [number, number?]>;

function addRow(found: FirstRows, value: string | undefined, index: number): void {
  if (value === undefined) return;
  const first = found.get(value);
  if (first === undefined) found.set(value, [index]);
  else first[1] ??= index;
}

/**
 * Returns the id of the record of each row, undefined for a new record without an id; the key of the name of each row;
 * and the records that release a name for another row.
 */
async function identify(
  { name, noun, uniqueNames, keyOf }: ImportCollection,
  rows: readonly Fields[],
  current: Current,
  problems: Problems,
) {
  const rowsOfId: FirstRows = new Map();
  const rowsOfName: FirstRows = new Map();
  const keys = await mapInSlices(rows, (row, index) => {
    const key = row['name'] === undefined ? undefined : keyOf(row);
    addRow(rowsOfId, row['id'], index);
    addRow(rowsOfName, key, index);
    return key;
  });
  const renamed = new Set<string>();
  const getLine = (index: number): number => problems.placeOf(name, index).line;

  const ids = await mapInSlices(rows, (row, index) => {
    const id = row['id'];
    const key = keys[index];
    const problem = (message: string) => problems.add(name, index, message);
    const [twin] = id === undefined ? [] : rowsOfId.get(id)!;
    if (twin !== undefined && twin < index) problem(`id is also on line ${getLine(twin)}`);
    if (key === undefined) return id;

    const other = rowsOfName.get(key)!.find((row) => row !== index);
    // The later of two rows with a unique name is invalid; of names that may repeat, the row without an id.
    if (other !== undefined && (uniqueNames ? other < index : id === undefined))
      problem(`name is also on line ${getLine(other)}${uniqueNames ? '' : '; give each row an id'}`);
    // A record whose id another row has belongs to that row.
    const holders = current.byName.get(key) ?? [];
    const free = holders.filter((holder) => holder === id || !rowsOfId.has(holder));
    if (id === undefined) {
      if (free.length > 1)
        problem(`name matches ${free.length} records of the organization; give the id of one ${noun}`);
      for (const holder of holders) if (rowsOfId.has(holder)) renamed.add(holder);
      return free[0];
    }
    if (uniqueNames) {
      const taker = free.find((holder) => holder !== id);
      if (taker !== undefined) problem(`name is taken by ${taker} of the organization`);
      for (const holder of holders) if (holder !== id) renamed.add(holder);
    }
    return id;
  });
  return { ids, keys, renamed };
}
