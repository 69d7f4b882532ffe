// Waits, unless a signal ends it.
import { onAbort } from './on-abort.js';

/** True when the time has passed, false when the signal ended it. */
export function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve(false);
    const end = (passed: boolean) => {
      clearTimeout(timer);
      forget();
      resolve(passed);
    };
    const forget = onAbort(signal, () => end(false));
    const timer = setTimeout(() => end(true), milliseconds);
  });
}
