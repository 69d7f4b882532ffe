// Performs the steps of a plan that are still to be done, each written down before and after.
import type { Snapshot } from '../inventory';
import { NO_EFFORT } from '../remote';
import { SyncError } from '../sync-error';
import { foreseen } from './foreseen';
import { holds } from './journal';
import type { StepProgress } from './step-progress';
import type { Perform } from './perform';
import type { Result } from './result';
import { runSteps } from './schedule';
import type { Step } from './steps';

export interface ExecuteOptions {
  perform: Perform;
  snapshot: Snapshot;
  concurrency: number;
  stop: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

const NAME_KEPT = 'the name that it was to have has not been let go of';

/** A parked asset cannot have its new name: it gets its own back, unless that is another's by now. */
async function unpark(step: Step, park: Step, ledger: StepProgress, perform: Perform): Promise<Result> {
  const result = await perform.unpark(step, ledger.callOf(step));
  const isBack = holds(result.outcome);
  const { attempts, waited } = ledger.results.get(park.number)!;
  if (isBack)
    await ledger.end(park, { outcome: 'skipped', message: 'has its own name again', attempts, waited });
  return {
    ...result,
    outcome: 'skipped',
    message: isBack ? NAME_KEPT : `${NAME_KEPT}, and it is called ${step.parkedAs} until the next sync`,
  };
}

/** Gives the reason, when nothing more would have gone through. */
export async function execute(
  steps: readonly Step[],
  ledger: StepProgress,
  { perform, snapshot, concurrency, stop, onProgress }: ExecuteOptions,
): Promise<string | undefined> {
  // A failure of an earlier run may have passed; what holds or is stale stays so.
  const settled = new Map<number, boolean>();
  for (const [number, { outcome }] of ledger.results)
    if (holds(outcome) || outcome === 'stale') settled.set(number, holds(outcome));
  const known = foreseen(steps, ledger, snapshot);
  for (const { number } of known.keys()) settled.set(number, false);
  await Promise.all([...known].map(([step, result]) => ledger.end(step, result)));

  const attempt = async (step: Step, free: boolean): Promise<Result> => {
    try {
      if (free) return await perform.step(step, ledger.callOf(step));
      const park = steps.find(({ does, change }) => does === 'park' && change === step.change);
      if (park && holds(ledger.results.get(park.number)!.outcome))
        return await unpark(step, park, ledger, perform);
      return { outcome: 'skipped', message: NAME_KEPT, ...NO_EFFORT };
    } catch (error) {
      if (!(error instanceof SyncError)) throw error;
      return { outcome: 'doubt', message: error.message, endsTheRun: true, ...NO_EFFORT }; // it cannot be read what became of it
    }
  };

  let endedBy: string | undefined;
  let count = settled.size;
  if (steps.length > 0) onProgress(count, steps.length);
  await runSteps(steps, {
    settled,
    concurrency,
    stopping: () => (endedBy !== undefined ? 'now' : stop.aborted ? 'soon' : 'no'),
    run: async (step, free) => {
      const result = await attempt(step, free);
      if (result.endsTheRun) endedBy ??= result.message;
      await ledger.end(step, result);
      onProgress(++count, steps.length);
      return holds(result.outcome);
    },
  });
  return endedBy;
}
