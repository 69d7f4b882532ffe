// The log: JSON lines on standard error, because standard output is for results.
import pino, { type Logger } from 'pino';

/** Workers share it, and a pipe keeps writes of up to 4 KiB whole. */
export const createLogger = (level: string, shared?: { worker?: number }): Logger =>
  pino(
    { level, base: shared?.worker === undefined ? null : { worker: shared.worker }, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: false, ...(shared ? { maxWrite: 4096 } : {}) }),
  );
