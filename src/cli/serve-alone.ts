// `serve` in one process.
import cluster from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import type { Config } from '../config';
import { listening, requestMilliseconds, untilStopped } from './running';

export async function serveAlone(config: Config): Promise<void> {
  const { createLogger, openInventory, openMetrics, startOperations, startServer } = await import('../compose.js');
  const logger = createLogger(config.logLevel);
  const inventory = await openInventory(config.databaseUrl);
  const metrics = await openMetrics(inventory.database);
  const server = await listening(config, () => startServer(inventory, { config, environment: 'live', logger, metrics }), inventory.close);
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
      await server.close(0);
      await inventory.close();
    },
  );
  const end = untilStopped(async () => {
    operations.stopping(); // before anybody can read that it stops
    logger.info('stopping');
    await delay(config.drainSeconds * 1000);
    await server.close(requestMilliseconds(config));
    await operations.close();
    await inventory.close();
    logger.info('stopped');
    logger.flush();
  });
  logger.info({ url: server.url, contract: server.contract.version, operations: operations.url }, 'listening'); // only now: who reads it may send a signal
  await end;
}
