// Waits, unless a signal ends it.
import { onAbort } from './on-abort.js';

/** Resolves to true after the time, and to false when a signal aborts the wait. */
export function wait(milliseconds: number, ...signals: (AbortSignal | undefined)[]): Promise<boolean> {
  return new Promise((resolve) => {
    if (signals.some((signal) => signal?.aborted)) return resolve(false);
    const end = (passed: boolean) => {
      clearTimeout(timer);
      for (const forget of listeners) forget();
      resolve(passed);
    };
    const listeners = signals.map((signal) => onAbort(signal, () => end(false)));
    const timer = setTimeout(() => end(true), milliseconds);
  });
}
