// The steps of a plan, and which waits for which: a name is free only when whoever has it has let go of it.
import { nameKey } from '../../resources/cyber-assets/rules';
import type { Change } from '../plan/change';
import { releasesName } from '../plan/names';
import type { Plan } from '../plan/plan-file';

export interface Step {
  number: number;
  /**
   * `park`: give an asset a temporary name, because assets exchange theirs in a circle. `claim`: write it
   * without a change.
   */
  does: 'change' | 'park' | 'claim';
  change: Change;
  /** Numbers of the steps that must be done before. */
  needs: number[];
  /** The name that the change parks its asset under before. */
  parkedAs?: string;
}

/** For each change the one whose name it takes. */
function waits(changes: readonly Change[]): Map<Change, Change> {
  const releasing = new Map(
    changes.filter(releasesName).map((change) => [nameKey(change.before.name), change]),
  );
  return new Map(
    changes.flatMap((change): [Change, Change][] => {
      const holder = change.operation === 'delete' ? undefined : releasing.get(nameKey(change.after.name));
      return holder === undefined || holder === change ? [] : [[change, holder]];
    }),
  );
}

/** One change of each circle. */
function circles(changes: readonly Change[], waitsFor: ReadonlyMap<Change, Change>): Set<Change> {
  const found = new Set<Change>();
  const seen = new Map<Change, Change>(); // by which start
  for (const start of changes) {
    let change: Change | undefined = start;
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
  const parked = circles(changes, waitsFor);
  const steps: Step[] = changes.map((change, number) => ({ number, does: 'change', change, needs: [] }));
  const stepOf = new Map(steps.map((step) => [step.change, step]));
  const parkOf = new Map<Change, Step>();
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
