// Heartbeats of workers: each says that its event loop turns; one that does not for too long is unresponsive.
import type { Worker } from 'node:cluster';

export const HEARTBEAT_INTERVAL_MILLISECONDS = 500;

/** Longer than any synchronous work of a request. A replacement serves within 15 seconds of the last heartbeat. */
export const HEARTBEAT_TIMEOUT_MILLISECONDS = 8000;

/** Until the first heartbeat: a worker loads its modules and opens the database before it serves. */
export const STARTUP_TIMEOUT_MILLISECONDS = 60_000;

export interface Heartbeats {
  /** Expects heartbeats of a worker that has just been forked. */
  expect(worker: Worker): void;
  heard(worker: Worker): void;
  forget(worker: Worker): void;
  stop(): void;
}

const checksIn = (milliseconds: number): number => milliseconds / HEARTBEAT_INTERVAL_MILLISECONDS;

/**
 * Calls `onTimeout` once for each worker that sends no heartbeat in time. Checks are counted and no clock is read: a primary that was
 * suspended checks once, then reads the heartbeats that have waited for it.
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
