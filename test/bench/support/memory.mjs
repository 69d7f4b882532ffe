// The memory of a process on Linux, from /proc; NaN elsewhere.
import { readFileSync } from 'node:fs';

const SAMPLE_MILLISECONDS = 25;

/** In megabytes, such as VmRSS, or VmHWM for the most so far; NaN when the process is gone. */
export function memoryOf(pid, field = 'VmRSS') {
  try {
    return (
      Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
    );
  } catch {
    return NaN;
  }
}

/** Looks again and again until `most` is asked for. */
export function watchMemory(pid, field) {
  let most = NaN;
  const look = () => {
    const now = memoryOf(pid, field);
    if (!(now <= most) && !Number.isNaN(now)) most = now;
  };
  look();
  const timer = setInterval(look, SAMPLE_MILLISECONDS);
  return {
    most() {
      clearInterval(timer);
      return most;
    },
  };
}
