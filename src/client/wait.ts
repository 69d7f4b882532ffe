// Waits, unless a signal ends it.

/** True when the time has passed, false when the signal ended it. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    const end = (passed: boolean) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      resolve(passed);
    };
    const abort = () => end(false);
    const timer = setTimeout(() => end(true), milliseconds);
    signal?.addEventListener('abort', abort, { once: true });
  });
}
