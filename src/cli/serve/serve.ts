// `serve`: the real server, in one process or with workers.
import cluster from 'node:cluster';
import type { Command } from 'commander';
import { readConfig } from '../../base/config';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('Start the real server. It serves available operations and returns 501 for planned ones.')
    .action(async () => {
      const config = readConfig();
      // A process manager may have made a cluster of its own: WORKERS decides, not the cluster module.
      const { serveAlone, serveAsPrimary, serveAsWorker } = await import('./serve-roles.js');
      if (config.workers === 1) return serveAlone(config);
      return cluster.isPrimary ? serveAsPrimary(config) : serveAsWorker(config);
    });
}
