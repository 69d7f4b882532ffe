// Decides what a plan may do with an asset that another writer may own (decision 0025).
import { type Claim, type Claimed, isClaimed, isOwn, isSoleOwner, isUnclaimed } from '../claims';
import type { Asset } from '../inventory';
import { SyncError } from '../sync-error';

export interface ClaimingInput {
  /** Asset ids of the state. */
  known: ReadonlySet<string>;
  claims: ReadonlyMap<string, Claim>;
  /** By the operator. */
  claimed: Claimed;
}

export interface Claiming {
  /** Returns why the asset is left alone, undefined when the source may change it. */
  changeFault(asset: Asset): string | undefined;
  /** Returns why the asset stays, undefined when the source may delete it. */
  deletionFault(asset: Asset): string | undefined;
  /** Returns whether the source writes the asset also where no field changes. */
  needsClaim(asset: Asset): boolean;
  /** Returns what an update says of the writer before it, and of the claim after it. */
  markOf(asset: Asset): { note?: string; contested?: true };
}

const advice = (what: string, { id }: Asset): string => `another source may own it. ${what}, pass \`--claim ${id}\``;

const titled = ({ id, name }: Asset): string => `${id} (${JSON.stringify(name)})`;

function adoptionFault(asset: Asset): string {
  const holder = `name ${JSON.stringify(asset.name)} is that of ${asset.id}, which was written after its creation`;
  return `${holder}: ${advice('If this source is its owner from now on', asset)}`;
}

const repairFault = (asset: Asset): string =>
  `${titled(asset)} was written by another again, at ${asset.updated_at}: ${advice('To change it all the same', asset)}`;

const deletionText = (asset: Asset): string =>
  `${titled(asset)} is not in the source any more, and stays: ${advice('To delete it', asset)}`;

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
      return claim?.contested ? repairFault(asset) : undefined; // another's change is set back once
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
      const note = claim && !isOwn(claim, asset) ? { note: `another writer wrote it at ${asset.updated_at}` } : {};
      return { ...note, ...(isContested(asset) ? { contested: true } : {}) };
    },
  };
}

/** @throws SyncError for an id that the operator claims, and that this source does not mean. */
export function checkClaimed(claimed: Claimed, meant: ReadonlySet<string | undefined>): void {
  if (claimed === 'all') return;
  const other = [...claimed].find((id) => !meant.has(id));
  if (other !== undefined) throw new SyncError(`--claim: no row and no key of the source means ${other}.`);
}
