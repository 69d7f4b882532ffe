// What would have to be done so that the inventory is as the source says. Pure: nothing is read or written here.
import { checkClaimed, type Claim, type Claimed, createClaiming } from '../claims';
import type { Asset, Directory, InScope, Snapshot } from '../inventory';
import type { RowFault, Translated } from '../translate';
import { type Adoption, sortChanges, type PlannedChange, type Update, splitNameConflicts } from './change';
import { deletionsOf, differences, type RatingOf } from './differences';
import { type AssetIndex, indexAssets, type Identified, identify, type IdentifyOptions, ownershipOf, splitDuplicates } from './identify';
import { type PossibleRename, possibleRenames } from './possible-renames';

export interface PlanOptions extends IdentifyOptions {
  /** Delete what the source owns and has no more. */
  delete: boolean;
  /** Create rows that may be renames too. */
  createPossibleRenames: boolean;
  /** Assets that the operator claims for this source, whichever writer was last. */
  claim: Claimed;
}

export interface PlanInput {
  source: Translated;
  /** Source key → asset id. */
  known: ReadonlyMap<string, string>;
  /** Maps asset ids to proofs of ownership. */
  claims: ReadonlyMap<string, Claim>;
  snapshot: Snapshot;
  directory: Directory;
  inScope: InScope;
  options: PlanOptions;
}

export interface Planned {
  changes: PlannedChange[];
  adoptions: Adoption[];
  claims: Update[];
  /** Ids of assets that are as the source says. */
  unchanged: string[];
  /** Assets that the source owns and has no more, and that stay. */
  kept: { key: string; id: string; name: string }[];
  faults: RowFault[];
  conflicts: RowFault[];
  possibleRenames: PossibleRename[];
  /** Keys of assets that neither the source nor the inventory has. */
  forgotten: string[];
  counts: Counts;
}

export interface Counts {
  rows: number;
  leftOut: number;
  outOfScope: number;
  /** Rows in scope that are an asset, bad ones of known assets too. */
  usable: number;
  /** Assets in scope that the source owns. */
  owned: number;
  /** Of these, those that the source still has. */
  present: number;
}

const byLine = (one: RowFault, other: RowFault): number => one.line - other.line;

const creationOf = ({ row: { key, line, fields }, lost }: Identified, ratingOf: RatingOf): PlannedChange => ({
  operation: 'create',
  key,
  line,
  after: fields,
  rating: { after: ratingOf(fields) },
  ...(lost === undefined ? {} : { note: `${lost} is not there any more` }),
});

/** Rows that cannot be synced, without those that are surely out of scope. Of a bad row it is not always known where its asset is or shall be: then it counts. */
function createIsReported({ source, known, inScope }: PlanInput, holders: AssetIndex): (fault: RowFault) => boolean {
  const systems = new Map(source.desired.map(({ key, fields }) => [key, fields.cyber_system_id]));
  return ({ key = '' }) => {
    const places = [holders.byId.get(known.get(key) ?? '')?.cyber_system_id, systems.get(key)].filter(
      (place) => place !== undefined,
    );
    return places.length === 0 || places.some(inScope);
  };
}

export function makePlan(input: PlanInput): Planned {
  const { source, known, claims, snapshot, directory, inScope, options } = input;
  const ratingOf: RatingOf = ({ cyber_system_id, impact_rating }) =>
    directory.ratingOf(cyber_system_id) ?? impact_rating!;
  const holders = indexAssets(snapshot.assets);
  const { owned, hasRow, gone } = ownershipOf(source, known, holders, inScope);
  const { good, faults } = splitDuplicates(source.desired, source.faults);
  const { identified, conflicts } = identify(
    good,
    { ids: known, gone: new Set(gone.values()) },
    holders,
    options,
  );

  const meant = identified.filter(
    ({ row, asset }) => inScope(asset?.cyber_system_id) || inScope(row.fields.cyber_system_id),
  );
  const ids = { matched: new Set(identified.map(({ asset }) => asset?.id)), owned: new Set(known.values()) };
  checkClaimed(options.claim, new Set([...ids.matched, ...ids.owned]));
  const claiming = createClaiming({ known: ids.owned, claims, claimed: options.claim });
  const found = differences(meant, { known: ids.owned, formerKeys: gone, ratingOf, claiming });
  const { changes: updates, adoptions, unchanged } = found;
  const adopted = new Set(adoptions.map(({ id }) => id));
  const creates = meant.filter(({ asset }) => !asset);
  const unmatched = snapshot.assets.filter(({ id }) => !ids.matched.has(id));
  const renames = options.createPossibleRenames
    ? []
    : possibleRenames(
        creates,
        unmatched.filter(({ id }) => !ids.owned.has(id)),
        unmatched.filter(({ id }) => gone.has(id)),
      );
  const held = new Set(renames.flatMap(({ key, id }) => [key, id]));
  const creations = creates.filter(({ row }) => !held.has(row.key)).map((one) => creationOf(one, ratingOf));

  const missing = owned.filter(({ key, asset }) => !hasRow(key) && !ids.matched.has(asset.id));
  const isDeleted = ({ id }: Asset): boolean => options.delete && gone.has(id) && !held.has(id);
  const deletions = deletionsOf(missing, { isDeleted, ratingOf, claiming });

  const { possible, conflicts: nameConflicts } = splitNameConflicts(
    [...deletions.changes, ...updates, ...creations],
    holders,
  );
  const written = new Set(possible.map((change) => (change.operation === 'update' ? change.id : undefined)));
  const isTold = createIsReported(input, holders);
  const usable = new Set([
    ...meant.map(({ row }) => row.key),
    ...owned.filter(({ key }) => hasRow(key)).map(({ key }) => key),
  ]);
  return {
    changes: sortChanges(possible),
    adoptions,
    claims: found.claims.filter(({ id }) => !written.has(id)), // an update is a claim too
    unchanged,
    kept: deletions.kept,
    faults: [...source.faults, ...faults].filter(isTold).sort(byLine),
    conflicts: [conflicts.filter(isTold), found.conflicts, deletions.conflicts, nameConflicts]
      .flat()
      .sort(byLine),
    possibleRenames: renames,
    forgotten: [...known].flatMap(([key, id]) =>
      hasRow(key) || (holders.byId.has(id) && !adopted.has(id)) ? [] : [key],
    ),
    counts: {
      rows: source.desired.length + source.faults.length + source.leftOut,
      leftOut: source.leftOut,
      outOfScope: identified.length - meant.length,
      usable: usable.size,
      owned: owned.length,
      present: owned.length - missing.length,
    },
  };
}
