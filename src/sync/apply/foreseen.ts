// Steps that need not be tried: what the first look shows to have changed since the plan, and what would wait for the name of such an asset.
import type { Snapshot } from '../inventory';
import { NO_EFFORT } from '../remote';
import type { PlannedChange } from '../plan/change';
import type { StepProgress } from './step-progress';
import type { Result } from './result';
import { preflight } from './preflight';
import type { Step } from './steps';

/** Changes that cannot be made, with those that would wait for the name of one of these. */
function withFollowers(steps: readonly Step[], stale: Iterable<PlannedChange>): Set<PlannedChange> {
  const waiting = new Map<PlannedChange, PlannedChange>();
  for (const { change, needs } of steps) {
    for (const need of needs) if (steps[need]!.change !== change) waiting.set(steps[need]!.change, change);
  }
  const unfit = new Set<PlannedChange>();
  for (const first of stale) {
    for (
      let change: PlannedChange | undefined = first;
      change && !unfit.has(change);
      change = waiting.get(change)
    )
      unfit.add(change);
  }
  return unfit;
}

/** What each of these ends with. What an earlier run has begun is never among them: it may be done, and is looked at one by one. */
export function foreseen(
  steps: readonly Step[],
  { results }: StepProgress,
  snapshot: Snapshot,
): Map<Step, Result> {
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
  const unfit = withFollowers(steps, stale.keys());
  return new Map(
    steps
      .filter(({ change }) => unfit.has(change) && !begun.has(change))
      .map((step): [Step, Result] => {
        const message = stale.get(step.change);
        return [
          step,
          message === undefined
            ? {
                outcome: 'skipped',
                message: 'waits for the name of an asset that was changed meanwhile',
                ...NO_EFFORT,
              }
            : { outcome: 'stale', message, ...NO_EFFORT },
        ];
      }),
  );
}
