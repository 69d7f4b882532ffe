// What is known of each step of an apply, in memory and in the journal.
import type { Claim } from '../claims';
import { digest } from '../files';
import type { Plan } from '../plan/plan-file';
import type { Begun, Ended, Outcome } from './journal';
import type { Journal } from './journal-writer';
import type { Call, Result } from './result';
import type { Step } from './steps';

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
  callOf(step: Step): Call;
  end(step: Step, result: Result): Promise<void>;
}

/** The same for the same plan and step, also in another process: to be found in the server's log, and never done twice. */
const requestIdOf = (plan: Plan, { number }: Step): string => `sync-${plan.id.slice(0, 16)}-${number}`;
const idempotencyKeyOf = (plan: Plan, { change }: Step): string =>
  `sync-${digest(`${plan.id}\n${change.key}`)}`;

const now = (): string => new Date().toISOString();

type Told = Pick<StepResult, 'id' | 'claim' | 'message'>;

/** Returns what is set of these. */
function toldOf({ id, claim, message }: { [Name in keyof Told]?: Told[Name] | undefined }): Told {
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
  return { outcome, at, ...toldOf(rest), attempts, waited };
}

export function createLedger(
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
    callOf(step) {
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
      const told = toldOf(rest);
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
