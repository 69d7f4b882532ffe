// Told when a signal aborts, by one listener however many ask: runtimes warn of a leak when a signal has more than a few.

const waiting = new WeakMap<AbortSignal, Set<() => void>>();

/** Gives what takes it back. */
export function onAbort(signal: AbortSignal | undefined, tell: () => void): () => void {
  if (signal === undefined) return () => undefined;
  let all = waiting.get(signal);
  if (all === undefined) {
    const set = new Set<() => void>();
    signal.addEventListener('abort', () => [...set].forEach((each) => each()), { once: true });
    waiting.set(signal, (all = set));
  }
  all.add(tell);
  return () => void all.delete(tell);
}
