// The steps of a plan, their order, and the state of each step in memory and in the journal.
import type { Begun, Claim, Ended, Plan, PlannedChange, StepState } from '../../../generated/files';
import { nameKey } from '../../base/text';
import { releasesName } from '../plan/change';
import type { Journal } from '../files/journal';
import type { Effort } from '../inventory/remote';
import type { StepContext, StepOutcome } from './result';
import { sha256 } from '../../base/digest';

export interface Step {
  number: number;
  /**
   * `park`: give an asset a temporary name, because assets exchange their names. `claim`: write the name
   * of an asset in another case and back.
   */
  does: 'change' | 'park' | 'claim';
  change: PlannedChange;
  /** Numbers of the steps that must succeed before this step. */
  needs: number[];
  /** The temporary name of the asset before the change. */
  parkedAs?: string;
  /** The parking step of the same change. */
  park?: Step;
}

/** Maps each change to the change that releases its new name. */
function nameWaits(changes: readonly PlannedChange[]): Map<PlannedChange, PlannedChange> {
  const releasing = new Map(
    changes.filter(releasesName).map((change) => [nameKey(change.before.name), change]),
  );
  return new Map(
    changes.flatMap((change): [PlannedChange, PlannedChange][] => {
      const holder = change.operation === 'delete' ? undefined : releasing.get(nameKey(change.after.name));
      return holder === undefined || holder === change ? [] : [[change, holder]];
    }),
  );
}

/** Returns one change of each cycle of name exchanges. */
function cyclicMoves(
  changes: readonly PlannedChange[],
  waitsFor: ReadonlyMap<PlannedChange, PlannedChange>,
): Set<PlannedChange> {
  const found = new Set<PlannedChange>();
  const seen = new Map<PlannedChange, PlannedChange>(); // maps a change to the start that reached it
  for (const start of changes) {
    let change: PlannedChange | undefined = start;
    while (change && !seen.has(change)) {
      seen.set(change, start);
      change = waitsFor.get(change);
    }
    if (change && seen.get(change) === start) found.add(change);
  }
  return found;
}

export function stepsOf({ id, changes, claims = [] }: Pick<Plan, 'id' | 'changes' | 'claims'>): Step[] {
  const waitsFor = nameWaits(changes);
  const parked = cyclicMoves(changes, waitsFor);
  const steps: Step[] = changes.map((change, number) => ({ number, does: 'change', change, needs: [] }));
  const stepOf = new Map(steps.map((step) => [step.change, step]));
  const parkOf = new Map<PlannedChange, Step>();
  for (const change of parked) {
    const own = stepOf.get(change)!;
    own.parkedAs = `sync-${id.slice(0, 12)}-${own.number}`;
    const park: Step = { number: steps.length, does: 'park', change, needs: [], parkedAs: own.parkedAs };
    own.park = park;
    own.needs.push(park.number);
    parkOf.set(change, park);
    steps.push(park);
  }
  for (const [change, holder] of waitsFor)
    stepOf.get(change)!.needs.push((parkOf.get(holder) ?? stepOf.get(holder)!).number);
  for (const claim of claims) steps.push({ number: steps.length, does: 'claim', change: claim, needs: [] });
  return steps;
}

export interface StepResult extends Effort {
  outcome: StepState;
  /** When the step ended. */
  at?: string | undefined;
  id?: string | undefined;
  claim?: Claim | undefined;
  message?: string | undefined;
  requestId: string;
  idempotencyKey?: string | undefined;
}

export interface StepProgress {
  results: Map<number, StepResult>;
  contextOf(step: Step): Omit<StepContext, 'remote' | 'effort' | 'isOwned' | 'holderOf'>;
  /** `effort`: that of an earlier run by default. */
  end(step: Step, result: StepOutcome, effort?: Effort): Promise<void>;
}

// Ids depend on the plan and step only:
// a resumed run repeats no creation, and the server's log shows the step.
const requestIdOf = (plan: Plan, { number }: Step): string => `sync-${plan.id.slice(0, 16)}-${number}`;
const idempotencyKeyOf = (plan: Plan, { change }: Step): string =>
  `sync-${sha256(`${plan.id}\n${change.key}`)}`;

const now = (): string => new Date().toISOString();

const fromJournal = (ended: Ended): Partial<StepResult> => ({
  outcome: ended.outcome,
  at: ended.at,
  id: ended.id,
  claim: ended.claim,
  message: ended.message,
  attempts: ended.attempts ?? 0,
  waited: ended.waited_ms ?? 0,
});

export function createStepProgress(
  plan: Plan,
  steps: readonly Step[],
  journal: Journal,
  { begun, ended }: { begun: ReadonlyMap<number, Begun>; ended: ReadonlyMap<number, Ended> },
): StepProgress {
  const results = new Map<number, StepResult>();
  for (const step of steps) {
    const before = ended.get(step.number);
    results.set(step.number, {
      outcome: begun.has(step.number) ? 'doubt' : 'pending',
      requestId: requestIdOf(plan, step),
      idempotencyKey: step.change.operation === 'create' ? idempotencyKeyOf(plan, step) : undefined,
      attempts: 0,
      waited: 0,
      ...(before ? fromJournal(before) : {}),
    });
  }

  return {
    results,
    contextOf(step) {
      const { requestId, idempotencyKey, outcome } = results.get(step.number)!;
      const lastWrite = step.park && results.get(step.park.number)!.claim;
      return {
        requestId,
        idempotencyKey: idempotencyKey ?? '',
        inDoubt: outcome === 'doubt',
        begunAt: outcome === 'doubt' ? begun.get(step.number)?.server_time : undefined,
        lastWrite,
        begin: (serverTime) =>
          journal.write({
            step: step.number,
            phase: 'begin',
            at: now(),
            request_id: requestId,
            idempotency_key: idempotencyKey,
            server_time: serverTime,
          }),
      };
    },
    async end(step, { outcome, id, message, claim }, effort) {
      const at = now();
      const before = results.get(step.number)!;
      const { attempts, waited } = effort ?? before;
      const ended = { outcome, at, id, message, claim, attempts };
      results.set(step.number, { ...before, ...ended, waited });
      // A step in doubt has no end entry, so that the next run checks it.
      if (outcome !== 'doubt')
        await journal.write({ step: step.number, phase: 'end', ...ended, outcome, waited_ms: waited });
    },
  };
}
