// `serve` with workers, one worker: it serves the API until the primary stops it.
import cluster from 'node:cluster';
import { startServer } from '../../app/server';
import type { Config } from '../../base/config';
import { createLogger } from '../../base/logger';
import { createMetrics } from '../../server/monitoring/metrics';
import {
  leave,
  sendMetricsOnRequest,
  sendNotListening,
  sendServing,
  stopRequests,
} from '../../server/workers/messages';
import { listenOrUndo, openServedInventory } from './serve-process';
import { SIGNALS } from '../support/signals';

export async function serveAsWorker(config: Config): Promise<void> {
  const stop = stopRequests(SIGNALS); // first: the primary may stop it during startup
  try {
    const logger = createLogger(config.logLevel, { worker: cluster.worker!.id });
    const inventory = await openServedInventory(config, logger);
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
