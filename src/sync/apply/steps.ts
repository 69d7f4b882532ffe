// The steps of a plan, their order, and the state of each step in memory and in the journal.
import type { Claim, Outcome, Plan, PlannedChange, StepState } from '../../../generated/files';
import { nameKey } from '../../base/text';
import { releasesName } from '../plan/change';
import type { Journal, JournalContents } from '../files/journal';
import type { Effort } from '../inventory/remote';
import { sha256 } from '../../base/digest';

export interface Step extends Effort, Omit<StepOutcome, 'outcome' | 'endsTheRun'> {
  number: number;
  /**
   * `park`: give an asset a temporary name, because assets exchange their names. `claim`: write the name
   * of an asset in another case and back.
   */
  does: 'change' | 'park' | 'claim';
  change: PlannedChange;
  /** The steps that must succeed before this step. */
  needs: Step[];
  /** The temporary name of the asset before the change. */
  parkedAs?: string;
  /** The parking step of the same change. */
  park?: Step;
  requestId: string;
  /** Of a creation. */
  idempotencyKey: string | undefined;
  outcome: StepState;
  /** When an earlier run with an unknown result read the asset as planned, right before its write. */
  begunAt?: string | undefined;
  /** When the step ended. */
  at?: string | undefined;
}

export interface StepOutcome {
  /** `doubt`: the result is unknown. */
  outcome: Outcome | 'doubt';
  id?: string | undefined;
  /** Present after a confirmed write of this step: a lost response proves nothing. */
  claim?: Claim | undefined;
  message?: string | undefined;
  /** Every other request would fail too. */
  endsTheRun?: boolean;
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
): PlannedChange[] {
  const seen = new Map<PlannedChange, PlannedChange>(); // maps a change to the start that reached it
  return changes.flatMap((start) => {
    let change: PlannedChange | undefined = start;
    while (change && !seen.has(change)) {
      seen.set(change, start);
      change = waitsFor.get(change);
    }
    return change && seen.get(change) === start ? [change] : [];
  });
}

export function createSteps({ id, changes, claims = [] }: Pick<Plan, 'id' | 'changes' | 'claims'>): Step[] {
  const steps: Step[] = [];
  const add = (does: Step['does'], change: PlannedChange): Step => {
    const number = steps.length;
    const step: Step = {
      number,
      does,
      change,
      needs: [],
      // Ids depend on the plan and step only: a resumed run repeats no creation, and the server's log shows the step.
      requestId: `sync-${id.slice(0, 16)}-${number}`,
      idempotencyKey: change.operation === 'create' ? `sync-${sha256(`${id}\n${change.key}`)}` : undefined,
      outcome: 'pending',
      attempts: 0,
      waited: 0,
    };
    steps.push(step);
    return step;
  };
  const stepByChange = new Map(changes.map((change) => [change, add('change', change)]));
  const waitsFor = nameWaits(changes);
  for (const change of cyclicMoves(changes, waitsFor)) {
    const own = stepByChange.get(change)!;
    own.parkedAs = `sync-${id.slice(0, 12)}-${own.number}`;
    own.park = Object.assign(add('park', change), { parkedAs: own.parkedAs });
    own.needs.push(own.park);
  }
  for (const [change, holder] of waitsFor) {
    const releasing = stepByChange.get(holder)!;
    stepByChange.get(change)!.needs.push(releasing.park ?? releasing);
  }
  for (const claim of claims) add('claim', claim);
  return steps;
}

/** Gives the steps the state in which earlier runs of the plan left them. */
export function restoreSteps(
  steps: readonly Step[],
  { begun, ended }: Pick<JournalContents, 'begun' | 'ended'>,
): void {
  for (const step of steps) {
    const begin = begun.get(step.number);
    const end = ended.get(step.number);
    if (end) {
      const { outcome, at, id, claim, message, attempts = 0, waited_ms: waited = 0 } = end;
      Object.assign(step, { outcome, at, id, claim, message, attempts, waited });
    } else if (begin) Object.assign(step, { outcome: 'doubt', begunAt: begin.server_time });
  }
}

const now = (): string => new Date().toISOString();

/** Writes the begin entry of a step. Called right before a write. */
export const beginStep = (
  { number: step, requestId, idempotencyKey }: Step,
  journal: Journal,
  serverTime?: string,
): Promise<void> =>
  journal.write({
    step,
    phase: 'begin',
    at: now(),
    request_id: requestId,
    idempotency_key: idempotencyKey,
    server_time: serverTime,
  });

/** Notes the result of a step. `effort`: that of an earlier run by default. */
export async function endStep(
  step: Step,
  { outcome, id, message, claim }: StepOutcome,
  journal: Journal,
  { attempts, waited }: Effort = step,
): Promise<void> {
  const ended = { outcome, at: now(), id, message, claim, attempts };
  Object.assign(step, ended, { waited });
  // A step in doubt has no end entry, so that the next run checks it.
  if (outcome !== 'doubt')
    await journal.write({ step: step.number, phase: 'end', ...ended, outcome, waited_ms: waited });
}
