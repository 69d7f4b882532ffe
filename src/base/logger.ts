// The log: JSON lines on standard error, because standard output is for results.
import { write, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';
import pino, { type Logger } from 'pino';
import { ApiError, unavailableReason } from './errors';

/** Lines are collected up to this size: a write for each line costs a quarter of a small response (decision 18). */
const BUFFER_BYTES = 3072;
/** Maximum size of a write where processes share a pipe, which keeps such writes whole. */
const SHARED_WRITE_BYTES = 4096;
const WRITE_BYTES = 16 * 1024;
/** Maximum time that a line waits. */
const MAX_WAIT_MILLISECONDS = 100;
/** Time between two attempts to write while the reader is slow. */
const RETRY_MILLISECONDS = 10;

const getCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;

/**
 * Collects lines and writes them together, without blocking. Standard error whose reader has gone, or whose
 * terminal is closed, is no error: the lines are dropped, and the server goes on.
 */
class LogStream {
  private readonly chunks: string[] = [];
  private lastBytes = 0;
  private bytes = 0;
  private isWriting = false;
  private isClosed = false;

  constructor(
    private readonly fd: number,
    private readonly maxBytes: number,
  ) {
    setInterval(() => this.flush(), MAX_WAIT_MILLISECONDS).unref();
    if (isMainThread) process.on('exit', () => this.flushSync());
  }

  write(line: string): void {
    if (this.isClosed) return;
    const bytes = Buffer.byteLength(line);
    const last = this.chunks.length - 1;
    if (last >= 0 && this.lastBytes + bytes <= this.maxBytes) {
      this.chunks[last] += line;
      this.lastBytes += bytes;
    } else {
      this.chunks.push(line);
      this.lastBytes = bytes;
    }
    this.bytes += bytes;
    if (this.bytes >= BUFFER_BYTES) this.flush();
  }

  /** Writes the remaining lines at the end of the process. Waits for a slow reader, but not for one that has gone. */
  flushSync(): void {
    for (const chunk of this.chunks.splice(0)) {
      let rest = Buffer.from(chunk);
      while (rest.length > 0) {
        try {
          rest = rest.subarray(writeSync(this.fd, rest));
        } catch (error) {
          if (getCode(error) !== 'EAGAIN') return;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_MILLISECONDS);
        }
      }
    }
  }

  private flush(): void {
    if (this.isWriting || this.chunks.length === 0) return;
    this.isWriting = true;
    const chunk = Buffer.from(this.chunks.shift()!);
    this.bytes -= chunk.length;
    this.send(chunk);
  }

  private send(chunk: Buffer): void {
    write(this.fd, chunk, (error, written) => {
      if (error && getCode(error) === 'EAGAIN')
        return void setTimeout(() => this.send(chunk), RETRY_MILLISECONDS);
      if (error) return this.fail(error);
      if (written < chunk.length) return this.send(chunk.subarray(written));
      this.isWriting = false;
      if (this.bytes >= BUFFER_BYTES) this.flush();
    });
  }

  private fail(error: Error): void {
    this.isWriting = false;
    if (getCode(error) === 'EIO') return; // The terminal is closed.
    this.isClosed = true;
    this.chunks.length = 0;
    if (getCode(error) !== 'EPIPE') throw error;
  }
}

/** A silent log opens nothing, so that a process can create many. */
const NO_STREAM = { write: () => undefined };

/** An outage of the database is no defect of the code: many stack traces would fill the disk. */
const serializeError = (error: Error): object =>
  error instanceof ApiError && error.code === 'unavailable'
    ? { type: error.code, message: unavailableReason(error) }
    : pino.stdSerializers.err(error);

/** The format of a line. pino's own numbers of levels need a table to read. */
export const LOG_FORMAT = {
  timestamp: pino.stdTimeFunctions.isoTime,
  formatters: { level: (level: string) => ({ level }) },
  serializers: { err: serializeError },
};

/** Creates the logger of a process. `shared`: its workers, or other processes, write to the same pipe. */
export function createLogger(level: string, shared?: { worker?: number }): Logger {
  return pino(
    { level, base: shared?.worker === undefined ? null : { worker: shared.worker }, ...LOG_FORMAT },
    level === 'silent' ? NO_STREAM : new LogStream(2, shared ? SHARED_WRITE_BYTES : WRITE_BYTES),
  );
}

const COUNT_MILLISECONDS = 60_000;

/**
 * Returns a counter of warnings that logs the first one at once, and then one line a minute with their counts: a line for
 * each would be load too. `fields`: of the last warning.
 */
export function countInLog(
  logger: Pick<Logger, 'warn'>,
  message: string,
): (name: string, fields?: object) => void {
  let line: Record<string, unknown> | undefined;
  let isQuiet = true;
  function write(): void {
    isQuiet = line === undefined;
    if (isQuiet) return;
    logger.warn(line, message);
    line = undefined;
    setTimeout(write, COUNT_MILLISECONDS).unref();
  }
  return (name, fields) => {
    line = { ...line, [name]: Number(line?.[name] ?? 0) + 1, ...fields };
    if (isQuiet) write();
  };
}
