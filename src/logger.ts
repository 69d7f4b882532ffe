// The log: JSON lines on standard error, because standard output is for results.
import pino, { type Logger } from 'pino';

/** Lines wait for each other: a write for each would cost a quarter of what a small answer costs (spec/decisions/0018-speed.md). */
const BUFFERED_BYTES = 3072;
/** A line waits no longer; the end of the process writes what is left, unless it is killed. */
const MOST_MILLISECONDS = 100;

/** Workers share it, and a pipe keeps writes of up to 4 KiB whole. */
export const createLogger = (level: string, shared?: { worker?: number }): Logger =>
  pino(
    { level, base: shared?.worker === undefined ? null : { worker: shared.worker }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: false, minLength: BUFFERED_BYTES, periodicFlush: MOST_MILLISECONDS, ...(shared ? { maxWrite: 4096 } : {}) }),
  );
