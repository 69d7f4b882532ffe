// Compares rows with their assets: finds updates, claims, deletions, and conflicts with other writers.
import type {
  Adoption,
  AssetFields,
  KeptAsset,
  PlannedChange,
  Rating,
  RowFault,
  Update,
} from '../../../generated/files';
import { type Asset, fieldsOf, sameFields } from '../inventory/inventory';
import { placeOf } from '../source/row';
import { type Ownership, changeFault, claimBy, deletionFault, markOf } from '../inventory/claims';
import type { Identified, Owned } from './identify';

/** Returns the rating of a system. For a system that the snapshot lacks, it returns the asset's own. */
export type RatingOf = (fields: AssetFields & { impact_rating?: Rating }) => Rating;

interface Differences {
  changes: Update[];
  adoptions: Adoption[];
  claimed: Adoption[];
  claims: Update[];
  unchanged: string[];
  conflicts: RowFault[];
}

interface DifferencesInput {
  formerKeys: ReadonlyMap<string, string>;
  ratingOf: RatingOf;
  ownership: Ownership;
}

/** Compares rows with their assets. */
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
      found.conflicts.push({ ...placeOf(row), key, message: fault });
      continue;
    }
    const former = formerKeys.get(asset.id);
    const formerKey = former === undefined ? {} : { former_key: former };
    const mark = markOf(asset, ownership);
    const contested = mark.contested ? { contested: mark.contested } : {};
    const by = claimBy(asset, ownership);
    const note = by === 'note' ? { updated_at: asset.updated_at, ...contested } : {};
    if (adopted || by === 'note')
      found[adopted ? 'adoptions' : 'claimed'].push({
        key,
        ...formerKey,
        line,
        id: asset.id,
        name: asset.name,
        ...note,
      });
    const updateTo = (after: AssetFields): Update => ({
      operation: 'update',
      key,
      line,
      id: asset.id,
      before: fieldsOf(asset),
      after,
      rating: { before: ratingOf(asset), after: ratingOf(after) },
      updated_at: asset.updated_at,
      ...mark,
    });
    if (isSame) found.unchanged.push(asset.id);
    else found.changes.push(updateTo(fields));
    if (by === 'write') found.claims.push(updateTo(fieldsOf(asset)));
  }
  return found;
}

interface Deletions {
  changes: PlannedChange[];
  kept: KeptAsset[];
  conflicts: RowFault[];
}

type DeletionsInput = Pick<DifferencesInput, 'ratingOf' | 'ownership'> & {
  isDeleted: (asset: Asset) => boolean;
};

/** Plans to delete missing assets that only this source owns. `isDeleted`: the options allow the deletion. */
export function deletionsOf(
  missing: readonly Owned[],
  { isDeleted, ratingOf, ownership }: DeletionsInput,
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
        before: fieldsOf(asset),
        rating: { before: ratingOf(asset) },
        updated_at,
      });
    }
  }
  return found;
}
