// Reads the memory of a process from /proc on Linux. Returns NaN on other systems.
import { readFileSync } from 'node:fs';

const SAMPLE_MILLISECONDS = 25;

/**
 * Returns megabytes of a field: VmRSS, or VmHWM for the maximum so far. Returns NaN after the process
 * exits.
 */
export function memoryOf(pid, field = 'VmRSS') {
  try {
    return (
      Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
    );
  } catch {
    return NaN;
  }
}

/** Samples the memory until the call of `max`, which returns the maximum. */
export function watchMemory(pid, field) {
  let max = NaN;
  const look = () => {
    const now = memoryOf(pid, field);
    if (!(now <= max) && !Number.isNaN(now)) max = now;
  };
  look();
  const timer = setInterval(look, SAMPLE_MILLISECONDS);
  return {
    max() {
      clearInterval(timer);
      return max;
    },
  };
}
