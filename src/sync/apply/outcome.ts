// The results of an apply: valid adoptions, the next state, the proof that the inventory matches, and the receipt.
import type {
  Approval,
  Claim,
  Plan,
  Proof,
  Receipt,
  ReceiptChange,
  RowFault,
} from '../../../generated/files';
import { titled } from '../inventory/claims';
import { type Asset, sameFields } from '../inventory/inventory';
import { assetsDigest, unchangedDigest } from '../plan/plan-file';
import { getNotSynced } from '../plan/report-parts';
import { EXIT } from '../errors';
import { nonEmpty } from '../files/trust';
import type { State } from '../files/state';
import { holds } from '../files/journal';
import type { Step } from './steps';

/** Maps asset ids to proofs of ownership. */
type Claims = ReadonlyMap<string, Claim>;

/** Returns the adoptions of assets that are unwritten since the plan, as claims. `now`: the present assets. */
function listNotes({ adoptions, claimed = [] }: Plan, now: readonly Asset[]): [string, Claim][] {
  const written = new Map(now.map(({ id, updated_at }) => [id, updated_at]));
  return [...adoptions, ...claimed].flatMap(({ id, updated_at, contested }): [string, Claim][] =>
    updated_at !== undefined && written.get(id) === updated_at ? [[id, { updated_at, contested }]] : [],
  );
}

/**
 * Returns the claims of the plan and its steps. Parking steps come first, because later steps write their assets
 * again. `now`: the present assets.
 */
export function listClaims(plan: Plan, steps: readonly Step[], now: readonly Asset[]): Claims {
  const ordered = [...steps].sort(
    (one, other) => Number(other.does === 'park') - Number(one.does === 'park'),
  );
  const claims = new Map(listNotes(plan, now));
  for (const { change, claim, id = change.operation === 'create' ? undefined : change.id } of ordered)
    if (claim !== undefined && id !== undefined) claims.set(id, claim);
  return claims;
}

/**
 * Returns the valid adoptions of the plan. An asset that the source does not own yet needs a claim. An asset
 * that it owns under another key needs its planned name. `before`: the assets when the apply began.
 */
export function listAdoptions(
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
): Plan['adoptions'] {
  const open = new Set(
    steps
      .filter(({ outcome }) => ['pending', 'failed', 'doubt'].includes(outcome))
      .flatMap(({ change }) => (change.operation === 'update' ? [change.id] : [])),
  );
  const valid = new Set(adoptions);
  return plan.adoptions.filter((adoption) => !valid.has(adoption) && !open.has(adoption.id));
}

/** Deleted assets that a state remembers, in case that a restored backup has them again. */
const MAX_DELETED = 10_000;

/** Returns the state with all adoptions, creations, deletions and claims. */
export function nextState(
  plan: Plan,
  state: State,
  steps: readonly Step[],
  { adoptions, claims }: { adoptions: Plan['adoptions']; claims: Claims },
): State {
  const assets = new Map(state.assets);
  const deleted = new Map(state.deleted);
  for (const key of plan.forgotten) assets.delete(key);
  for (const { key, id } of adoptions) assets.set(key, id);
  for (const { does, change, outcome, id } of steps) {
    if (does !== 'change') continue;
    if (change.operation === 'create' && id !== undefined && (holds(outcome) || outcome === 'stale'))
      assets.set(change.key, id);
    if (change.operation !== 'delete' || !holds(outcome)) continue;
    assets.delete(change.key);
    deleted.set(change.key, change.id);
  }
  for (const key of assets.keys()) deleted.delete(key);
  const remembered = new Map([...deleted].slice(-MAX_DELETED));
  const owned = new Set([...assets.values(), ...remembered.values()]);
  const kept = new Map([...state.claims, ...claims].filter(([id]) => owned.has(id)));
  return { ...state, serial: state.serial + 1, assets, deleted: remembered, claims: kept };
}

