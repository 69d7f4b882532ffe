// A bounded open load: calls go out by the clock, whether or not earlier ones have been answered, as those of many callers do.

/** Calls `call(index)` so many times a second for so long; past `mostWaiting` unanswered calls the next ones are left out, and counted.
 *  Gives for each call its milliseconds and its answer, or the error. */
export async function openLoad({ perSecond, seconds, call, mostWaiting = 2000 }) {
  const calls = [];
  let started = 0;
  let waiting = 0;
  let leftOut = 0;
  const since = performance.now();
  while (started + leftOut < perSecond * seconds) {
    const due = Math.min(perSecond * seconds, ((performance.now() - since) / 1000) * perSecond);
    while (started + leftOut < due) {
      if (waiting >= mostWaiting) leftOut++;
      else {
        waiting++;
        calls.push(timed(call, started++).finally(() => waiting--));
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return { leftOut, calls: await Promise.all(calls) };
}

async function timed(call, index) {
  const since = performance.now();
  try {
    const answer = await call(index);
    return { milliseconds: performance.now() - since, answer };
  } catch (error) {
    return { milliseconds: performance.now() - since, error };
  }
}

/** The value below which so many percent lie. */
export function percentile(values, percent) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))];
}
