// Finds steps that cannot succeed, by one comparison of the plan with the present inventory.
import type { PlannedChange, Rating } from '../../../generated/files';
import { type Asset, sameFields, type Snapshot } from '../inventory/inventory';
import { nameHolder, releasesName } from '../plan/change';
import { indexAssets } from '../plan/identify';
import type { Step, StepProgress } from './steps';
import { isAsPlanned, type StepOutcome, NEWER_WRITE } from './result';

/** Adds the changes that wait for the name of a stale change. */
function withFollowers(steps: readonly Step[], stale: Iterable<PlannedChange>): Set<PlannedChange> {
  const waiting = new Map<PlannedChange, PlannedChange>();
  for (const { change, needs } of steps) {
    for (const need of needs) if (steps[need]!.change !== change) waiting.set(steps[need]!.change, change);
  }
  const blocked = new Set<PlannedChange>();
  for (const first of stale) {
    for (
      let change: PlannedChange | undefined = first;
      change && !blocked.has(change);
      change = waiting.get(change)
    )
      blocked.add(change);
  }
  return blocked;
}

/**
 * Returns the results of steps that cannot succeed. Steps that an earlier run began are checked one by one.
 */
export function unattainableSteps(
  steps: readonly Step[],
  { results }: StepProgress,
  snapshot: Snapshot,
): Map<Step, StepOutcome> {
  const outcomeOf = ({ number }: Step) => results.get(number)!.outcome;
  const begun = new Set(
    steps
      .filter(
        (step) =>
          ['done', 'already', 'stale', 'doubt'].includes(outcomeOf(step)) ||
          (step.does === 'park' && outcomeOf(step) !== 'pending'),
      )
      .map(({ change }) => change),
  );
  const all = steps.map(({ change }) => change);
  const stale = preflight(
    steps.filter(({ does, change }) => does === 'change' && !begun.has(change)).map(({ change }) => change),
    all,
    snapshot,
  );
  const blocked = withFollowers(steps, stale.keys());
  return new Map(
    steps
      .filter(({ change }) => blocked.has(change) && !begun.has(change))
      .map((step): [Step, StepOutcome] => {
        const message = stale.get(step.change);
        return [step, message === undefined ? WAITING : { outcome: 'stale', message }];
      }),
  );
}

const WAITING: StepOutcome = {
  outcome: 'skipped',
  message: 'waits for the name of an asset that changed after the plan',
};

/** Maps changes that are not possible as planned to the reason. `all`: all changes of the plan. */
function preflight(
  changes: readonly PlannedChange[],
  all: readonly PlannedChange[],
  { assets, systems }: Snapshot,
): Map<PlannedChange, string> {
  const index = indexAssets(assets);
  const ratings = new Map(systems.map(({ id, impact_rating }) => [id, impact_rating]));
  const releasing = new Set(all.filter(releasesName).map(({ id }) => id));

  const rating = (systemId: string, planned: Rating): string | undefined => {
    const now = ratings.get(systemId);
    if (now === undefined) return `the cyber system ${systemId} no longer exists`;
    return now === planned ? undefined : `the impact rating of ${systemId} changed from ${planned} to ${now}`;
  };

  function holderFault(change: PlannedChange): string | undefined {
    const holder = nameHolder(change, index);
    const isOwn =
      holder && change.operation === 'create' && sameFields(index.byId.get(holder)!, change.after);
    return !holder || releasing.has(holder) || isOwn ? undefined : `its name now belongs to ${holder}`;
  }

  function assetFault(change: PlannedChange, asset: Asset | undefined): string | undefined {
    if (change.operation === 'create') return undefined;
    if (!asset) return change.operation === 'delete' ? undefined : `${change.id} was deleted after the plan`;
    if (change.operation === 'update' && sameFields(asset, change.after)) return undefined;
    if (!sameFields(asset, change.before)) return 'was changed after the plan';
    return isAsPlanned(change, asset) ? undefined : NEWER_WRITE;
  }

  function ratingFault(change: PlannedChange): string | undefined {
    const before =
      change.operation === 'create' ? undefined : rating(change.before.cyber_system_id, change.rating.before);
    return (
      before ??
      (change.operation === 'delete' ? undefined : rating(change.after.cyber_system_id, change.rating.after))
    );
  }

  return new Map(
    changes.flatMap((change): [PlannedChange, string][] => {
      const asset = change.operation === 'create' ? undefined : index.byId.get(change.id);
      const message = assetFault(change, asset) ?? ratingFault(change) ?? holderFault(change);
      return message === undefined ? [] : [[change, message]];
    }),
  );
}