export function prove({ unchanged }: Plan, steps: readonly Step[], last: readonly Asset[]): Proof {
  const byId = new Map(last.map((asset) => [asset.id, asset]));
  const isMade = ({ does, change, outcome, id }: Step): boolean => {
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

interface ReceiptOptions {
  by: string;
  approval: Approval;
  stateFile: string;
  startedAt: string;
  /** Valid adoptions of the plan. */
  adoptions: Plan['adoptions'];
  /** Invalid adoptions. */
  lost: Plan['adoptions'];
  proof: Proof | undefined;
  stopped: string | undefined;
}

function toChange(step: Step): ReceiptChange {
  const { change, park, outcome, at, id, claim, message, requestId, attempts, waited } = step;
  const isParked = park?.outcome === 'done' || (park?.attempts ?? 0) > 0;
  return {
    ...change,
    outcome,
    at,
    asset_id: id ?? (change.operation === 'create' ? undefined : change.id),
    message,
    request_id: outcome === 'already' && !claim ? undefined : requestId,
    temporary_name: isParked ? { name: park!.parkedAs!, request_id: park!.requestId } : undefined,
    attempts,
    waited_ms: waited,
  };
}

/** Returns assets that another writer created after the plan. The source adopts them. */
const adoptedMeanwhile = (changes: readonly ReceiptChange[]): Plan['adoptions'] =>
  changes.flatMap((change) =>
    change.operation === 'create' && change.outcome === 'already'
      ? [{ key: change.key, id: change.asset_id!, name: change.after.name }]
      : [],
  );

const notAdopted = (lost: Plan['adoptions']): RowFault[] =>
  lost.map(({ line = 0, key, ...asset }) => {
    const message = `${titled(asset)} was not adopted: it was changed or deleted after the plan. Plan again`;
    return { line, key, message };
  });

function getExitStatus(
  counts: Receipt['counts'],
  lost: readonly RowFault[],
  complete: boolean,
  proof: Proof | undefined,
): number {
  if (counts.failed + counts.doubt + counts.pending > 0) return EXIT.partial;
  if (counts.stale + counts.skipped + lost.length > 0) return EXIT.stale;
  if (!complete || !proof) return EXIT.partial;
  return proof.changes_hold && proof.unchanged_hold ? EXIT.converged : EXIT.stale;
}

export function makeReceipt(
  plan: Plan,
  steps: readonly Step[],
  { by, approval, stateFile, startedAt, adoptions, lost: missed, proof, stopped }: ReceiptOptions,
): Receipt {
  const of = (kind: Step['does']): ReceiptChange[] => steps.filter(({ does }) => does === kind).map(toChange);
  const [changes, claims] = [of('change'), of('claim')];
  const counts = { done: 0, already: 0, stale: 0, failed: 0, skipped: 0, pending: 0, doubt: 0 };
  for (const { outcome } of [...changes, ...claims]) counts[outcome]++;
  const { faults, conflicts, possible_renames } = plan;
  const lost = notAdopted(missed);
  const status = getExitStatus(counts, lost, getNotSynced(plan) === 0, proof);
  return {
    version: 1,
    plan: plan.id,
    undoes: plan.undoes,
    server: plan.server,
    organization: plan.organization,
    approval: nonEmpty(approval),
    source: plan.source,
    state: { file: stateFile },
    scope: plan.scope,
    planned_by: plan.made_by,
    planned_at: plan.made_at,
    applied_by: by,
    started_at: startedAt,
    ended_at: new Date().toISOString(),
    converged: status === EXIT.converged,
    exit_status: status,
    stopped,
    counts,
    retries: steps.reduce((sum, { attempts }) => sum + Math.max(0, attempts - 1), 0),
    waited_ms: steps.reduce((sum, { waited }) => sum + waited, 0),
    proof: proof ?? null,
    adopted: [...adoptions, ...adoptedMeanwhile(changes)],
    systems: plan.systems,
    changes,
    claims,
    kept: plan.kept,
    not_synced: { faults, conflicts: [...conflicts, ...lost], possible_renames },
  };
}
