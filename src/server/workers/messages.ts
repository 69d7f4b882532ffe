// Messages between the primary and its workers, besides those of node:cluster and the rate limiter, and the worker's
// side of them: heartbeats, metrics, and the stop of the primary.
import cluster from 'node:cluster';
import type { Registry } from 'prom-client';

export type ToWorker = { type: 'stop listening' } | { type: 'stop'; grace: number } | { type: 'get metrics' };

export type FromWorker =
  | { type: 'serving'; url: string; contract: string }
  | { type: 'alive'; writesFail: boolean }
  | { type: 'not listening' }
  | { type: 'metrics'; metrics: object[] };

/** Returns whether a message has a type. Messages of the rate limiter have none, or another one. */
export const isMessage = (message: unknown): message is ToWorker | FromWorker =>
  typeof (message as { type?: unknown } | null)?.type === 'string';

export const HEARTBEAT_INTERVAL_MILLISECONDS = 500;

/** Ignores errors: the workers of a dead primary end. */
const send = (message: FromWorker): void => void process.send!(message, undefined, undefined, () => {});

/**
 * Tells the primary that this worker serves, then sends heartbeats.
 * `writesFail` returns whether its last change failed.
 */
export function sendServing(url: string, contract: string, writesFail: () => boolean): void {
  send({ type: 'serving', url, contract });
  setInterval(
    () => process.connected && send({ type: 'alive', writesFail: writesFail() }),
    HEARTBEAT_INTERVAL_MILLISECONDS,
  ).unref();
}

export function sendMetricsOnRequest(registry: Registry): void {
  process.on('message', (message) => {
    if (!isMessage(message) || message.type !== 'get metrics') return;
    void registry.getMetricsAsJSON().then((metrics) => send({ type: 'metrics', metrics }));
  });
}

/** Waits for the primary and ignores `signals`, which a terminal or service manager may send to every process. */
export function stopRequests(signals: readonly NodeJS.Signals[]) {
  for (const signal of signals) process.on(signal, () => {});
  const message = <Type extends ToWorker['type']>(type: Type): Promise<Extract<ToWorker, { type: Type }>> =>
    new Promise((resolve) =>
      process.on('message', (message) => {
        if (isMessage(message) && message.type === type)
          resolve(message as Extract<ToWorker, { type: Type }>);
      }),
    );
  return {
    /** Resolves when the listener must close. Requests on open connections continue. */
    listening: message('stop listening').then(() => {}),
    /** Resolves when the worker must end, with the milliseconds that requests may still take. */
    serving: message('stop').then(({ grace }) => grace),
  };
}

export const sendNotListening = (): void => send({ type: 'not listening' });

/** Disconnects from the primary, so that the process can end. */
export const leave = (): void => void cluster.worker!.disconnect();
