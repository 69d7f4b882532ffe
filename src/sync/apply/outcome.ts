// The results of an apply: valid adoptions, the next state, and the proof that the inventory matches.
import type { Claim, Plan, Proof } from '../../../generated/files';
import { type Asset, sameFields } from '../inventory/inventory';
import { assetsDigest, unchangedDigest } from '../plan/plan-file';
import type { State } from '../files/state';
import { holds } from '../files/journal';
import type { Step, StepProgress } from './steps';

/** Maps asset ids to proofs of ownership. */
type Claims = ReadonlyMap<string, Claim>;

/** Returns the adoptions of assets that are unwritten since the plan, as claims. `now`: the present assets. */
function notesOf({ adoptions, claimed = [] }: Plan, now: readonly Asset[]): [string, Claim][] {
  const written = new Map(now.map(({ id, updated_at }) => [id, updated_at]));
  return [...adoptions, ...claimed].flatMap(({ id, updated_at, contested }): [string, Claim][] =>
    updated_at !== undefined && written.get(id) === updated_at
      ? [[id, { updated_at, ...(contested ? { contested } : {}) }]]
      : [],
  );
}

/**
 * Returns the claims of the plan and its steps. Parking steps come first, because later steps write their assets
 * again. `now`: the present assets.
 */
export function claimsOf(
  plan: Plan,
  steps: readonly Step[],
  { results }: StepProgress,
  now: readonly Asset[],
): Claims {
  const ordered = [...steps].sort(
    (one, other) => Number(other.does === 'park') - Number(one.does === 'park'),
  );
  const claims = new Map(notesOf(plan, now));
  for (const { number, change } of ordered) {
    const { claim, id = change.operation === 'create' ? undefined : change.id } = results.get(number)!;
    if (claim !== undefined && id !== undefined) claims.set(id, claim);
  }
  return claims;
}

/**
 * Returns the valid adoptions of the plan. An asset that the source does not own yet needs a claim. An asset
 * that it owns under another key needs its planned name. `before`: the assets when the apply began.
 */
export function adoptionsOf(
  plan: Plan,
  { assets }: State,
  claims: Claims,
  before: readonly Asset[],
): Plan['adoptions'] {
  const owned = new Set(assets.values());
  const names = new Map(before.map(({ id, name }) => [id, name]));
  const isOwned = (id: string, name: string): boolean => owned.has(id) && names.get(id) === name;
  return plan.adoptions.filter(
    ({ key, id, name }) => claims.has(id) || isOwned(id, name) || assets.get(key) === id,
  );
}

/** Returns the invalid adoptions whose steps have ended: resuming does not make them valid. */
export function lostAdoptions(
  plan: Plan,
  adoptions: Plan['adoptions'],
  steps: readonly Step[],
  { results }: StepProgress,
): Plan['adoptions'] {
  const isOpen = ({ number }: Step): boolean =>
    ['pending', 'failed', 'doubt'].includes(results.get(number)!.outcome);
  const open = new Set(
    steps.filter(isOpen).flatMap(({ change }) => (change.operation === 'update' ? [change.id] : [])),
  );
  const valid = new Set(adoptions);
  return plan.adoptions.filter((adoption) => !valid.has(adoption) && !open.has(adoption.id));
}

/** Returns the state with all adoptions, creations, deletions and claims. */
export function nextState(
  plan: Plan,
  state: State,
  steps: readonly Step[],
  { results }: StepProgress,
  { adoptions, claims }: { adoptions: Plan['adoptions']; claims: Claims },
): State {
  const assets = new Map(state.assets);
  for (const key of plan.forgotten) assets.delete(key);
  for (const { key, id } of adoptions) assets.set(key, id);
  for (const { number, does, change } of steps) {
    const { outcome, id } = results.get(number)!;
    if (does !== 'change') continue;
    if (change.operation === 'create' && id !== undefined && (holds(outcome) || outcome === 'stale'))
      assets.set(change.key, id);
    if (change.operation === 'delete' && holds(outcome)) assets.delete(change.key);
  }
  const owned = new Set(assets.values());
  const kept = new Map([...state.claims, ...claims].filter(([id]) => owned.has(id)));
  return { ...state, serial: state.serial + 1, assets, claims: kept };
}

export function prove(
  { unchanged }: Plan,
  steps: readonly Step[],
  { results }: StepProgress,
  last: readonly Asset[],
): Proof {
  const byId = new Map(last.map((asset) => [asset.id, asset]));
  const isMade = ({ number, does, change }: Step): boolean => {
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
    changes_hold: steps.every(isMade),
    unchanged_hold: unchangedDigest(unchanged.ids, last) === unchanged.digest,
  };
}
