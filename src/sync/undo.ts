// Plans the inverse of what a receipt says was done: of what is still as the sync left it. Nothing that others have changed since is touched.
import { journalFileOf, requireNoInterruption } from './apply/journal';
import { sortChanges, type PlannedChange, splitNameConflicts } from './plan/change';
import { checkGuards } from './plan/guards';
import { indexAssets } from './plan/identify';
import type { Planned } from './plan/make-plan';
import { unchangedDigest, withId } from './plan/plan-file';
import { planHeader, type Prepared, type PrepareOptions } from './plan/prepare';
import { type Claimed, isClaimed, isOwn, isSoleOwner } from './claims';
import { type Asset, createDirectory, sameFields } from './inventory';
import { digest, readBytes } from './files';
import type { RowFault } from './translate';
import { readReceipt } from './receipt-file';
import type { ReceiptChange } from './receipt';
import type { Remote } from './remote';
import { readStateIfExists, type State } from './state';
import { fileError } from './errors';

type RatingOf = ReturnType<typeof createDirectory>['ratingOf'];

/** The change that leads back, nothing when the asset is as it was, or why there is no way back. Ratings are those of today: systems may have got others since. */
function inverse(
  change: ReceiptChange,
  asset: Asset | undefined,
  ratingOf: RatingOf,
): PlannedChange | { fault: string } | undefined {
  const { key, asset_id: id = '' } = change;
  if (change.operation === 'delete')
    return asset
      ? undefined
      : {
          operation: 'create',
          key,
          after: change.before,
          rating: { after: ratingOf(change.before.cyber_system_id) ?? change.rating.before },
          note: `was ${id}, and gets a new id`,
        };
  if (change.operation === 'create') {
    if (!asset) return undefined;
    return sameFields(asset, change.after)
      ? { operation: 'delete', key, id, before: change.after, rating: { before: asset.impact_rating } }
      : { fault: `${id} was created and has been changed since: it stays` };
  }
  if (!asset) return { fault: `${id} was updated and has been deleted since` };
  if (sameFields(asset, change.before)) return undefined;
  if (!sameFields(asset, change.after))
    return { fault: `${id} was updated and has been changed since: it stays` };
  return {
    operation: 'update',
    key,
    id,
    before: change.after,
    after: change.before,
    rating: {
      before: asset.impact_rating,
      after: ratingOf(change.before.cyber_system_id) ?? change.rating.before,
    },
  };
}

/** Returns why an undo must not change an asset, undefined when the source proves that it owns the asset. */
function ownershipFault(
  change: PlannedChange,
  asset: Asset | undefined,
  { claims }: State,
  claimed: Claimed,
): string | undefined {
  if (!asset || isClaimed(claimed, asset.id)) return undefined;
  const claim = claims.get(asset.id);
  if (change.operation === 'delete' ? isSoleOwner(claim, asset) : isOwn(claim, asset)) return undefined;
  return `another writer has changed ${asset.id} since: it stays. To undo it, pass \`--claim ${asset.id}\``;
}

/** Adds the asset's last write, for the apply and the next state. */
function withWrite(
  change: PlannedChange,
  asset: Asset | undefined,
  { claims }: State,
  claimed: Claimed,
): PlannedChange {
  if (change.operation === 'create' || !asset) return change;
  const contested =
    change.operation === 'update' && claims.get(asset.id)?.contested && !isClaimed(claimed, asset.id);
  return { ...change, updated_at: asset.updated_at, ...(contested ? { contested } : {}) };
}

/** @throws SyncError. */
export async function prepareUndo(options: PrepareOptions, remote: Remote): Promise<Prepared> {
  const { sourceFile, stateFile, server } = options;
  const receipt = await readReceipt(sourceFile);
  await requireNoInterruption(journalFileOf(stateFile));
  const snapshot = await remote.snapshot();
  const directory = createDirectory(snapshot);
  const state = await readStateIfExists(stateFile, {
    source: receipt.source.name,
    server,
    organization: snapshot.organization,
  });
  if (!state)
    throw fileError(
      stateFile,
      'is not there, and an undo needs the state of the sync that it undoes: name it with --state',
    );
  const holders = indexAssets(snapshot.assets);

  // What was adopted is given up again, or known by its former key.
  const adopted = receipt.adopted.filter(
    ({ key, id }) => state.assets.get(key) === id && holders.byId.has(id),
  );
  const forgotten = adopted.map(({ key }) => key);
  const adoptions = adopted.flatMap(({ key, former_key, id }) =>
    former_key === undefined
      ? []
      : [{ key: former_key, former_key: key, id, name: holders.byId.get(id)!.name }],
  );
  const changes: PlannedChange[] = [];
  const faults: RowFault[] = [];
  for (const change of receipt.changes.filter(({ outcome }) => outcome === 'done')) {
    const { key, asset_id: id = '' } = change;
    // A deleted asset may have been made anew since: the state knows under which id.
    const asset = holders.byId.get(change.operation === 'delete' ? (state.assets.get(key) ?? id) : id);
    const back = inverse(change, asset, directory.ratingOf);
    const fault = back && ('fault' in back ? back.fault : ownershipFault(back, asset, state, options.claim));
    if (!back) continue;
    if (fault !== undefined || 'fault' in back) faults.push({ line: 0, key, message: fault! });
    else if (back.operation !== 'delete' && directory.ratingOf(back.after.cyber_system_id) === undefined)
      faults.push({
        line: 0,
        key,
        message: `the cyber system ${back.after.cyber_system_id} is not there any more`,
      });
    else changes.push(withWrite(back, asset, state, options.claim));
  }
  // Deleting what a sync created takes --delete, as all deleting does.
  const stay = options.delete ? [] : changes.filter((change) => change.operation === 'delete');
  const staying = new Set<PlannedChange>(stay);
  const kept = stay.map(({ key, id, before: { name } }) => ({ key, id, name }));
  const { possible, conflicts } = splitNameConflicts(
    changes.filter((change) => !staying.has(change)),
    holders,
  );
  const planned: Planned = {
    changes: sortChanges(possible),
    adoptions,
    claims: [],
    unchanged: [],
    kept,
    faults,
    conflicts,
    possibleRenames: [],
    forgotten,
    counts: {
      rows: receipt.changes.length,
      leftOut: 0,
      outOfScope: 0,
      usable: state.assets.size,
      owned: state.assets.size,
      present: state.assets.size,
    },
  };
  const plan = withId({
    ...planHeader(options, state.organization, state.serial),
    undoes: receipt.plan,
    source: { name: receipt.source.name, file: sourceFile, digest: digest(await readBytes(sourceFile)) },
    scope: [],
    changes: planned.changes,
    adoptions,
    forgotten,
    unchanged: { ids: [], digest: unchangedDigest([], []) },
    kept,
    faults,
    conflicts,
    possible_renames: [],
  });
  return {
    plan,
    planned,
    tripped: checkGuards(planned, { ...options, minSourceRatio: 0, complete: true }),
    describe: directory.describe,
  };
}
