// `serve` in one process.
import cluster from 'node:cluster';
import { startServer } from '../../app/server';
import type { Config } from '../../base/config';
import { createLogger } from '../../base/logger';
import { createDatabaseWatch } from '../../server/monitoring/database-watch';
import { addStorageMetrics, createMetrics } from '../../server/monitoring/metrics';
import { listenOrUndo, openServedInventory, serveUntilStopped, stopSignal } from './serve-process';

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
