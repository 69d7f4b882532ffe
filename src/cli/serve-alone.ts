// `serve` in one process.
import cluster from 'node:cluster';
import type { Config } from '../config';
import { listening, serveUntilStopped } from './running';
import { startSmall } from './start-small';

export async function serveAlone(config: Config): Promise<void> {
  const started = startSmall();
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
  started();
  await serveUntilStopped(config, { inventory, operations, logger, listening: { url: server.url, contract: server.contract.version }, stop: server.close });
}
