// Plans an import: resolves the references of rows, matches rows to records by id, then by name, and compares them. Pure.
// Works in time slices, because a file can have any number of rows.
import { typeid } from 'typeid-js';
import { forEachInSlices, mapInSlices } from '../../base/scheduling/time-slices';
import { joinWithOr } from '../../base/text';
import { groupBy } from '../../base/values';
import type { Fields } from './check-rows';
import { type CollectionName, NOUNS } from '../records/collection';
import { COLLECTIONS, IMPORT_COLLECTIONS, type ImportCollection, toNameField } from './collections';
import type { Problems } from './content';
import type { CollectionPlan, Current, Plan } from './records';

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
  { name, uniqueNames, keyOf }: ImportCollection,
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
        problem(`name matches ${free.length} records of the organization; give the id of one ${NOUNS[name]}`);
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

/** A record as it is after the import. */
interface Target {
  id: string;
  name: string | undefined;
  /** The facility or control center of a system. */
  site: string | undefined;
  isNew: boolean;
}

interface Targets {
  byId: ReadonlyMap<string, Target>;
  byName: ReadonlyMap<string | undefined, readonly Target[]>;
}

const getSite = (fields: Readonly<Record<string, string | null | undefined>>): string | undefined =>
  fields['facility_id'] ?? fields['control_center_id'] ?? undefined;

/** Returns the records of a collection after the import. `ids`: those of the rows. */
async function findTargets(
  rows: readonly Fields[],
  ids: readonly string[],
  current: Current,
): Promise<Targets> {
  const byId = new Map<string, Target>();
  await forEachInSlices([...current.byId.values()], (record) => {
    byId.set(record.id, { id: record.id, name: record.name, site: getSite(record), isNew: false });
  });
  await forEachInSlices(rows, (row, index) => {
    const id = ids[index]!;
    byId.set(id, {
      id,
      name: row['name'],
      site: getSite(row),
      isNew: row['id'] === undefined && !byId.has(id),
    });
  });
  return { byId, byName: groupBy([...byId.values()], ({ name }) => name) };
}

type TargetsByName = Partial<Record<CollectionName, Targets>>;

const MAX_SHOWN = 5;

/** Returns where each candidate is, for a person to choose. */
const candidatesText = (candidates: readonly Target[], { facilities, control_centers }: TargetsByName) =>
  candidates
    .slice(0, MAX_SHOWN)
    .map(({ id, name, site = '', isNew }) => {
      const place = facilities?.byId.get(site) ?? control_centers?.byId.get(site);
      return `${place ? `${name} of ${place.name}` : name} (${isNew ? 'new' : id})`;
    })
    .join(', ');

/** Returns the id of the record with a name, or why there is not exactly one. */
function find(
  collection: ImportCollection,
  field: string,
  row: Fields,
  targets: TargetsByName,
): { id: string } | { fault: string } {
  const target = collection.references[field]!;
  const name = row[toNameField(field)]!;
  const named = targets[target]!.byName.get(name) ?? [];
  const sites = Object.entries(collection.narrowing ?? {}).flatMap(([column, kind]) =>
    row[column] === undefined ? [] : [new Set(targets[kind]!.byName.get(row[column])?.map(({ id }) => id))],
  );
  const there = named.filter(({ site }) => sites.every((ids) => ids.has(site ?? '')));
  if (there.length === 1) return { id: there[0]!.id };
  const label = `${toNameField(field)} ${JSON.stringify(name)}`;
  if (named.length === 0)
    return { fault: `${label} matches no ${NOUNS[target]} in the file or the organization` };
  const candidates = candidatesText(there.length === 0 ? named : there, targets);
  if (there.length === 0) return { fault: `${label} is not at that site; found: ${candidates}` };
  const columns = Object.keys(collection.narrowing ?? {});
  const advice = columns.length > 0 ? `add ${joinWithOr(columns)}, or use ${field}` : `use ${field}`;
  return { fault: `${label} matches ${there.length} records: ${candidates}; ${advice}` };
}

/** Returns the rows with the ids of the records to which they refer. Adds references without one to `problems`. */
const resolveReferences = (
  collection: ImportCollection,
  rows: readonly Fields[],
  targets: TargetsByName,
  problems: Problems,
): Promise<Fields[]> =>
  mapInSlices(rows, (row, index) => {
    const found: Record<string, string> = {};
    const problem = (message: string) => problems.add(collection.name, index, message);
    for (const [field, target] of Object.entries(collection.references)) {
      const id = row[field];
      if (id !== undefined) {
        if (!targets[target]!.byId.has(id))
          problem(`${field} matches no ${NOUNS[target]} in the file or the organization`);
      } else if (row[toNameField(field)] !== undefined) {
        const result = find(collection, field, row, targets);
        if ('fault' in result) problem(result.fault);
        else found[field] = result.id;
      }
    }
    return Object.keys(found).length > 0 ? Object.assign({}, row, found) : row;
  });
