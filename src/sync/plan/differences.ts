// Compares rows with their assets: finds changes, claims, deletions, and conflicts with other writers.
import { type Asset, type AssetFields, fieldsOf, type Rating, sameFields } from '../inventory';
import type { RowFault } from '../translate';
import type { Claiming } from '../claims';
import type { Adoption, PlannedChange, Update } from './change';
import type { Identified, Owned } from './identify';

/** The rating of a system; for an asset whose system is not in the snapshot, the asset's own. */
export type RatingOf = (fields: AssetFields & { impact_rating?: Rating }) => Rating;

interface Differences {
  changes: Update[];
  adoptions: Adoption[];
  claims: Update[];
  unchanged: string[];
  conflicts: RowFault[];
}

interface DifferencesInput {
  known: ReadonlySet<string>;
  formerKeys: ReadonlyMap<string, string>;
  ratingOf: RatingOf;
  claiming: Claiming;
}

/** Compares rows with their assets. */
export function differences(identified: readonly Identified[], input: DifferencesInput): Differences {
  const { known, formerKeys, ratingOf, claiming } = input;
  const found: Differences = { changes: [], adoptions: [], claims: [], unchanged: [], conflicts: [] };
  for (const {
    asset,
    adopted,
    row: { key, line, fields },
  } of identified) {
    if (!asset) continue;
    const isSame = sameFields(asset, fields);
    const fault = claiming.changeFault(asset);
    if (fault !== undefined && !(isSame && known.has(asset.id))) {
      found.conflicts.push({ line, key, message: fault });
      continue;
    }
    const former = formerKeys.get(asset.id);
    const formerKey = former === undefined ? {} : { former_key: former };
    if (adopted) found.adoptions.push({ key, ...formerKey, line, id: asset.id, name: asset.name });
    const updateTo = (after: AssetFields): Update => ({
      operation: 'update',
      key,
      line,
      id: asset.id,
      before: fieldsOf(asset),
      after,
      rating: { before: ratingOf(asset), after: ratingOf(after) },
      updated_at: asset.updated_at,
      ...claiming.markOf(asset),
    });
    if (isSame) found.unchanged.push(asset.id);
    else found.changes.push(updateTo(fields));
    if (claiming.needsClaim(asset)) found.claims.push(updateTo(fieldsOf(asset)));
  }
  return found;
}

interface Deletions {
  changes: PlannedChange[];
  kept: { key: string; id: string; name: string }[];
  conflicts: RowFault[];
}

type DeletionsInput = Pick<DifferencesInput, 'ratingOf' | 'claiming'> & {
  isDeleted: (asset: Asset) => boolean;
};

/** Deletes missing assets that only this source owns. `isDeleted`: whether the plan would delete an asset. */
export function deletionsOf(
  missing: readonly Owned[],
  { isDeleted, ratingOf, claiming }: DeletionsInput,
): Deletions {
  const found: Deletions = { changes: [], kept: [], conflicts: [] };
  for (const { key, asset } of missing) {
    const fault = claiming.deletionFault(asset);
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
