// Wires the operations listener: health checks and metrics.
import type { Logger } from 'pino';
import { type Metrics, addReadinessMetrics } from '../server/monitoring/metrics';
import type { Config } from '../base/config';
import { startListenerThread } from '../server/monitoring/listener-thread';
import { listenForOperations } from '../server/monitoring/listener';
import { type DatabaseWatch, createDatabaseWatch } from '../server/monitoring/database-watch';
import { createReadiness } from '../server/monitoring/readiness';
import type { Database } from '../database/database';

export interface OperationsOptions {
  config: Config['operations'];
  /** Returns metrics in Prometheus' text format. */
  metrics: () => Promise<string>;
  /** Gets the metrics of readiness. */
  registry?: Metrics['registry'];
  isListening: () => boolean;
  /** Returns whether changes succeed in other processes, such as workers. This process checks its own database. */
  isWritable?: () => boolean;
  /** Returns whether the processes that serve requests respond. A thread detects by itself whether this one does. */
  isAlive?: () => boolean;
  /** Runs the listener in its own thread, so that requests cannot delay health checks. Needs a build. */
  inThread?: boolean;
  logger: Logger;
  /** By default a new one. The listener closes it. */
  watch?: DatabaseWatch;
}

/** Starts the operations listener unless the configuration turns it off. */
export async function startOperations(
  database: Database,
  {
    config: { host, port },
    metrics,
    registry,
    isListening,
    isWritable = () => true,
    isAlive = () => true,
    inThread = false,
    logger,
    watch = createDatabaseWatch(database, logger),
  }: OperationsOptions,
) {
  if (port === undefined) return { url: undefined, stopping: () => {}, close: () => Promise.resolve() };
  let isStopping = false;
  const readiness = createReadiness({
    check: () => watch.check(),
    isWritable,
    isListening,
    isStopping: () => isStopping,
  });
  if (registry) addReadinessMetrics(registry, readiness);
  const options = { host, port, readiness, metrics, logger };
  const listener = inThread
    ? await startListenerThread(options)
    : { ...(await listenForOperations({ ...options, isAlive })), stopping() {} };
  return {
    ...listener,
    /** Reports from now on that the server is not ready. */
    stopping() {
      isStopping = true;
      listener.stopping();
    },
    async close() {
      watch.close();
      await listener.close();
    },
  };
}
