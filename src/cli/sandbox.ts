// `sandbox`: a fresh server on the demo world, with a fixed key.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { readConfig } from '../config';
import { listening, untilStopped } from './running';

export function addSandboxCommand(program: Command): void {
  program
    .command('sandbox')
    .description('Start a sandbox on a fresh temporary database with a demo organization, and print its address and key.')
    .action(async () => {
      const folder = await mkdtemp(join(tmpdir(), 'compliance-inventory-sandbox-'));
      const config = readConfig({ ...process.env, DATABASE_URL: `sqlite:${join(folder, 'inventory.sqlite')}` }, { PORT: '4010', LOG_LEVEL: 'warn' });
      const { createLogger, openSandbox, startServer } = await import('../compose.js');
      const logger = createLogger(config.logLevel);
      const { inventory, key } = await openSandbox(config.databaseUrl);
      const server = await listening(inventory, config, () => startServer(inventory, { config, environment: 'test', logger }));
      console.log(greeting(server.url, key));
      await untilStopped(async () => {
        await server.close();
        await inventory.close();
        await rm(folder, { recursive: true, force: true });
      });
    });
}

const greeting = (url: string, key: string): string => `Sandbox   ${url}
Test key  ${key}

Try it:
curl -H 'X-API-Key: ${key}' ${url}/facilities

Stop it with Ctrl-C; what you changed goes with it.`;
