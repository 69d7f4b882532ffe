// Logs a line when the system clock jumps: times of log entries, of expiries and of requests then mislead.
import type { Logger } from 'pino';

const CHECK_MILLISECONDS = 1000;
/** Time services correct smaller differences. */
const JUMP_MILLISECONDS = 2000;

/** Compares the system clock with the time since startup. Returns a function that ends the checks. */
export function watchClock(logger: Pick<Logger, 'warn'>): () => void {
  const read = (): number => Date.now() - performance.now();
  let before = read();
  const timer = setInterval(() => {
    const jump = read() - before;
    before += jump;
    if (Math.abs(jump) > JUMP_MILLISECONDS)
      logger.warn({ seconds: Math.round(jump) / 1000 }, 'the system clock jumped');
  }, CHECK_MILLISECONDS).unref();
  return () => clearInterval(timer);
}
