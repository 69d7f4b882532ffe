// `serve`: the real server, alone or with workers.
import cluster from 'node:cluster';
import type { Command } from 'commander';
import { readConfig } from '../config';
import { serveAlone } from './serve-alone';
import { serveAsPrimary, serveAsWorker } from './serve-workers';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description(
      'Start the real server: available operations on the configured database, 501 for planned ones.',
    )
    .action(() => {
      const config = readConfig();
      if (config.workers === 1) return serveAlone(config); // also below a process manager that has made a cluster of its own
      return cluster.isPrimary ? serveAsPrimary(config) : serveAsWorker(config);
    });
}
