// The steps of a plan, and which waits for which: a name is free only when whoever has it has let go of it.
// What is known of each step of an apply, in memory and in the journal.
import { nameKey } from '../../resources/cyber-assets/rules';
import { type PlannedChange, releasesName } from '../plan/change';
import type { Plan } from '../plan/plan-file';
import type { Claim } from '../claims';
import { digest } from '../files';
import type { Begun, Ended, Journal, Outcome } from './journal';
import type { StepContext, StepOutcome } from './result';

export interface Step {
  number: number;
  /**
   * `park`: give an asset a temporary name, because assets exchange theirs in a circle. `claim`: write it
   * without a change.
   */
  does: 'change' | 'park' | 'claim';
  change: PlannedChange;
  /** Numbers of the steps that must be done before. */
  needs: number[];
  /** The name that the change parks its asset under before. */
  parkedAs?: string;
}

/** For each change the one whose name it takes. */
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

/** One change of each circle. */
function cyclicMoves(
  changes: readonly PlannedChange[],
  waitsFor: ReadonlyMap<PlannedChange, PlannedChange>,
): Set<PlannedChange> {
  const found = new Set<PlannedChange>();
  const seen = new Map<PlannedChange, PlannedChange>(); // by which start
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
    own.needs.push(park.number);
    parkOf.set(change, park);
    steps.push(park);
  }
  for (const [change, holder] of waitsFor)
    stepOf.get(change)!.needs.push((parkOf.get(holder) ?? stepOf.get(holder)!).number);
  for (const claim of claims) steps.push({ number: steps.length, does: 'claim', change: claim, needs: [] });
  return steps;
}

export interface StepResult {
  /** `pending`: not begun. `doubt`: begun, and nobody has seen what became of it. */
  outcome: Outcome | 'pending' | 'doubt';
  /** When it ended. */
  at?: string;
  id?: string;
  claim?: Claim;
  message?: string;
  requestId: string;
  idempotencyKey?: string;
  attempts: number;
  waited: number;
}

export interface StepProgress {
  results: Map<number, StepResult>;
  contextOf(step: Step): StepContext;
  end(step: Step, result: StepOutcome): Promise<void>;
}

/** The same for the same plan and step, also in another process: to be found in the server's log, and never done twice. */
const requestIdOf = (plan: Plan, { number }: Step): string => `sync-${plan.id.slice(0, 16)}-${number}`;
const idempotencyKeyOf = (plan: Plan, { change }: Step): string =>
  `sync-${digest(`${plan.id}\n${change.key}`)}`;

const now = (): string => new Date().toISOString();

type StepDetails = Pick<StepResult, 'id' | 'claim' | 'message'>;

/** Returns what is set of these. */
function detailsOf({
  id,
  claim,
  message,
}: { [Name in keyof StepDetails]?: StepDetails[Name] | undefined }): StepDetails {
  const texts = { ...(id === undefined ? {} : { id }), ...(message === undefined ? {} : { message }) };
  return { ...texts, ...(claim ? { claim } : {}) };
}

function fromJournal({
  outcome,
  at,
  attempts = 0,
  waited_ms: waited = 0,
  ...rest
}: Ended): Partial<StepResult> {
  return { outcome, at, ...detailsOf(rest), attempts, waited };
}

export function createStepProgress(
  plan: Plan,
  steps: readonly Step[],
  journal: Journal,
  { begun, ended }: { begun: ReadonlyMap<number, Begun>; ended: ReadonlyMap<number, Ended> },
): StepProgress {
  const results = new Map<number, StepResult>();
  for (const step of steps) {
    const made = step.change.operation === 'create' ? { idempotencyKey: idempotencyKeyOf(plan, step) } : {};
    const before = ended.get(step.number);
    results.set(step.number, {
      outcome: begun.has(step.number) ? 'doubt' : 'pending',
      requestId: requestIdOf(plan, step),
      ...made,
      attempts: 0,
      waited: 0,
      ...(before ? fromJournal(before) : {}),
    });
  }

  return {
    results,
    contextOf(step) {
      const { requestId, idempotencyKey, outcome } = results.get(step.number)!;
      const isParked = step.parkedAs !== undefined && step.does === 'change';
      const park = isParked
        ? steps.find(({ does, change }) => does === 'park' && change === step.change)
        : undefined;
      const lastWrite = park && results.get(park.number)!.claim;
      const key = idempotencyKey === undefined ? {} : { idempotency_key: idempotencyKey };
      const begin = () =>
        journal.write({ step: step.number, phase: 'begin', at: now(), request_id: requestId, ...key });
      return {
        requestId,
        idempotencyKey: idempotencyKey ?? '',
        inDoubt: outcome === 'doubt',
        lastWrite,
        begin,
      };
    },
    async end(step, { outcome, attempts, waited, ...rest }) {
      const at = now();
      const told = detailsOf(rest);
      const { requestId, idempotencyKey } = results.get(step.number)!;
      results.set(step.number, {
        requestId,
        ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
        outcome,
        at,
        ...told,
        attempts,
        waited,
      });
      // In doubt it stays begun: the next run looks again.
      if (outcome !== 'doubt')
        await journal.write({
          step: step.number,
          phase: 'end',
          at,
          outcome,
          ...told,
          attempts,
          waited_ms: waited,
        });
    },
  };
}
