// Resolves the references of rows: an id, or the name of a record of the file or of the organization.
import { groupBy } from '../../base/values';
import { joinWithOr } from '../../base/text';
import { forEachInSlices, mapInSlices } from '../../base/scheduling/time-slices';
import type { CollectionName } from '../records/collection';
import type { Fields } from './check-rows';
import { IMPORT_COLLECTIONS, type ImportCollection, toNameField } from './collections';
import type { Problems } from './content';
import type { Current } from './records';

/** A record as it is after the import. */
interface Target {
  id: string;
  name: string | undefined;
  /** The facility or control center of a system. */
  site: string | undefined;
  isNew: boolean;
}

export interface Targets {
  byId: ReadonlyMap<string, Target>;
  byName: ReadonlyMap<string | undefined, readonly Target[]>;
}

const getSite = (fields: Readonly<Record<string, string | null | undefined>>): string | undefined =>
  fields['facility_id'] ?? fields['control_center_id'] ?? undefined;

/** Returns the records of a collection after the import. `ids`: those of the rows. */
export async function findTargets(
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

export type TargetsByName = Partial<Record<CollectionName, Targets>>;

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
  const { noun } = IMPORT_COLLECTIONS[target];
  if (named.length === 0) return { fault: `${label} matches no ${noun} in the file or the organization` };
  const candidates = candidatesText(there.length === 0 ? named : there, targets);
  if (there.length === 0) return { fault: `${label} is not at that site; found: ${candidates}` };
  const columns = Object.keys(collection.narrowing ?? {});
  const advice = columns.length > 0 ? `add ${joinWithOr(columns)}, or use ${field}` : `use ${field}`;
  return { fault: `${label} matches ${there.length} records: ${candidates}; ${advice}` };
}

/** Returns the rows with the ids of the records to which they refer. Adds references without one to `problems`. */
export const resolveReferences = (
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
      const { noun } = IMPORT_COLLECTIONS[target];
      if (id !== undefined) {
        if (!targets[target]!.byId.has(id))
          problem(`${field} matches no ${noun} in the file or the organization`);
      } else if (row[toNameField(field)] !== undefined) {
        const result = find(collection, field, row, targets);
        if ('fault' in result) problem(result.fault);
        else found[field] = result.id;
      }
    }
    return Object.keys(found).length > 0 ? Object.assign({}, row, found) : row;
  });
