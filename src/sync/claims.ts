// Proof that a source owns an asset: the asset's `updated_at` as of the source's own last write (decision
// 0025).
// Decides what a plan may do with an asset that another writer may own (decision 0025).
import type { Asset } from './inventory';
import { SyncError } from './errors';

export interface Claim {
  /** `updated_at` of the asset after the last write of this source. */
  updated_at: string;
  /** Another writer may own the asset as well. This source changes the asset, but does not delete it. */
  contested?: true;
}

/** Asset ids that the operator claims for this source, whichever writer was last. */
export type Claimed = 'all' | ReadonlySet<string>;

export const claimOf = ({ updated_at }: Asset, contested: boolean): Claim => ({
  updated_at,
  ...(contested ? { contested } : {}),
});

/** Returns whether the asset is unwritten since its creation. Every source writes an asset to claim it. */
export const isUnclaimed = ({ created_at, updated_at }: Asset): boolean => created_at === updated_at;

export const isClaimed = (claimed: Claimed, id: string): boolean => claimed === 'all' || claimed.has(id);

/** Returns whether the last write of the asset is the source's own. */
export const isOwn = (claim: Claim | undefined, { updated_at }: Asset): boolean =>
  claim?.updated_at === updated_at;

/** Returns whether the source may delete the asset: the source has seen no other writer. */
export const isSoleOwner = (claim: Claim | undefined, asset: Asset): boolean =>
  isOwn(claim, asset) && !claim!.contested;

export interface ClaimingInput {
  /** Asset ids in the state. */
  known: ReadonlySet<string>;
  claims: ReadonlyMap<string, Claim>;
  /** Assets that the operator claims. */
  claimed: Claimed;
}

export interface Claiming {
  /** Returns why the source must not change the asset, undefined when it may. */
  changeFault(asset: Asset): string | undefined;
  /** Returns why the source must not delete the asset, undefined when it may. */
  deletionFault(asset: Asset): string | undefined;
  /** Returns whether the source writes the asset even when no field changes. */
  needsClaim(asset: Asset): boolean;
  /** Returns an update's note about the previous writer, and whether its claim is contested. */
  markOf(asset: Asset): { note?: string; contested?: true };
}

const advice = (what: string, { id }: Asset): string =>
  `another source may own it. ${what}, pass \`--claim ${id}\``;

const titled = ({ id, name }: Asset): string => `${id} (${JSON.stringify(name)})`;

function adoptionFault(asset: Asset): string {
  const holder = `name ${JSON.stringify(asset.name)} is that of ${asset.id}, which was written after its creation`;
  return `${holder}: ${advice('To make this source its owner', asset)}`;
}

const repairFault = (asset: Asset): string =>
  `another writer changed ${titled(asset)} again at ${asset.updated_at}: ${advice('To overwrite that change', asset)}`;

const deletionText = (asset: Asset): string =>
  `${titled(asset)} is no longer in the source, and stays: ${advice('To delete it', asset)}`;

export function createClaiming({ known, claims, claimed }: ClaimingInput): Claiming {
  const isExplicit = ({ id }: Asset): boolean => isClaimed(claimed, id);
  const isContested = (asset: Asset): boolean => {
    const claim = claims.get(asset.id);
    return !isExplicit(asset) && known.has(asset.id) && (!isOwn(claim, asset) || claim!.contested === true);
  };

  return {
    changeFault(asset) {
      const claim = claims.get(asset.id);
      if (isExplicit(asset) || isUnclaimed(asset) || isOwn(claim, asset)) return undefined;
      if (!known.has(asset.id)) return adoptionFault(asset);
      return claim?.contested ? repairFault(asset) : undefined; // the source reverts another writer's change once
    },
    deletionFault(asset) {
      return isExplicit(asset) || isSoleOwner(claims.get(asset.id), asset) ? undefined : deletionText(asset);
    },
    needsClaim(asset) {
      const claim = claims.get(asset.id);
      if (isExplicit(asset)) return !isSoleOwner(claim, asset);
      return !known.has(asset.id) || (isUnclaimed(asset) && !isOwn(claim, asset));
    },
    markOf(asset) {
      const claim = claims.get(asset.id);
      const note =
        claim && !isOwn(claim, asset) ? { note: `another writer wrote it at ${asset.updated_at}` } : {};
      return { ...note, ...(isContested(asset) ? { contested: true } : {}) };
    },
  };
}

/** @throws SyncError when the operator claims an id that no row and no key of this source means. */
export function checkClaimed(claimed: Claimed, meant: ReadonlySet<string | undefined>): void {
  if (claimed === 'all') return;
  const other = [...claimed].find((id) => !meant.has(id));
  if (other !== undefined) throw new SyncError(`--claim: no row and no key of the source means ${other}.`);
}
