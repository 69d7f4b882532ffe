// `serve`: the real server.
import type { Command } from 'commander';
import { readConfig } from '../config';
import { listening, untilStopped } from './running';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('Start the real server: available operations on the configured database, 501 for planned ones.')
    .action(async () => {
      const config = readConfig();
      const { createLogger, openInventory, startServer } = await import('../compose.js');
      const logger = createLogger(config.logLevel);
      const inventory = await openInventory(config.databaseUrl);
      const server = await listening(inventory, config, () => startServer(inventory, { config, environment: 'live', logger }));
      logger.info({ url: server.url, contract: server.contract.version }, 'listening');
      await untilStopped(async () => {
        await server.close();
        await inventory.close();
        logger.flush();
      });
    });
}
