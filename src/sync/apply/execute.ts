// Performs the steps of a plan that are still to be done.
import type { Snapshot } from '../inventory';
import type { Change } from '../plan/change';
import { SyncError } from '../sync-error';
import type { Ledger } from './ledger';
import type { Perform, Result } from './perform';
import { preflight } from './preflight';
import { runSteps } from './schedule';
import type { Step } from './steps';

export interface ExecuteOptions {
  perform: Perform;
  snapshot: Snapshot;
  concurrency: number;
  stop: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

const WITHOUT_EFFORT = { attempts: 0, waited: 0 };

/** Changes that cannot be made, and those that would wait for the name of one of these. */
function unfitChanges(steps: readonly Step[], stale: ReadonlySet<Change>): Set<Change> {
  const unfit = new Set(stale);
  const waiting = new Map<Change, Change[]>();
  for (const { change, needs } of steps) {
    for (const need of needs) {
      const holder = steps[need]!.change;
      if (holder !== change) waiting.set(holder, [...(waiting.get(holder) ?? []), change]);
    }
  }
  const queue = [...stale];
  for (let change = queue.pop(); change; change = queue.pop()) {
    for (const next of waiting.get(change) ?? []) {
      if (unfit.has(next)) continue;
      unfit.add(next);
      queue.push(next);
    }
  }
  return unfit;
}

/** Gives the reason, when nothing more would have gone through. */
export async function execute(steps: readonly Step[], ledger: Ledger, { perform, snapshot, concurrency, stop, onProgress }: ExecuteOptions): Promise<string | undefined> {
  const settled = new Map<number, boolean>();
  const settle = async (step: Step, result: Result): Promise<boolean> => {
    await ledger.end(step, result);
    return result.outcome === 'done';
  };

  // What an earlier run has begun may be done: it is looked at one by one. A failure may pass.
  const untouched: Change[] = [];
  for (const { number, change, does } of steps) {
    const { outcome } = ledger.results.get(number)!;
    if (outcome === 'done' || outcome === 'stale') settled.set(number, outcome === 'done');
    else if (outcome !== 'doubt' && does === 'change') untouched.push(change);
  }
  const parkedBefore = new Set(steps.filter(({ number, does }) => does === 'park' && ledger.results.get(number)!.outcome !== 'pending').map(({ change }) => change));
  const stale = preflight(untouched.filter((change) => !parkedBefore.has(change)), steps.map(({ change }) => change), snapshot);
  const unfit = unfitChanges(steps, new Set(stale.keys()));
  await Promise.all(
    steps.map(async (step) => {
      if (settled.has(step.number) || !unfit.has(step.change) || parkedBefore.has(step.change)) return;
      const message = stale.get(step.change)?.message;
      const result: Result = message === undefined ? { outcome: 'skipped', message: 'waits for the name of an asset that was changed meanwhile', ...WITHOUT_EFFORT } : { outcome: 'stale', message, ...WITHOUT_EFFORT };
      settled.set(step.number, await settle(step, result));
    }),
  );

  let hopeless: string | undefined;
  const attempt = async (step: Step, free: boolean): Promise<Result> => {
    const call = ledger.callOf(step);
    try {
      if (free) return await perform.step(step, call);
      const message = 'the name that it was to have has not been let go of';
      if (step.parkedAs === undefined) return { outcome: 'skipped', message, ...WITHOUT_EFFORT };
      const unparked = await perform.unpark(step, call);
      const park = steps.find(({ does, change }) => does === 'park' && change === step.change)!;
      if (unparked.outcome === 'done') await ledger.end(park, { outcome: 'skipped', message: 'has its own name again', ...WITHOUT_EFFORT });
      return { ...unparked, outcome: 'skipped', message: unparked.outcome === 'done' ? message : `${message}, and it is called ${step.parkedAs} until the next sync` };
    } catch (error) {
      if (!(error instanceof SyncError)) throw error;
      return { outcome: 'doubt', message: error.message, hopeless: true, ...WITHOUT_EFFORT };
    }
  };

  let count = settled.size;
  onProgress(count, steps.length);
  await runSteps(steps, {
    settled,
    concurrency,
    stopping: () => (hopeless !== undefined ? 'now' : stop.aborted ? 'soon' : 'no'),
    run: async (step, free) => {
      const result = await attempt(step, free);
      if (result.hopeless) hopeless ??= result.message;
      onProgress(++count, steps.length);
      return settle(step, result);
    },
  });
  return hopeless;
}
