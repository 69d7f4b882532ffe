// Proof that a source owns an asset: the asset's `updated_at` as of the source's own last write (decision
// 0025).
import type { Asset } from './inventory';

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
