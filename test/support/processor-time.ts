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
