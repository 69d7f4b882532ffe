// Decides whether a source may change or delete an asset that another writer may own (decision 0025).
import type { Claim, Update } from '../../../generated/files';
import { SyncError } from '../errors';
import { nameKey } from '../../base/text';
import type { Asset } from './inventory';

/** Ids of the assets that the operator claims for this source, even if another writer wrote last. */
export type Claimed = 'all' | ReadonlySet<string>;

export const toClaim = ({ updated_at }: Asset, contested: boolean): Claim => ({
  updated_at,
  contested: contested || undefined,
});

/** Returns a name with one letter in its other case, which is the same name; undefined for a name without such a letter. */
export function respelled(name: string): string | undefined {
  const letters = [...name];
  for (const [index, letter] of letters.entries()) {
    const upper = letter.toUpperCase();
    const other = letters.with(index, upper === letter ? letter.toLowerCase() : upper).join('');
    if (other !== name && other.length === name.length && nameKey(other) === nameKey(name)) return other;
  }
  return undefined;
}

/** Returns whether the asset is unwritten since its creation. A source writes what it creates, to claim it. */
export const isUnclaimed = ({ created_at, updated_at }: Asset): boolean => created_at === updated_at;

export const isClaimed = (claimed: Claimed, id: string): boolean => claimed === 'all' || claimed.has(id);

/** Returns whether the last write of the asset is the source's own. */
export const isOwn = (claim: Claim | undefined, { updated_at }: Asset): boolean =>
  claim?.updated_at === updated_at;

/** Returns whether the source may delete the asset: it has seen no other writer. */
export const isSoleOwner = (claim: Claim | undefined, asset: Asset): boolean =>
  isOwn(claim, asset) && !claim!.contested;

export interface Ownership {
  /** Asset ids in the state. */
  known: ReadonlySet<string>;
  claims: ReadonlyMap<string, Claim>;
  claimed: Claimed;
}

const advice = (purpose: string, { id }: Asset): string =>
  `another source may own it. ${purpose}, pass \`--claim ${id}\``;

/** Names an asset in a sentence. */
export const titled = ({ id, name }: Pick<Asset, 'id' | 'name'>): string => `${id} (${JSON.stringify(name)})`;

/** Returns why the source must not change the asset, undefined when it may. */
export function changeFault(asset: Asset, { known, claims, claimed }: Ownership): string | undefined {
  const { id, name, updated_at } = asset;
  const claim = claims.get(id);
  if (isClaimed(claimed, id) || isUnclaimed(asset) || isOwn(claim, asset)) return undefined;
  if (!known.has(id))
    return (
      `name ${JSON.stringify(name)} belongs to ${id}, which was written after its creation: ` +
      advice('To make this source its owner', asset)
    );
  if (!claim?.contested) return undefined; // one change of another writer is reverted
  return `another writer changed ${titled(asset)} at ${updated_at}: ${advice('To overwrite that change', asset)}`;
}

/** Returns why the source must not delete the asset, undefined when it may. */
export const deletionFault = (asset: Asset, { claims, claimed }: Ownership): string | undefined =>
  isClaimed(claimed, asset.id) || isSoleOwner(claims.get(asset.id), asset)
    ? undefined
    : `${titled(asset)} is no longer in the source and is kept: ${advice('To delete it', asset)}`;

/**
 * Returns how the source becomes the owner of an asset. `write`: a mark ends the claim of the other source that
 * `--claim ID` implies. `note`: only the state records the claim.
 */
export function claimBy(asset: Asset, { known, claims, claimed }: Ownership): 'note' | 'write' | undefined {
  if (!isClaimed(claimed, asset.id)) return known.has(asset.id) ? undefined : 'note';
  if (isSoleOwner(claims.get(asset.id), asset)) return undefined;
  return claimed === 'all' ? 'note' : 'write';
}

/** Returns an update's note about the previous writer, and whether its claim is contested. */
export function toMark(
  asset: Asset,
  { known, claims, claimed }: Ownership,
): Pick<Update, 'note' | 'contested'> {
  const claim = claims.get(asset.id);
  const isContested = !isClaimed(claimed, asset.id) && (!known.has(asset.id) || !isSoleOwner(claim, asset));
  const note = claim && !isOwn(claim, asset) ? `another writer wrote it at ${asset.updated_at}` : undefined;
  return { note, contested: isContested || undefined };
}

/** @throws SyncError when `--claim` names an asset that belongs to no row and no known key. */
export function checkClaimed(claimed: Claimed, matched: ReadonlySet<string | undefined>): void {
  if (claimed === 'all') return;
  const other = [...claimed].find((id) => !matched.has(id));
  if (other !== undefined)
    throw new SyncError(`--claim: ${other} matches no row of the source and no key of the state.`);
}
