// `serve` in several processes: a primary with health and metrics, and workers that share the API's listener.
import cluster from 'node:cluster';
import type { Config } from '../config';
import { Refusal } from './refusal';
import { listening, serveUntilStopped, stopSignal } from './running';
import { serveSettings } from './serve-settings';
import { SIGNALS } from './signals';
import { startSmall } from './start-small';

export async function serveAsPrimary(config: Config): Promise<void> {
  const started = startSmall();
  const [
    { HEARTBEAT_TIMEOUT, createLogger, openInventory, openMetrics, startOperations },
    { WorkerFailed, startWorkers },
    { collectFromWorkers },
  ] = await Promise.all([
    import('../compose.js'),
    import('../workers/primary.js'),
    import('../workers/metrics.js'),
  ]);
  const logger = createLogger(config.logLevel, {});
  const inventory = await openInventory(config.databaseUrl); // migrated before a worker opens it
  const { registry } = await openMetrics();
  const signal = stopSignal();
  const workers = await startWorkers(config.workers, logger).catch(async (error: unknown) => {
    await inventory.close();
    throw error instanceof WorkerFailed ? new Refusal('', error.exitStatus) : error; // the worker has said why
  });
  const settings = await serveSettings(config, inventory, workers.url, logger, async () => {
    await workers.stop(0);
    await inventory.close();
  });
  const stop = async (grace: number): Promise<void> =>
    void (await Promise.all([workers.stop(grace), settings.close(grace)]));
  const serving = (): number => workers.serving(HEARTBEAT_TIMEOUT.ready);
  const operations = await listening(
    { ...config.operations, variable: 'OPERATIONS_PORT' },
    () =>
      startOperations(inventory, {
        config: config.operations,
        metrics: collectFromWorkers(registry, { ...workers, serving }),
        isListening: () => serving() > 0,
        isWritable: () => !workers.writesFail(),
        isAlive: () => workers.silence() < HEARTBEAT_TIMEOUT.alive,
        logger,
      }),
    async () => {
      await stop(0);
      await inventory.close();
    },
  );
  started();
  const addresses = {
    url: workers.url,
    contract: workers.contract,
    settings: settings.url,
    workers: config.workers,
  };
  await serveUntilStopped(config, { inventory, operations, logger, listening: addresses, signal, stop });
}

export async function serveAsWorker(config: Config): Promise<void> {
  const { leave, tellMetricsWhenAsked, tellNotListening, tellServing, toldToStop } =
    await import('../workers/worker.js');
  const told = toldToStop(SIGNALS); // first: the primary may stop it during startup
  try {
    const started = startSmall();
    const { createLogger, openInventory, openMetrics, startServer } = await import('../compose.js');
    const logger = createLogger(config.logLevel, { worker: cluster.worker!.id });
    const inventory = await openInventory(config.databaseUrl);
    const metrics = await openMetrics(inventory.database);
    const server = await listening(
      config,
      () => startServer(inventory, { config, environment: 'live', logger, metrics, workers: config.workers }),
      inventory.close,
    );
    started();
    tellMetricsWhenAsked(metrics.registry);
    tellServing(server.url, server.contract.version, inventory.database.writes.hasFailed);
    await told.listening;
    await server.stopListening();
    tellNotListening();
    await server.close(await told.serving);
    await inventory.close();
    logger.flush();
  } finally {
    leave();
  }
}
