// `serve` in one process.
import cluster from 'node:cluster';
import { startOperations } from '../../app/operations';
import { startServer } from '../../app/server';
import type { Config } from '../../base/config';
import { createLogger } from '../../base/logger';
import { createDatabaseWatch } from '../../server/monitoring/database-watch';
import { createMetrics } from '../../server/monitoring/metrics';
import { addStorageMetrics } from '../../server/monitoring/storage';
import {
  listenOrUndo,
  openServedInventory,
  serveSettings,
  serveUntilStopped,
  stopSignal,
} from './serve-process';

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
  const settings = await serveSettings(config, inventory, server.url, { logger, watch }, async () => {
    await server.close(0);
    await inventory.close();
  });
  const stop = async (grace: number): Promise<void> =>
    void (await Promise.all([server.close(grace), settings.close(grace)]));
  const operations = await listenOrUndo(
    { ...config.operations, variable: 'OPERATIONS_PORT' },
    () =>
      startOperations(inventory.database, {
        config: config.operations,
        metrics: () => metrics.registry.metrics(),
        registry: metrics.registry,
        isListening: server.isListening,
        inThread: cluster.isPrimary, // in a process manager's cluster, processes share ports; a thread cannot
        logger,
        watch,
      }),
    async () => {
      await stop(0);
      await inventory.close();
    },
  );
  const addresses = { url: server.url, contract: server.contract.version, settings: settings.url };
  await serveUntilStopped(config, { inventory, operations, logger, listening: addresses, signal, stop });
}
