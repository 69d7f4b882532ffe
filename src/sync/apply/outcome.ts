// The last look: whether what was done is there, and what was right before still is.
import { type Asset, sameFields } from '../inventory';
import { assetsDigest, type Plan } from '../plan/plan-file';
import { holds } from './journal';
import type { Step, StepProgress } from './steps';

export interface Proof {
  /** Of the list. */
  at: string;
  assets: number;
  digest: string;
  /** Every change that was done is there, by whomever. */
  changes_hold: boolean;
  /** What needed no change still needs none. */
  unchanged_hold: boolean;
}

export function prove(
  { unchanged }: Plan,
  steps: readonly Step[],
  { results }: StepProgress,
  last: readonly Asset[],
  unchangedDigest: string,
): Proof {
  const byId = new Map(last.map((asset) => [asset.id, asset]));
  const isThere = ({ number, does, change }: Step): boolean => {
    const { outcome, id } = results.get(number)!;
    if (does !== 'change' || !holds(outcome)) return true;
    if (change.operation === 'delete') return !byId.has(change.id);
    const asset = byId.get(change.operation === 'create' ? (id ?? '') : change.id);
    return asset !== undefined && sameFields(asset, change.after);
  };
  return {
    at: new Date().toISOString(),
    assets: last.length,
    digest: assetsDigest(last),
    changes_hold: steps.every(isThere),
    unchanged_hold: unchangedDigest === unchanged.digest,
  };
}
