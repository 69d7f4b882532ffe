// The receipt of an apply: who, when, from which source, each change with its request id, and the proof.
import type { Approval, Plan, Proof, Receipt, ReceiptChange, RowFault } from '../../../generated/files';
import type { Step, StepProgress } from './steps';
import { nonEmpty } from '../files/trust';
import { EXIT } from '../errors';

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

function temporaryName(
  park: Step | undefined,
  results: StepProgress['results'],
): ReceiptChange['temporary_name'] {
  if (!park) return undefined;
  const { outcome, attempts, requestId } = results.get(park.number)!;
  return outcome === 'done' || attempts > 0 ? { name: park.parkedAs!, request_id: requestId } : undefined;
}

function toChange({ change, number, park }: Step, results: StepProgress['results']): ReceiptChange {
  const { outcome, at, id, claim, message, requestId, attempts, waited } = results.get(number)!;
  return {
    ...change,
    outcome,
    at,
    asset_id: id ?? (change.operation === 'create' ? undefined : change.id),
    message,
    request_id: outcome === 'already' && !claim ? undefined : requestId,
    temporary_name: temporaryName(park, results),
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
  lost.map(({ line = 0, key, id, name }) => {
    const asset = `${id} (${JSON.stringify(name)})`;
    return {
      line,
      key,
      message: `${asset} was not adopted: it was changed or deleted after the plan. Plan again`,
    };
  });

function exitStatusOf(
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
  { results }: StepProgress,
  { by, approval, stateFile, startedAt, adoptions, lost: missed, proof, stopped }: ReceiptOptions,
): Receipt {
  const of = (kind: Step['does']): ReceiptChange[] =>
    steps.filter(({ does }) => does === kind).map((step) => toChange(step, results));
  const [changes, claims] = [of('change'), of('claim')];
  const counts = { done: 0, already: 0, stale: 0, failed: 0, skipped: 0, pending: 0, doubt: 0 };
  for (const { outcome } of [...changes, ...claims]) counts[outcome]++;
  const { faults, conflicts, possible_renames } = plan;
  const lost = notAdopted(missed);
  const status = exitStatusOf(
    counts,
    lost,
    faults.length + conflicts.length + possible_renames.length === 0,
    proof,
  );
  const efforts = [...results.values()];
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
    retries: efforts.reduce((sum, { attempts }) => sum + Math.max(0, attempts - 1), 0),
    waited_ms: efforts.reduce((sum, { waited }) => sum + waited, 0),
    proof: proof ?? null,
    adopted: [...adoptions, ...adoptedMeanwhile(changes)],
    systems: plan.systems,
    changes,
    claims,
    kept: plan.kept,
    not_synced: { faults, conflicts: [...conflicts, ...lost], possible_renames },
  };
}
