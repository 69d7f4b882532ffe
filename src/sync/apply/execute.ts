// Executes the steps of a plan concurrently, each after the steps that it needs, without those that cannot succeed. Every step
// is in the journal.
import type { PlannedChange, Rating } from '../../../generated/files';
import { type Snapshot, sameFields } from '../inventory/inventory';
import { type Remote, createFindHolder } from '../inventory/remote';
import { SyncError } from '../errors';
import { nameHolder, releasesName } from '../plan/change';
import { indexAssets } from '../plan/identify';
import { type Journal, holds } from '../files/journal';
import { type Step, type StepOutcome, beginStep, endStep } from './steps';
import { performStep, restoreName } from './perform';
import { NEWER_WRITE, type StepContext, countEffort, isAsPlanned } from './result';

export interface ExecuteOptions extends Pick<StepContext, 'isOwned'> {
  remote: Remote;
  snapshot: Snapshot;
  concurrency: number;
  /** Aborted when the operator stops the apply. */
  stop: AbortSignal;
  onProgress: (done: number, total: number) => void;
}

const NAME_KEPT = 'its new name is still in use';

/** Restores the name of a parked asset that cannot get its new name. */
async function unpark(park: Step, journal: Journal, call: StepContext): Promise<StepOutcome> {
  const result = await restoreName(call);
  const isBack = holds(result.outcome);
  if (isBack) await endStep(park, { outcome: 'skipped', message: 'has its previous name again' }, journal);
  return {
    ...result,
    outcome: 'skipped',
    message: isBack ? NAME_KEPT : `${NAME_KEPT}; the asset is named ${park.parkedAs} until the next sync`,
  };
}

/** Returns why the run ended early, undefined when it did not. */
export async function execute(
  steps: readonly Step[],
  journal: Journal,
  { remote, isOwned, snapshot, concurrency, stop, onProgress }: ExecuteOptions,
): Promise<string | undefined> {
  // Failed steps of an earlier run are tried again. Done and stale steps are final.
  const settled = new Map<Step, boolean>();
  for (const step of steps)
    if (holds(step.outcome) || step.outcome === 'stale') settled.set(step, holds(step.outcome));
  const known = unattainableSteps(steps, snapshot);
  for (const [step] of known) settled.set(step, false);
  await Promise.all(known.map(([step, result]) => endStep(step, result, journal)));

  const findHolder = createFindHolder(remote);
  const attempt = async (free: boolean, call: StepContext): Promise<StepOutcome> => {
    try {
      if (free) return await performStep(call);
      const { park } = call.step;
      if (park && holds(park.outcome)) return await unpark(park, journal, call);
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
      const begin = (serverTime?: string): Promise<void> => beginStep(step, journal, serverTime);
      const call = { ...countEffort(remote), step, isOwned, holderOf: findHolder, begin };
      const result = await attempt(free, call);
      if (result.endsTheRun) endedBy ??= result.message;
      await endStep(step, result, journal, call.effort);
      onProgress(++count, steps.length);
      return holds(result.outcome);
    },
  });
  return endedBy;
}

/** Adds the changes that wait for the name of a stale change. */
function withFollowers(steps: readonly Step[], stale: Iterable<PlannedChange>): Set<PlannedChange> {
  const waiting = new Map<PlannedChange, PlannedChange>();
  for (const { change, needs } of steps)
    for (const need of needs) if (need.change !== change) waiting.set(need.change, change);
  const blocked = new Set<PlannedChange>();
  for (const first of stale) {
    let change: PlannedChange | undefined = first;
    for (; change && !blocked.has(change); change = waiting.get(change)) blocked.add(change);
  }
  return blocked;
}

const isBegun = ({ does, outcome }: Step): boolean =>
  ['done', 'already', 'stale', 'doubt'].includes(outcome) || (does === 'park' && outcome !== 'pending');

const WAITING: StepOutcome = {
  outcome: 'skipped',
  message: 'waits for the name of an asset that changed after the plan',
};

/**
 * Returns the results of steps that cannot succeed. Steps that an earlier run began are checked one by one.
 */
