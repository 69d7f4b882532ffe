// The changes of a plan: what makes rows differ from their assets, the kinds and the order of changes, and conflicts between
// their names and with other writers.
import type {
  Adoption,
  AssetFields,
  Plan,
  PlannedChange,
  Rating,
  RowCounts,
  RowFault,
  Update,
} from '../../../generated/files';
import { nameKey } from '../../base/text';
import { type Ownership, changeFault, claimBy, deletionFault, toMark } from '../inventory/claims';
import { type Asset, RATINGS, pickFields, sameFields } from '../inventory/inventory';
import { toPlace } from '../source/row';
import type { AssetIndex, Identified, Owned } from './identify';

/** A compared source: the lists of a plan, and the figures that the guards check. */
export interface Planned extends Pick<
  Plan,
  'changes' | 'adoptions' | 'kept' | 'faults' | 'conflicts' | 'forgotten' | 'possible_renames'
> {
  claimed: Adoption[];
  claims: Update[];
  /** Ids of assets that already match the source. */
  unchanged: string[];
  rows: RowCounts;
  counts: {
    /** Rows in scope, including faulty rows of known assets. */
    usable: number;
    /** Assets in scope that the source owns. */
    owned: number;
    /** Owned assets that the source still contains. */
    present: number;
  };
}

export const isReclassification = (change: PlannedChange): change is Update =>
  change.operation === 'update' && change.rating.before !== change.rating.after;
export const isRename = (change: PlannedChange): change is Update =>
  change.operation === 'update' && change.before.name !== change.after.name;
export const isMove = (change: PlannedChange): change is Update =>
  change.operation === 'update' && change.before.cyber_system_id !== change.after.cyber_system_id;

const getRating = (change: PlannedChange): Rating =>
  change.operation === 'delete' ? change.rating.before : change.rating.after;

/** The order for review: reclassifications first, the highest rating first within each kind. */
const ORDER: ((change: PlannedChange) => boolean)[] = [
  isReclassification,
  ({ operation }) => operation === 'delete',
  isMove,
  ({ operation }) => operation === 'update',
  () => true,
];

export function sortChanges(changes: readonly PlannedChange[]): PlannedChange[] {
  const place = (change: PlannedChange): number =>
    ORDER.findIndex((is) => is(change)) * RATINGS.length + RATINGS.indexOf(getRating(change));
  return [...changes].sort((one, other) => place(one) - place(other));
}

/** Returns whether the change makes the present name of its asset available. */
export const releasesName = (
  change: PlannedChange,
): change is Exclude<PlannedChange, { operation: 'create' }> =>
  change.operation === 'delete' ||
  (change.operation === 'update' && nameKey(change.before.name) !== nameKey(change.after.name));

/** Returns the id of another asset that has the new name of the change. */
export function nameHolder(change: PlannedChange, { byName }: AssetIndex): string | undefined {
  if (change.operation === 'delete') return undefined;
  const holder = byName.get(nameKey(change.after.name))?.id;
  return change.operation === 'update' && holder === change.id ? undefined : holder;
}

/** Separates changes whose name stays taken, and the changes that wait for a name of those. */
export function splitNameConflicts(changes: readonly PlannedChange[], index: AssetIndex) {
  const releasing = new Set(changes.filter(releasesName).map(({ id }) => id));
  const waiting = new Map<string, PlannedChange>();
  const blocked = new Set<PlannedChange>();
  const queue: PlannedChange[] = [];
  for (const change of changes) {
    const holder = nameHolder(change, index);
    if (holder === undefined) continue;
    if (releasing.has(holder) && !waiting.has(holder)) waiting.set(holder, change);
    else queue.push(change);
  }
  for (let change = queue.pop(); change; change = queue.pop()) {
    blocked.add(change);
    const next = change.operation === 'create' ? undefined : waiting.get(change.id);
    if (next && !blocked.has(next)) queue.push(next);
  }
  const conflicts = [...blocked].map((change): RowFault => {
    const holder = nameHolder(change, index)!;
    const [name, line] = change.operation === 'delete' ? ['', undefined] : [change.after.name, change.line];
    const message = `name ${JSON.stringify(name)} belongs to ${holder}, which keeps it`;
    return { line: line ?? 0, key: change.key, message };
  });
  return { possible: changes.filter((change) => !blocked.has(change)), conflicts };
}

/** Returns the rating of a system. For a system that the snapshot lacks, it returns the asset's own. */
export type RatingOf = (fields: AssetFields & { impact_rating?: Rating }) => Rating;

interface Differences extends Pick<Planned, 'adoptions' | 'claimed' | 'claims' | 'unchanged' | 'conflicts'> {
  changes: Update[];
}

interface DifferencesInput {
  formerKeys: ReadonlyMap<string, string>;
  ratingOf: RatingOf;
  ownership: Ownership;
}

export function differences(identified: readonly Identified[], input: DifferencesInput): Differences {
  const { formerKeys, ratingOf, ownership } = input;
  const found: Differences = {
    changes: [],
    adoptions: [],
    claimed: [],
    claims: [],
    unchanged: [],
    conflicts: [],
  };
  for (const { asset, adopted, row } of identified) {
    if (!asset) continue;
    const { key, line, fields } = row;
    const isSame = sameFields(asset, fields);
    const fault = changeFault(asset, ownership);
    if (fault !== undefined && !(isSame && ownership.known.has(asset.id))) {
      found.conflicts.push({ ...toPlace(row), key, message: fault });
      continue;
    }
    const mark = toMark(asset, ownership);
    const by = claimBy(asset, ownership);
    if (adopted || by === 'note')
      found[adopted ? 'adoptions' : 'claimed'].push({
        key,
        former_key: formerKeys.get(asset.id),
        line,
        id: asset.id,
        name: asset.name,
        ...(by === 'note' && { updated_at: asset.updated_at, contested: mark.contested }),
      });
    const updateTo = (after: AssetFields): Update => ({
      operation: 'update',
      key,
      line,
      id: asset.id,
      before: pickFields(asset),
      after,
      rating: { before: ratingOf(asset), after: ratingOf(after) },
      updated_at: asset.updated_at,
      ...mark,
    });
    if (isSame) found.unchanged.push(asset.id);
    else found.changes.push(updateTo(fields));
    if (by === 'write') found.claims.push(updateTo(pickFields(asset)));
  }
  return found;
}

type Deletions = Pick<Planned, 'changes' | 'kept' | 'conflicts'>;

/** Plans to delete missing assets that only this source owns. `isDeleted`: the options allow the deletion. */
export function listDeletions(
  missing: readonly Owned[],
  isDeleted: (asset: Asset) => boolean,
  { ratingOf, ownership }: Pick<DifferencesInput, 'ratingOf' | 'ownership'>,
): Deletions {
  const found: Deletions = { changes: [], kept: [], conflicts: [] };
  for (const { key, asset } of missing) {
    const fault = deletionFault(asset, ownership);
    if (!isDeleted(asset)) found.kept.push({ key, id: asset.id, name: asset.name });
    else if (fault !== undefined) found.conflicts.push({ line: 0, key, message: fault });
    else {
      const { id, updated_at } = asset;
      found.changes.push({
        operation: 'delete',
        key,
        id,
        before: pickFields(asset),
        rating: { before: ratingOf(asset) },
        updated_at,
      });
    }
  }
  return found;
}
