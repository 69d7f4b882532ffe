// A worker of a cluster, towards its primary: it says when it serves and that it still does, tells its metrics when asked, and stops when told to.
import cluster from 'node:cluster';
import type { Registry } from 'prom-client';
import { type FromWorker, isMessage } from './messages';

/** A primary that has just died hears nothing, and its workers end. */
const tell = (message: FromWorker): void => void process.send!(message, undefined, undefined, () => {});

/** And from then on, in this rhythm, that its event loop turns. */
export function tellServing(url: string, contract: string, rhythm: number): void {
  tell({ type: 'serving', url, contract });
  setInterval(() => process.connected && tell({ type: 'alive' }), rhythm).unref();
}

export function tellMetricsWhenAsked(registry: Registry): void {
  process.on('message', (message) => {
    if (!isMessage(message) || message.type !== 'tell metrics') return;
    void registry.getMetricsAsJSON().then((metrics) => tell({ type: 'metrics', metrics }));
  });
}

/** Waits until the primary says stop, and returns how long requests may take. `signals`, which a terminal or a service manager may send to all, are left to the primary. */
export function toldToStop(signals: readonly NodeJS.Signals[]): Promise<number> {
  for (const signal of signals) process.on(signal, () => {});
  return new Promise((resolve) =>
    process.on('message', (message) => {
      if (isMessage(message) && message.type === 'stop') resolve(message.grace);
    }),
  );
}

/** Without the primary, nothing holds the process. */
export const leave = (): void => void cluster.worker!.disconnect();
