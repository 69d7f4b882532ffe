// The steps of a plan, and which waits for which: a name is free only when whoever has it has let go of it.
import { nameKey } from '../../resources/cyber-assets/rules';
import type { PlannedChange } from '../plan/change';
import { releasesName } from '../plan/names';
import type { Plan } from '../plan/plan-file';

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
function waits(changes: readonly PlannedChange[]): Map<PlannedChange, PlannedChange> {
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
  const waitsFor = waits(changes);
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
