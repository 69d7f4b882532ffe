// Measures what a parser costs in processor time, which other programs of the machine hardly change.

const RUNS = 6;

function millisecondsOf(run: () => unknown): number {
  const before = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Returns the shortest of some runs. Stops at the first one within the limit. `run` may throw. */
export function costOf(run: () => unknown, limit: number): number {
  const attempt = (): void => {
    try {
      run();
    } catch {
      // A rejection has a cost too.
    }
  };
  let least = Infinity;
  for (let count = 0; count < RUNS && least > limit; count++)
    least = Math.min(least, millisecondsOf(attempt));
  return least;
}

/** Returns the longest time, in milliseconds of processor time, for which a work holds the event loop. */
export async function longestSliceOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.cpuUsage();
  let isRunning = true;
  const turn = (): void => {
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
    before = process.cpuUsage();
    if (isRunning) setImmediate(turn);
  };
  setImmediate(turn);
  await work().finally(() => (isRunning = false));
  return longest;
}
