// `serve` with workers, the primary: it starts the workers and serves health, metrics and the Settings pages.
import type { Config } from '../../base/config';
import { createLogger } from '../../base/logger';
import { HEARTBEAT_TIMEOUT } from '../../server/monitoring/readiness';
import { createDatabaseWatch } from '../../server/monitoring/database-watch';
import { addStorageMetrics, createMetrics } from '../../server/monitoring/metrics';
import { collectFromWorkers } from '../../server/workers/metrics';
import { WorkerFailed, startWorkers } from '../../server/workers/primary';
import { CommandError } from '../support/command-error';
import { openServedInventory, serveUntilStopped, stopSignal } from './serve-process';

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
