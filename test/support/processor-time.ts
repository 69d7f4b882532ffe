// Measures what a parser costs in processor time, which other programs of the machine hardly change.

const RUNS = 6;
/** A cost over its maximum is measured longer: a busy machine has slow phases of some seconds. */
const MAX_RUNS = 30;

async function millisecondsOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  try {
    await run();
  } catch {
    // A rejection has a cost too.
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Returns the shortest of some runs, in milliseconds. Stops at the first one within the limit, and makes more runs while
 * all exceed `maximum`. `run` may throw.
 */
export async function costOf(run: () => unknown, limit: number, maximum = Infinity): Promise<number> {
  let least = Infinity;
  for (let count = 0; least > limit && count < (least < maximum ? RUNS : MAX_RUNS); count++)
    least = Math.min(least, await millisecondsOf(run));
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
