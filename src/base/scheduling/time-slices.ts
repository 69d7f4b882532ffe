// Divides long works, so that other requests run between their slices.

const WORK_MILLISECONDS = 10;

/** Await it between steps of a work. It resolves in a later turn of the event loop once the slice of this one is used. */
type NextSlice = () => Promise<void> | undefined;

/** All works that use one of these share a slice in each turn: ten at once delay the others no longer than one does. */
export function createTimeSlices(milliseconds: number): NextSlice {
  /** The works that wait for the slice of a later turn, in order. */
  const waiting: (() => void)[] = [];
  let isOpen = false;
  let end = 0;

  function open(): void {
    isOpen = true;
    end = performance.now() + milliseconds;
    setImmediate(endTurn);
  }
  function endTurn(): void {
    isOpen = false;
    const resume = waiting.shift();
    if (!resume) return;
    open();
    resume();
  }
  return () => {
    if (!isOpen) open();
    if (performance.now() < end) return undefined;
    return new Promise((resume) => waiting.push(resume));
  };
}

/** The slices of works whose requests were accepted. */
export const nextSlice = createTimeSlices(WORK_MILLISECONDS);

export async function forEachInSlices<Item>(
  items: Iterable<Item>,
  work: (item: Item, index: number) => void,
): Promise<void> {
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
