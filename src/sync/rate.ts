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
