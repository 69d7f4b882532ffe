// Plans the inverse of the changes in a receipt. Changes of other writers since then are kept.
import type { Delete, PlannedChange, Receipt, ReceiptChange, RowFault } from '../../generated/files';
import { toJournalFile, requireNoInterruption } from './files/journal';
import { type Planned, sortChanges, splitNameConflicts } from './plan/change';
import { indexAssets } from './plan/identify';
import { type Prepared, type PrepareOptions, toPrepared } from './plan/prepare';
import { type Claimed, isClaimed, isOwn, isSoleOwner, titled } from './inventory/claims';
import { type Asset, type Directory, createDirectory, sameFields } from './inventory/inventory';
import { readSyncFile } from './files/files';
import type { Remote } from './inventory/remote';
import { readStateIfExists, type State } from './files/state';
import { formatName } from './plan/report-parts';
import { fileError } from './errors';
import { sha256 } from '../base/digest';

type RatingOf = Directory['ratingOf'];
type Fault = { fault: string };

/**
 * Returns the inverse of a change, undefined when there is nothing to undo, or a fault. Ratings are the
 * present ones, because the ratings of systems may have changed.
 */
function inverse(
  change: ReceiptChange,
  asset: Asset | undefined,
  ratingOf: RatingOf,
): PlannedChange | Fault | undefined {
  const { key, asset_id: id = '' } = change;
  const named = titled({ id, name: formatName(change) });
  if (change.operation === 'delete')
    return asset
      ? undefined
      : {
          operation: 'create',
          key,
          after: change.before,
          rating: { after: ratingOf(change.before.cyber_system_id) ?? change.rating.before },
          note: `was ${id} and gets a new id`,
        };
  if (change.operation === 'create') {
    if (!asset) return undefined;
    return sameFields(asset, change.after)
      ? { operation: 'delete', key, id, before: change.after, rating: { before: asset.impact_rating } }
      : { fault: `${named} was created by the sync and changed later: it is kept` };
  }
  if (!asset) return { fault: `${named} was updated by the sync and deleted later` };
  if (sameFields(asset, change.before)) return undefined;
  if (!sameFields(asset, change.after))
    return { fault: `${named} was updated by the sync and changed later: it is kept` };
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

/**
 * Returns a fault unless the source proves that it owns the asset, and the system exists. Adds the time of the asset's last
 * write, which the apply compares.
 */
function checkChange(
  change: PlannedChange,
  asset: Asset | undefined,
  { claims }: State,
  claimed: Claimed,
  ratingOf: RatingOf,
): PlannedChange | Fault {
  const { id = '', name = '', updated_at } = asset ?? {};
  const claim = isClaimed(claimed, id) ? undefined : claims.get(id);
  const isProved = change.operation === 'delete' ? isSoleOwner : isOwn;
  if (asset && !isClaimed(claimed, id) && !isProved(claim, asset))
    return {
      fault: `another writer changed ${titled({ id, name })} later: it is kept. To undo it, pass \`--claim ${id}\``,
    };
  const systemId = change.operation === 'delete' ? undefined : change.after.cyber_system_id;
  if (systemId !== undefined && ratingOf(systemId) === undefined)
    return { fault: `the cyber system ${systemId} no longer exists` };
  if (change.operation === 'create') return change;
  return change.operation === 'delete'
    ? { ...change, updated_at }
    : { ...change, updated_at, contested: claim?.contested };
}

/** @throws SyncError. */
export async function prepareUndo(
  receipt: Receipt,
  options: PrepareOptions,
  remote: Remote,
): Promise<Prepared> {
  const { sourceFile, stateFile, server } = options;
  await requireNoInterruption(toJournalFile(stateFile));
  const snapshot = await remote.snapshot();
  const directory = createDirectory(snapshot);
  const state = await readStateIfExists(stateFile, {
    source: receipt.source.name,
    server,
    organization: snapshot.organization,
  });
  if (!state)
    throw fileError(stateFile, 'does not exist. Pass the state file of the sync to undo with --state');
  const index = indexAssets(snapshot.assets);

  // Adopted assets leave the state, or get their former key back.
  const adopted = receipt.adopted.filter(({ key, id }) => state.assets.get(key) === id && index.byId.has(id));
  const forgotten = adopted.map(({ key }) => key);
  const adoptions = adopted.flatMap(({ key, former_key, id }) =>
    former_key === undefined
      ? []
      : [{ key: former_key, former_key: key, id, name: index.byId.get(id)!.name }],
  );
  const changes: PlannedChange[] = [];
  const faults: RowFault[] = [];
  for (const change of receipt.changes.filter(({ outcome }) => outcome === 'done')) {
    const { key, asset_id: id = '' } = change;
    // A deleted asset may have been created again: the state contains its new id.
    const asset = index.byId.get(change.operation === 'delete' ? (state.assets.get(key) ?? id) : id);
    const back = inverse(change, asset, directory.ratingOf);
    if (!back) continue;
    const checked =
      'fault' in back ? back : checkChange(back, asset, state, options.claim, directory.ratingOf);
    if ('fault' in checked) faults.push({ line: 0, key, message: checked.fault });
    else changes.push(checked);
  }
  // Deleting created assets needs --delete, like every deletion.
  const [made, stay] = [[], []] as [PlannedChange[], Delete[]];
  for (const change of changes)
    if (change.operation === 'delete' && !options.delete) stay.push(change);
    else made.push(change);
  const { possible, conflicts } = splitNameConflicts(made, index);
  const planned: Planned = {
    changes: sortChanges(possible),
    adoptions,
    claimed: [],
    claims: [],
    unchanged: [],
    kept: stay.map(({ key, id, before: { name } }) => ({ key, id, name })),
    faults,
    conflicts,
    possible_renames: [],
    forgotten,
    rows: { read: 0, taken: 0, left_out: [], not_synced: 0 },
    counts: { usable: state.assets.size, owned: state.assets.size, present: state.assets.size },
  };
  const digest = sha256(await readSyncFile(sourceFile));
  const source = { name: receipt.source.name, file: sourceFile, digest };
  return toPrepared(
    planned,
    { source, state, directory, assets: snapshot.assets, undoes: receipt.plan },
    { ...options, minSourceRatio: 0, complete: true },
  );
}
