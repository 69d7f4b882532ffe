// Messages between the primary and its workers, besides those of node:cluster and the rate limiter, and the
// heartbeats among them. A worker without a heartbeat for too long is unresponsive.
import type { Worker } from 'node:cluster';

export type ToWorker = { type: 'stop listening' } | { type: 'stop'; grace: number } | { type: 'get metrics' };

export type FromWorker =
  | { type: 'serving'; url: string; contract: string }
  | { type: 'alive'; writesFail: boolean }
  | { type: 'not listening' }
  | { type: 'metrics'; metrics: object[] };

const TYPES: unknown[] = [
  'stop listening',
  'stop',
  'get metrics',
  'serving',
  'alive',
  'not listening',
  'metrics',
] satisfies (ToWorker | FromWorker)['type'][];

/** Returns whether a message is one of these; the rate limiter sends others. */
export const isMessage = (message: unknown): message is ToWorker | FromWorker =>
  TYPES.includes((message as { type?: unknown } | null)?.type);

export const HEARTBEAT_INTERVAL_MILLISECONDS = 500;

/**
 * Longer than any synchronous work of a request.
 * A replacement serves within 15 seconds of the last heartbeat.
 */
export const HEARTBEAT_TIMEOUT_MILLISECONDS = 8000;

/** Maximum time until the first heartbeat: a worker first loads its modules and opens the database. */
export const STARTUP_TIMEOUT_MILLISECONDS = 60_000;

export interface Heartbeats {
  /** Expects heartbeats from a new worker. */
  expect(worker: Worker): void;
  heard(worker: Worker): void;
  forget(worker: Worker): void;
  stop(): void;
}

const checksIn = (milliseconds: number): number => milliseconds / HEARTBEAT_INTERVAL_MILLISECONDS;

/**
 * Calls `onTimeout` once for each worker without a timely heartbeat. Counts its own checks and reads no
 * clock: after a suspension the primary checks once, then reads the heartbeats that have arrived meanwhile.
 */
export function watchHeartbeats(onTimeout: (worker: Worker) => void): Heartbeats {
  const left = new Map<Worker, number>();
  const timer = setInterval(() => {
    for (const [worker, checks] of left) {
      left.set(worker, checks - 1);
      if (checks > 0) continue;
      left.delete(worker);
      onTimeout(worker);
    }
  }, HEARTBEAT_INTERVAL_MILLISECONDS).unref();
  return {
    expect: (worker) => void left.set(worker, checksIn(STARTUP_TIMEOUT_MILLISECONDS)),
    heard: (worker) => void (left.has(worker) && left.set(worker, checksIn(HEARTBEAT_TIMEOUT_MILLISECONDS))),
    forget: (worker) => void left.delete(worker),
    stop: () => clearInterval(timer),
  };
}
