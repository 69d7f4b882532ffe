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
