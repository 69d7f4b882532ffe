// Compares a source with the inventory and plans the changes. Reads and writes nothing.
import type { Claim, PlannedChange, PossibleRename, RowCounts, RowFault } from '../../../generated/files';
import { groupBy } from '../../base/values';
import { type Claimed, type Ownership, checkClaimed } from '../inventory/claims';
import type { Asset, Directory, InScope, Snapshot } from '../inventory/inventory';
import { countLeftOut } from '../source/row';
import type { Translated } from '../source/translate';
import {
  type Planned,
  type RatingOf,
  listDeletions,
  differences,
  sortChanges,
  splitNameConflicts,
} from './change';
import {
  type AssetIndex,
  type Identified,
  type IdentifyOptions,
  identify,
  indexAssets,
  findOwnership,
  splitDuplicates,
} from './identify';

export interface PlanOptions extends IdentifyOptions {
  /** Delete assets that the source owns and no longer contains. */
  delete?: boolean;
  /** Create rows that may be renames too. */
  createPossibleRenames?: boolean;
  /** Assets that the operator claims for this source, even if another writer wrote last. */
  claim: Claimed;
}

interface PlanInput {
  source: Translated;
  /** Maps source keys to asset ids. */
  known: ReadonlyMap<string, string>;
  /** Maps asset ids to proofs of ownership. */
  claims: ReadonlyMap<string, Claim>;
  snapshot: Snapshot;
  directory: Directory;
  inScope: InScope;
  options: PlanOptions;
  /** Called for each row that is compared. */
  onRow?: () => void;
}

const byLine = (one: RowFault, other: RowFault): number => one.line - other.line;

const createCreation = (
  { row: { key, line, fields }, lost }: Identified,
  ratingOf: RatingOf,
): PlannedChange => ({
  operation: 'create',
  key,
  line,
  after: fields,
  rating: { after: ratingOf(fields) },
  note: lost && `${lost} no longer exists`,
});

/** Returns whether a fault belongs to the scope. A fault in an unknown place does. */
function createIsReported(
  { source, known, inScope }: PlanInput,
  index: AssetIndex,
): (fault: RowFault) => boolean {
  const systems = new Map(source.desired.map(({ key, fields }) => [key, fields.cyber_system_id]));
  return ({ key = '' }) => {
    const places = [index.byId.get(known.get(key) ?? '')?.cyber_system_id, systems.get(key)].filter(
      (place) => place !== undefined,
    );
    return places.length === 0 || places.some(inScope);
  };
}

function countRows({ desired, faults, leftOut }: Translated, taken: number, notSynced: number): RowCounts {
  const excluded = countLeftOut(leftOut);
  const read = desired.length + faults.length + excluded;
  const outside = read - excluded - taken - notSynced;
  const scope = outside > 0 ? [{ reason: 'outside the scope', rows: outside }] : [];
  return { read, taken, left_out: [...leftOut, ...scope], not_synced: notSynced };
}

type Grouped = Pick<Asset, 'name' | 'cyber_system_id' | 'asset_type'>;

/** Assets are compared within their system and type. */
const toGroup = ({ cyber_system_id, asset_type }: Grouped): string => `${cyber_system_id} ${asset_type}`;

/** Compares letters and digits only: MLB345-RTU-01 equals mlb345_rtu01. */
const comparisonKey = (asset: Grouped, name: string): string =>
  `${toGroup(asset)} ${name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')}`;

/** Returns the host of a domain name, undefined for other names. */
const parseHost = (name: string): string | undefined =>
  name.includes('.') ? name.slice(0, name.indexOf('.')) : undefined;

/**
 * Finds new rows that may be existing assets under another name. The operator decides about them.
 * `free`: assets without a row and a key. `gone`: assets whose key is no longer in the source. A new device
 * may have replaced one of these, so only their names count.
 */
