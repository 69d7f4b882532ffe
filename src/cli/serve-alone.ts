// `serve` in one process.
import cluster from 'node:cluster';
import type { Config } from '../config';
import { listening, serveUntilStopped, stopSignal } from './running';
import { serveSettings } from './serve-settings';
import { startSmall } from './start-small';

export async function serveAlone(config: Config): Promise<void> {
  const started = startSmall();
  const { createLogger, openInventory, openMetrics, startOperations, startServer } =
    await import('../compose.js');
  const logger = createLogger(config.logLevel);
  const inventory = await openInventory(config.databaseUrl);
  const metrics = await openMetrics(inventory.database);
  const signal = stopSignal();
  const server = await listening(
    config,
    () => startServer(inventory, { config, environment: 'live', logger, metrics }),
    inventory.close,
  );
  const settings = await serveSettings(config, inventory, server.url, logger, async () => {
    await server.close(0);
    await inventory.close();
  });
  const stop = async (grace: number): Promise<void> =>
    void (await Promise.all([server.close(grace), settings.close(grace)]));
  const operations = await listening(
    { ...config.operations, variable: 'OPERATIONS_PORT' },
    () =>
      startOperations(inventory, {
        config: config.operations,
        metrics: () => metrics.registry.metrics(),
        isListening: server.isListening,
        inThread: cluster.isPrimary, // below a process manager's cluster a process shares its ports, which a thread cannot
        logger,
      }),
    async () => {
      await stop(0);
      await inventory.close();
    },
  );
  started();
  const addresses = { url: server.url, contract: server.contract.version, settings: settings.url };
  await serveUntilStopped(config, { inventory, operations, logger, listening: addresses, signal, stop });
}
