// `--rate`: so many requests a second, each try counted.

/** Waits until another one may go out, evenly. */
export function createTurn(rate: number): () => Promise<void> {
  let next = 0;
  return async () => {
    const now = performance.now(); // the clock of the day may be set back
    const at = Math.max(now, next);
    next = at + 1000 / rate;
    if (at > now) await new Promise((resolve) => setTimeout(resolve, at - now));
  };
}

/** For a client: what it sends again waits for its turn too. */
export function fetchAtMost(rate: number): typeof globalThis.fetch {
  const turn = createTurn(rate);
  return async (...request) => {
    await turn();
    return fetch(...request);
  };
}

/** A call waits for its turn within the time that it has for an answer: it should not be more than this. */
const LONGEST_WAIT_SECONDS = 10;

/** Of the calls at a time that are allowed, those that a rate keeps busy; more would only wait, and be given up before they are sent. */
export const concurrencyAt = (rate: number | undefined, allowed: number): number =>
  rate === undefined ? allowed : Math.min(allowed, rate * LONGEST_WAIT_SECONDS);
