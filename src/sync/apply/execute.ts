// Executes the steps of a plan concurrently,
// each after the steps that it needs. Every step is in the journal.
import type { Snapshot } from '../inventory/inventory';
import type { Remote } from '../inventory/remote';
import { createFindHolder } from '../inventory/holders';
import { SyncError } from '../errors';
import { unattainableSteps } from './preflight';
import { holds } from '../files/journal';
import type { Step, StepProgress } from './steps';
import { performStep, restoreName } from './perform';
import { type StepContext, type StepOutcome, countEffort } from './result';

interface ExecuteOptions extends Pick<StepContext, 'isOwned'> {
  remote: Remote;
  snapshot: Snapshot;
  concurrency: number;
  stop: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

const NAME_KEPT = 'its new name is still in use';

/** Restores the name of a parked asset that cannot get its new name. */
async function unpark(
  step: Step,
  park: Step,
  progress: StepProgress,
  call: StepContext,
): Promise<StepOutcome> {
  const result = await restoreName(step, call);
  const isBack = holds(result.outcome);
  if (isBack) await progress.end(park, { outcome: 'skipped', message: 'has its previous name again' });
  return {
    ...result,
    outcome: 'skipped',
    message: isBack ? NAME_KEPT : `${NAME_KEPT}; the asset is named ${step.parkedAs} until the next sync`,
  };
}

/** Returns why the run ended early, undefined when it did not. */
export async function execute(
  steps: readonly Step[],
  progress: StepProgress,
  { remote, isOwned, snapshot, concurrency, stop, onProgress }: ExecuteOptions,
): Promise<string | undefined> {
  // Failed steps of an earlier run are tried again. Done and stale steps are final.
  const settled = new Map<number, boolean>();
  for (const [number, { outcome }] of progress.results)
    if (holds(outcome) || outcome === 'stale') settled.set(number, holds(outcome));
  const known = unattainableSteps(steps, progress, snapshot);
  for (const { number } of known.keys()) settled.set(number, false);
  await Promise.all([...known].map(([step, result]) => progress.end(step, result)));

  const holderOf = createFindHolder(remote);
  const attempt = async (step: Step, free: boolean, call: StepContext): Promise<StepOutcome> => {
    try {
      if (free) return await performStep(step, call);
      const { park } = step;
      if (park && holds(progress.results.get(park.number)!.outcome))
        return await unpark(step, park, progress, call);
      return { outcome: 'skipped', message: NAME_KEPT };
    } catch (error) {
      if (!(error instanceof SyncError)) throw error;
      return { outcome: 'doubt', message: error.message, endsTheRun: true };
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
      const call = { ...countEffort(remote), isOwned, holderOf, ...progress.contextOf(step) };
      const result = await attempt(step, free, call);
      if (result.endsTheRun) endedBy ??= result.message;
      await progress.end(step, result, call.effort);
      onProgress(++count, steps.length);
      return holds(result.outcome);
    },
  });
  return endedBy;
}

interface ScheduleOptions {
  /** Steps that have already ended, and whether they succeeded. */
  settled: ReadonlyMap<number, boolean>;
  concurrency: number;
  /** `soon`: begin only steps of cycles in which an asset has a temporary name. `now`: begin no step. */
  stopping: () => 'no' | 'soon' | 'now';
  /** `free`: all needed steps succeeded. Returns whether the step succeeded. */
  run: (step: Step, free: boolean) => Promise<boolean>;
}

/** Returns the steps that follow a parking step: until they end, an asset has a temporary name. */
function inCycles(steps: readonly Step[], followers: ReadonlyMap<number, Step[]>): Set<number> {
  const found = new Set<number>();
  const queue = steps
    .filter(({ does }) => does === 'park')
    .flatMap(({ number }) => followers.get(number) ?? []);
  for (let step = queue.pop(); step; step = queue.pop()) {
    if (found.has(step.number)) continue;
    found.add(step.number);
    queue.push(...(followers.get(step.number) ?? []));
  }
  return found;
}

export async function runSteps(
  steps: readonly Step[],
  { settled, concurrency, stopping, run }: ScheduleOptions,
): Promise<void> {
  const followers = new Map<number, Step[]>();
  for (const step of steps)
    for (const need of step.needs) followers.set(need, [...(followers.get(need) ?? []), step]);
  const cycles = inCycles(steps, followers);
  const results = new Map(settled);
  const isFree = ({ needs }: Step): boolean => needs.every((need) => results.get(need));
  const isReady = ({ number, needs }: Step): boolean =>
    !results.has(number) && needs.every((need) => results.has(need));
  const mayBegin = ({ number }: Step): boolean =>
    stopping() === 'no' || (stopping() === 'soon' && cycles.has(number));

  const ready = steps.filter(isReady).reverse();
  let running = 0;
  await new Promise<void>((resolve, reject) => {
    const next = (): void => {
      while (running < concurrency) {
        const step = ready.pop();
        if (!step) break;
        if (!mayBegin(step)) continue;
        running++;
        run(step, isFree(step)).then((done) => {
          running--;
          results.set(step.number, done);
          // Its followers come first, so that temporary names are short-lived.
          ready.push(...(followers.get(step.number) ?? []).filter(isReady));
          next();
        }, reject);
      }
      if (running === 0) resolve();
    };
    next();
  });
}