function unattainableSteps(steps: readonly Step[], snapshot: Snapshot): [Step, StepOutcome][] {
  const begun = new Set(steps.filter(isBegun).map(({ change }) => change));
  const findFault = createFindFault(steps, snapshot);
  const stale = new Map(
    steps.flatMap(({ does, change }): [PlannedChange, string][] => {
      const message = does === 'change' && !begun.has(change) ? findFault(change) : undefined;
      return message === undefined ? [] : [[change, message]];
    }),
  );
  const blocked = withFollowers(steps, stale.keys());
  return steps
    .filter(({ change }) => blocked.has(change) && !begun.has(change))
    .map((step) => {
      const message = stale.get(step.change);
      return [step, message === undefined ? WAITING : { outcome: 'stale', message }];
    });
}

/** Returns a function that says why a change is not possible as planned. */
function createFindFault(steps: readonly Step[], { assets, systems }: Snapshot) {
  const index = indexAssets(assets);
  const ratings = new Map(systems.map(({ id, impact_rating }) => [id, impact_rating]));
  const releasing = new Set(
    steps
      .map(({ change }) => change)
      .filter(releasesName)
      .map(({ id }) => id),
  );

  function ratingFault({ cyber_system_id: id }: { cyber_system_id: string }, planned: Rating) {
    const now = ratings.get(id);
    if (now === undefined) return `the cyber system ${id} no longer exists`;
    return now === planned ? undefined : `the impact rating of ${id} changed from ${planned} to ${now}`;
  }

  function holderFault(change: PlannedChange): string | undefined {
    const holder = nameHolder(change, index);
    const isOwn =
      holder && change.operation === 'create' && sameFields(index.byId.get(holder)!, change.after);
    return !holder || releasing.has(holder) || isOwn ? undefined : `its name now belongs to ${holder}`;
  }

  function assetFault(change: PlannedChange): string | undefined {
    if (change.operation === 'create') return undefined;
    const asset = index.byId.get(change.id);
    if (!asset) return change.operation === 'delete' ? undefined : `${change.id} was deleted after the plan`;
    if (change.operation === 'update' && sameFields(asset, change.after)) return undefined;
    if (!sameFields(asset, change.before)) return 'was changed after the plan';
    return isAsPlanned(change, asset) ? undefined : NEWER_WRITE;
  }

  return (change: PlannedChange): string | undefined =>
    assetFault(change) ??
    (change.operation === 'create' ? undefined : ratingFault(change.before, change.rating.before)) ??
    (change.operation === 'delete' ? undefined : ratingFault(change.after, change.rating.after)) ??
    holderFault(change);
}

interface ScheduleOptions {
  /** Steps that have already ended, and whether they succeeded. */
  settled: ReadonlyMap<Step, boolean>;
  concurrency: number;
  /** `soon`: begin only steps of cycles in which an asset has a temporary name. `now`: begin no step. */
  stopping: () => 'no' | 'soon' | 'now';
  /** `free`: all needed steps succeeded. Returns whether the step succeeded. */
  run: (step: Step, free: boolean) => Promise<boolean>;
}

export async function runSteps(
  steps: readonly Step[],
  { settled, concurrency, stopping, run }: ScheduleOptions,
): Promise<void> {
  const followers = new Map(steps.map((step): [Step, Step[]] => [step, []]));
  for (const step of steps) for (const need of step.needs) followers.get(need)!.push(step);
  // The steps that follow a parking step: until they end, an asset has a temporary name.
  const cycles = new Set(steps.filter(({ does }) => does === 'park').flatMap((park) => followers.get(park)!));
  for (const step of cycles) for (const follower of followers.get(step)!) cycles.add(follower);

  const results = new Map(settled);
  const isFree = ({ needs }: Step): boolean => needs.every((need) => results.get(need));
  const isReady = (step: Step): boolean =>
    !results.has(step) && step.needs.every((need) => results.has(need));
  const mayBegin = (step: Step): boolean =>
    stopping() === 'no' || (stopping() === 'soon' && cycles.has(step));

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
          results.set(step, done);
          // Its followers come first, so that temporary names are short-lived.
          ready.push(...followers.get(step)!.filter(isReady));
          next();
        }, reject);
      }
      if (running === 0) resolve();
    };
    next();
  });
}
