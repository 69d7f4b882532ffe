// Performs the steps of a plan that are still to be done, each written down before and after.
// Runs steps, several at a time, each when those that it waits for have ended.
import type { Snapshot } from '../inventory';
import { NO_EFFORT } from '../remote';
import { SyncError } from '../errors';
import { unattainableSteps } from './preflight';
import { holds } from './journal';
import type { Step, StepProgress } from './steps';
import type { Perform } from './perform';
import type { StepOutcome } from './result';

export interface ExecuteOptions {
  perform: Perform;
  snapshot: Snapshot;
  concurrency: number;
  stop: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

const NAME_KEPT = 'the name that it was to have has not been let go of';

/** A parked asset cannot have its new name: it gets its own back, unless that is another's by now. */
async function unpark(step: Step, park: Step, ledger: StepProgress, perform: Perform): Promise<StepOutcome> {
  const result = await perform.unpark(step, ledger.contextOf(step));
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
  const known = unattainableSteps(steps, ledger, snapshot);
  for (const { number } of known.keys()) settled.set(number, false);
  await Promise.all([...known].map(([step, result]) => ledger.end(step, result)));

  const attempt = async (step: Step, free: boolean): Promise<StepOutcome> => {
    try {
      if (free) return await perform.step(step, ledger.contextOf(step));
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

export interface ScheduleOptions {
  /** Steps that ended in an earlier run, and whether they were done. */
  settled: ReadonlyMap<number, boolean>;
  concurrency: number;
  /** `soon`: begin nothing new, but bring circles to their end, in which an asset has a temporary name. `now`: begin nothing at all. */
  stopping: () => 'no' | 'soon' | 'now';
  /** `free`: everything that the step waited for was done. Gives whether the step was done. */
  run: (step: Step, free: boolean) => Promise<boolean>;
}

/** Steps after which, or among which, an asset has a temporary name. */
function inCircles(steps: readonly Step[], followers: ReadonlyMap<number, Step[]>): Set<number> {
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
  const circles = inCircles(steps, followers);
  const results = new Map(settled);
  const isFree = ({ needs }: Step): boolean => needs.every((need) => results.get(need));
  const isReady = ({ number, needs }: Step): boolean =>
    !results.has(number) && needs.every((need) => results.has(need));
  const mayBegin = ({ number }: Step): boolean =>
    stopping() === 'no' || (stopping() === 'soon' && circles.has(number));

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
          // What it made room for comes first: a circle is not left open for longer than it must be.
          ready.push(...(followers.get(step.number) ?? []).filter(isReady));
          next();
        }, reject);
      }
      if (running === 0) resolve();
    };
    next();
  });
}
