// Signals that stop a command: Ctrl-C, a service manager, a closed terminal.
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls `onSignal` at the first signal. A second one ends the process, except SIGHUP, which the system and
 * the shell may both send. Returns a function that stops listening.
 */
export function onFirstSignal(onSignal: () => void): () => void {
  let isTold = false;
  const first = (): void => {
    if (isTold) return;
    isTold = true;
    setImmediate(listenNoMore); // until then, other listeners see that the command stops gracefully
    process.on('SIGHUP', () => {}); // ignored from now on
    onSignal();
  };
  const listenNoMore = (): void => {
    for (const signal of SIGNALS) process.off(signal, first);
  };
  for (const signal of SIGNALS) process.on(signal, first);
  return listenNoMore;
}
