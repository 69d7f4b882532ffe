// Measures the processor time of a function, which other programs of the machine hardly change. In a slow phase of a
// shared machine every function needs more: each cost is divided by that of a reference, measured right after it.

const RUNS = 6;

/** Milliseconds that the reference work costs on an idle machine, on which the limits of the tests hold. */
const REFERENCE_MILLISECONDS = 4;
/** The first runs are slower, until V8 has compiled the work. */
const WARM_UP_RUNS = 20;

const WORDS = Array.from({ length: 4000 }, (_none, index) => `word ${index} of "text"\n`);

/** Works on texts, as parsers do. */
function referenceWork(): void {
  const counts = new Map<string, string[]>();
  for (const word of JSON.parse(JSON.stringify(WORDS)) as string[])
    counts.set(
      word.replace(/\d+/g, (digits) => `${digits.length}`),
      word.split(' '),
    );
  [...counts.keys()].sort().join('');
}

const millisecondsSince = (start: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
};

let isWarm = false;

/** Converts a measured cost to the speed of an idle machine. A faster machine changes nothing. */
function atReferenceSpeed(milliseconds: number): number {
  for (let count = 0; !isWarm && count < WARM_UP_RUNS; count++) referenceWork();
  isWarm = true;
  const costs = [0, 1, 2].map(() => {
    const start = process.cpuUsage();
    referenceWork();
    return millisecondsSince(start);
  });
  return milliseconds / Math.max(1, Math.min(...costs) / REFERENCE_MILLISECONDS);
}

async function millisecondsOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  try {
    await run();
  } catch {
    // A rejection has a cost too.
  }
  return millisecondsSince(before);
}

/** Returns the shortest of some runs, in milliseconds. Stops at the first one within the limit. `run` may throw. */
export async function costOf(run: () => unknown, limit: number): Promise<number> {
  let least = Infinity;
  for (let count = 0; least > limit && count < RUNS; count++)
    least = Math.min(least, atReferenceSpeed(await millisecondsOf(run)));
  return least;
}

/** Returns the shortest cost of some runs, and the value of the last one. Stops at the first one within the limit. */
export function costAndValueOf<Value>(run: () => Value, limit: number): { cost: number; value: Value } {
  let cost = Infinity;
  let value!: Value;
  for (let count = 0; cost > limit && count < RUNS; count++) {
    const start = process.cpuUsage();
    value = run();
    cost = Math.min(cost, atReferenceSpeed(millisecondsSince(start)));
  }
  return { cost, value };
}

/** Returns the longest time, in milliseconds of processor time, for which a work holds the event loop. */
export async function longestSliceOf(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = process.cpuUsage();
  let isRunning = true;
  const turn = (): void => {
    const cost = millisecondsSince(before);
    if (cost > longest) longest = Math.max(longest, atReferenceSpeed(cost));
    before = process.cpuUsage();
    if (isRunning) setImmediate(turn);
  };
  setImmediate(turn);
  await work().finally(() => (isRunning = false));
  return longest;
}