function possibleRenames(
  creates: readonly Identified[],
  free: readonly Asset[],
  gone: readonly Asset[],
): PossibleRename[] {
  const candidates = [...gone, ...free];
  const byName = new Map(candidates.map((asset) => [comparisonKey(asset, asset.name), asset]));
  const byHost = new Map(
    candidates.flatMap((asset) => {
      const host = parseHost(asset.name);
      return host === undefined ? [] : [[comparisonKey(asset, host), asset] as const];
    }),
  );
  const freeIn = groupBy(free, toGroup);
  const newIn = groupBy(creates, ({ row }) => toGroup(row.fields));

  function findSimilar(fields: Grouped): Asset | undefined {
    const host = parseHost(fields.name);
    const key = comparisonKey(fields, fields.name);
    return (
      byName.get(key) ??
      byHost.get(key) ??
      (host === undefined ? undefined : byName.get(comparisonKey(fields, host)))
    );
  }

  return creates.flatMap(({ row: { key, line, fields }, lost }) => {
    if (lost !== undefined) return []; // the state knows the key
    const free = freeIn.get(toGroup(fields)) ?? [];
    // The only new row of a system may be the only asset there that has no row.
    const only = free.length === 1 && newIn.get(toGroup(fields))!.length === 1 ? free[0] : undefined;
    const asset = findSimilar(fields) ?? only;
    return asset ? [{ key, line, name: fields.name, id: asset.id, current: asset.name }] : [];
  });
}

export function makePlan(input: PlanInput): Planned {
  const { source, known, claims, snapshot, directory, inScope, options, onRow } = input;
  const getRating: RatingOf = ({ cyber_system_id, impact_rating }) =>
    directory.ratingOf(cyber_system_id) ?? impact_rating!;
  const index = indexAssets(snapshot.assets);
  const { owned, hasRow, gone, owners } = findOwnership(source, known, index, inScope);
  const { unique, faults } = splitDuplicates(source.desired, source.faults);
  const { identified, conflicts } = identify(unique, known, owners, index, options, onRow);

  const scoped = identified.filter(
    ({ row, asset }) => inScope(asset?.cyber_system_id) || inScope(row.fields.cyber_system_id),
  );
  const ids = { matched: new Set(identified.map(({ asset }) => asset?.id)), owned: new Set(known.values()) };
  checkClaimed(options.claim, new Set([...ids.matched, ...ids.owned]));
  const ownership: Ownership = { known: ids.owned, claims, claimed: options.claim };
  const found = differences(scoped, { formerKeys: gone, ratingOf: getRating, ownership });
  const { changes: updates, adoptions, unchanged } = found;
  const adopted = new Set(adoptions.map(({ id }) => id));
  const creates = scoped.filter(({ asset }) => !asset);
  const unmatched = snapshot.assets.filter(({ id }) => !ids.matched.has(id));
  const renames = options.createPossibleRenames
    ? []
    : possibleRenames(
        creates,
        unmatched.filter(({ id }) => !ids.owned.has(id)),
        unmatched.filter(({ id }) => gone.has(id)),
      );
  const held = new Set(renames.flatMap(({ key, id }) => [key, id]));
  const creations = creates
    .filter(({ row }) => !held.has(row.key))
    .map((one) => createCreation(one, getRating));

  const missing = owned.filter(({ key, asset }) => !hasRow(key) && !ids.matched.has(asset.id));
  const isDeleted = ({ id }: Asset): boolean => options.delete === true && gone.has(id) && !held.has(id);
  const deletions = listDeletions(missing, isDeleted, { ratingOf: getRating, ownership });

  const { possible, conflicts: nameConflicts } = splitNameConflicts(
    [...deletions.changes, ...updates, ...creations],
    index,
  );
  const updated = new Set(possible.map((change) => (change.operation === 'update' ? change.id : undefined)));
  const isReported = createIsReported(input, index);
  const reportedFaults = [...source.faults, ...faults].filter(isReported);
  const spelling = conflicts.filter(isReported);
  const conflicting = new Set([...found.conflicts, ...nameConflicts].map(({ key }) => key));
  const stopped = scoped.filter(({ row: { key } }) => conflicting.has(key) || held.has(key)).length;
  const usable = new Set([
    ...scoped.map(({ row }) => row.key),
    ...owned.filter(({ key }) => hasRow(key)).map(({ key }) => key),
  ]);
  return {
    changes: sortChanges(possible),
    adoptions,
    claimed: found.claimed,
    claims: found.claims.filter(({ id }) => !updated.has(id)), // an update is a claim too
    unchanged,
    kept: deletions.kept,
    faults: reportedFaults.sort(byLine),
    conflicts: [spelling, found.conflicts, deletions.conflicts, nameConflicts].flat().sort(byLine),
    possible_renames: renames,
    forgotten: [...known].flatMap(([key, id]) =>
      hasRow(key) || (index.byId.has(id) && !adopted.has(id)) ? [] : [key],
    ),
    rows: countRows(source, scoped.length - stopped, reportedFaults.length + spelling.length + stopped),
    counts: { usable: usable.size, owned: owned.length, present: owned.length - missing.length },
  };
}
