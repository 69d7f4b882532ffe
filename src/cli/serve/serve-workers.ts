// `serve` with workers, the primary: it starts the workers and serves health, metrics and the Settings pages.
import { startOperations } from '../../app/operations';
import type { Config } from '../../base/config';
import { createLogger } from '../../base/logger';
import { HEARTBEAT_TIMEOUT } from '../../server/monitoring/readiness';
import { createDatabaseWatch } from '../../server/monitoring/database-watch';
import { createMetrics } from '../../server/monitoring/metrics';
import { addStorageMetrics } from '../../server/monitoring/storage';
import { collectFromWorkers } from '../../server/workers/metrics';
import { WorkerFailed, startWorkers } from '../../server/workers/primary';
import { CommandError } from '../support/command-error';
import {
  listenOrUndo,
  openServedInventory,
  serveSettings,
  serveUntilStopped,
  stopSignal,
} from './serve-process';

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
  const settings = await serveSettings(config, inventory, workers.url, { logger, watch }, async () => {
    await workers.stop(0);
    await inventory.close();
  });
  const stop = async (grace: number): Promise<void> =>
    void (await Promise.all([workers.stop(grace), settings.close(grace)]));
  const serving = (): number => workers.serving(HEARTBEAT_TIMEOUT.ready);
  const operations = await listenOrUndo(
    { ...config.operations, variable: 'OPERATIONS_PORT' },
    () =>
      startOperations(inventory.database, {
        config: config.operations,
        registry,
        metrics: collectFromWorkers(registry, { ...workers, serving }),
        isListening: () => serving() > 0,
        isWritable: () => !workers.writesFail(),
        isAlive: () => workers.silence() < HEARTBEAT_TIMEOUT.alive,
        logger,
        watch,
      }),
    async () => {
      await stop(0);
      await inventory.close();
    },
  );
  const { url, contract } = workers;
  const addresses = { url, contract, settings: settings.url, workers: config.workers };
  await serveUntilStopped(config, { inventory, operations, logger, listening: addresses, signal, stop });
}
