// A worker of a cluster, towards its primary: it says when it serves and that it still does, tells its metrics when asked, and stops when told to.
import cluster from 'node:cluster';
import type { Registry } from 'prom-client';
import { HEARTBEAT_INTERVAL_MILLISECONDS } from './heartbeat';
import { type FromWorker, type ToWorker, isMessage } from './messages';

/** A primary that has just died hears nothing, and its workers end. */
const tell = (message: FromWorker): void => void process.send!(message, undefined, undefined, () => {});

/**
 * Tells the primary that this worker serves, then sends heartbeats. `writesFail` returns whether its last
 * change failed.
 */
export function tellServing(url: string, contract: string, writesFail: () => boolean): void {
  tell({ type: 'serving', url, contract });
  setInterval(
    () => process.connected && tell({ type: 'alive', writesFail: writesFail() }),
    HEARTBEAT_INTERVAL_MILLISECONDS,
  ).unref();
}

export function tellMetricsWhenAsked(registry: Registry): void {
  process.on('message', (message) => {
    if (!isMessage(message) || message.type !== 'tell metrics') return;
    void registry.getMetricsAsJSON().then((metrics) => tell({ type: 'metrics', metrics }));
  });
}

export interface ToldToStop {
  /** Resolves when the listener must close. Requests on open connections continue. */
  listening: Promise<void>;
  /** Resolves when the worker must end, with the milliseconds that requests may still take. */
  serving: Promise<number>;
}

/**
 * Waits for the primary and ignores `signals`, which a terminal or service manager may send to every process.
 */
export function toldToStop(signals: readonly NodeJS.Signals[]): ToldToStop {
  for (const signal of signals) process.on(signal, () => {});
  const told = <Type extends ToWorker['type']>(type: Type): Promise<Extract<ToWorker, { type: Type }>> =>
    new Promise((resolve) =>
      process.on('message', (message) => {
        if (isMessage(message) && message.type === type)
          resolve(message as Extract<ToWorker, { type: Type }>);
      }),
    );
  return {
    listening: told('stop listening').then(() => {}),
    serving: told('stop').then(({ grace }) => grace),
  };
}

/** Tells the primary that this worker accepts no more connections. */
export const tellNotListening = (): void => tell({ type: 'not listening' });

/** Without the primary, nothing holds the process. */
export const leave = (): void => void cluster.worker!.disconnect();
