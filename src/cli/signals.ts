// The signals that ask a command to end: of somebody at the terminal, of a service manager, and of a terminal that is closed.
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Tells of the first signal; a second one ends the process at once, but for a second SIGHUP, which is not heard. Gives what listens no more. */
export function onFirstSignal(told: () => void): () => void {
  let isTold = false;
  const first = (): void => {
    if (isTold) return;
    isTold = true;
    setImmediate(listenNoMore); // until then others who listen see that somebody ends it in good order
    process.on('SIGHUP', () => {}); // the system and the shell may both say that the terminal is closed
    told();
  };
  const listenNoMore = (): void => {
    for (const signal of SIGNALS) process.off(signal, first);
  };
  for (const signal of SIGNALS) process.on(signal, first);
  return listenNoMore;
}
