// The log: JSON lines on standard error, because standard output is for results.
import { writeSync } from 'node:fs';
import pino, { type Logger } from 'pino';

/** Lines wait for each other: a write for each would cost a quarter of what a small answer costs (spec/decisions/0018-speed.md). */
const BUFFERED_BYTES = 3072;
/** A line waits no longer; the end of the process writes what is left, unless it is killed. */
const MAX_MILLISECONDS = 100;
/** Between two tries to write what is left to a reader who is slow. */
const PAUSE_MILLISECONDS = 10;

/** What waits to be written, in sonic-boom's own names: it has no public ones, and a test holds these. */
interface Waiting {
  fd: number;
  _bufs: string[];
  _len: number;
}

/** Writes what is left. sonic-boom's own way tries again for ever where nobody reads any more, and the process would never end. */
function writeRest(waiting: Waiting): void {
  for (const lines of waiting._bufs.splice(0)) {
    let rest = Buffer.from(lines);
    waiting._len -= rest.length;
    while (rest.length > 0) {
      try {
        rest = rest.subarray(writeSync(waiting.fd, rest));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MILLISECONDS);
      }
    }
  }
}

/** Workers share it, and a pipe keeps writes of up to 4 KiB whole. */
export function createLogger(level: string, shared?: { worker?: number }): Logger {
  const destination = pino.destination({
    fd: 2,
    sync: false,
    minLength: BUFFERED_BYTES,
    periodicFlush: MAX_MILLISECONDS,
    ...(shared ? { maxWrite: 4096 } : {}),
  });
  // A terminal that is closed is no reason to leave requests without an answer; pino itself lets a closed pipe pass.
  destination.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EIO') throw error;
  });
  destination.flushSync = () => writeRest(destination as unknown as Waiting);
  return pino(
    {
      level,
      base: shared?.worker === undefined ? null : { worker: shared.worker },
      timestamp: pino.stdTimeFunctions.isoTime,
    },
    destination,
  );
}
