// The processes of `serve`: one that serves alone, or a primary with its workers.
import cluster from 'node:cluster';
import { startServer } from '../../app/server';
import type { Config } from '../../base/config';
import { createLogger } from '../../base/logger';
import { createDatabaseWatch } from '../../server/monitoring/database-watch';
import { addStorageMetrics, createMetrics } from '../../server/monitoring/metrics';
import { listenOrUndo, openServedInventory, serveUntilStopped, stopSignal } from './serve-process';
import {
  leave,
  sendMetricsOnRequest,
  sendNotListening,
  sendServing,
  stopRequests,
} from '../../server/workers/messages';
import { SIGNALS } from '../support/signals';
import { HEARTBEAT_TIMEOUT } from '../../server/monitoring/readiness';
import { collectFromWorkers } from '../../server/workers/metrics';
import { WorkerFailed, isOtherBuild, startWorkers } from '../../server/workers/primary';
import { CommandError } from '../../base/command-error';

export async function serveAlone(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel);
  const inventory = await openServedInventory(config, logger);
  const metrics = createMetrics(inventory.database);
  addStorageMetrics(metrics.registry, inventory.database, inventory.keys.countExpiring, config.backupFolder);
  const watch = createDatabaseWatch(inventory.database, logger);
  const signal = stopSignal();
  const server = await listenOrUndo(
    config,
    () => startServer(inventory, { config, environment: 'live', logger, metrics, watch }),
    inventory.close,
  );
  const health = {
    metrics: () => metrics.registry.metrics(),
    registry: metrics.registry,
    isListening: server.isListening,
    inThread: cluster.isPrimary, // in a process manager's cluster, processes share ports; a thread cannot
  };
  const api = { url: server.url, contract: server.contract.version, close: server.close };
  await serveUntilStopped(config, { inventory, logger, watch, signal, api, health });
}

/** Serves the API until the primary stops this worker. */
export async function serveAsWorker(config: Config): Promise<void> {
  const stop = stopRequests(SIGNALS); // first: the primary may stop it during startup
  try {
    const logger = createLogger(config.logLevel, { worker: cluster.worker!.id });
    if (isOtherBuild()) {
      logger.error('the files of the program were replaced; restart the server to run them');
      logger.flush();
      throw new CommandError('');
    }
    const inventory = await openServedInventory(config, logger, true);
    const metrics = createMetrics(inventory.database);
    const server = await listenOrUndo(
      config,
      () => startServer(inventory, { config, environment: 'live', logger, metrics, workers: config.workers }),
      inventory.close,
    );
    sendMetricsOnRequest(metrics.registry);
    sendServing(server.url, server.contract.version, inventory.database.writes.hasFailed);
    await stop.listening;
    await server.stopListening();
    sendNotListening();
    await server.close(await stop.serving);
    await inventory.close();
    logger.flush();
  } finally {
    leave();
  }
}

/** Starts the workers, and serves health, metrics and the Settings pages. */
export async function serveAsPrimary(config: Config): Promise<void> {
  const logger = createLogger(config.logLevel, {});
  const inventory = await openServedInventory(config, logger); // migrates before a worker opens the database
  const { registry } = createMetrics(undefined);
  addStorageMetrics(registry, inventory.database, inventory.keys.countExpiring, config.backupFolder);
  const watch = createDatabaseWatch(inventory.database, logger);
  const signal = stopSignal();
  const workers = await startWorkers(config.workers, logger).catch(async (error: unknown) => {
    await inventory.close();
    // The worker has printed the reason.
    throw error instanceof WorkerFailed ? new CommandError('', error.exitStatus) : error;
  });
  const serving = (): number => workers.serving(HEARTBEAT_TIMEOUT.ready);
  const health = {
    registry,
    metrics: collectFromWorkers(registry, { ...workers, serving }),
    isListening: () => serving() > 0,
    isWritable: () => !workers.writesFail(),
    isAlive: () => workers.silence() < HEARTBEAT_TIMEOUT.alive,
  };
  const api = { url: workers.url, contract: workers.contract, workers: config.workers, close: workers.stop };
  await serveUntilStopped(config, { inventory, logger, watch, signal, api, health });
}
