// Runs steps, several at a time, each when those that it waits for have ended.
import type { Step } from './steps';

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
