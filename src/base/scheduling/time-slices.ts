// Divides long work, so that other requests run between its slices.
import { setImmediate } from 'node:timers/promises';

const SLICE_MILLISECONDS = 10;

/** Returns a function to await between steps of a work. It resolves after a turn of the event loop once a slice is used. */
export function createTimeSlices(): () => Promise<void> | undefined {
  let end = performance.now() + SLICE_MILLISECONDS;
  return () => {
    if (performance.now() < end) return undefined;
    return setImmediate().then(() => void (end = performance.now() + SLICE_MILLISECONDS));
  };
}

export async function forEachInSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item, index: number) => void,
): Promise<void> {
  const nextSlice = createTimeSlices();
  let index = 0;
  for (const item of items) {
    const turn = nextSlice();
    if (turn) await turn; // awaiting each item would cost more than most works
    work(item, index++);
  }
}

export async function mapInSlices<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  await forEachInSlices(items, (item, index) => void results.push(work(item, index)));
  return results;
}
