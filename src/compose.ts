// The only place that wires everything: a database, the keys, the contract with its handlers, and the API listener.
import pino, { type Logger } from 'pino';
import type { Config } from './config';
import { type Contract, createContract } from './contract/contract';
import { contractDocument, digestOf } from './contract/document';
import type { Database } from './database/database';
import { openDatabase } from './database/open';
import { createApp } from './http/app';
import { type Listener, listen } from './http/listener';
import { createImporter } from './import/importer';
import { createAuthenticate } from './keys/authentication';
import type { Environment } from './keys/format';
import { createKeyStore } from './keys/store';
import { createKeyUsage } from './keys/usage';
import { createOrganizationStore } from './organizations/store';
import { createHandlers } from './resources';

/** What the commands work on, without a listener. */
export interface Inventory {
  database: Database;
  organizations: ReturnType<typeof createOrganizationStore>;
  keys: ReturnType<typeof createKeyStore>;
  importer: ReturnType<typeof createImporter>;
  close(): Promise<void>;
}

/** Opens and migrates the database. */
export async function openInventory(databaseUrl: string): Promise<Inventory> {
  const database = await openDatabase(databaseUrl);
  return {
    database,
    organizations: createOrganizationStore(database),
    keys: createKeyStore(database),
    importer: createImporter(database),
    close: () => database.close(),
  };
}

/** Opens a database for a sandbox: with the demo world in it, and a test key for it. */
export async function openSandbox(databaseUrl: string): Promise<{ inventory: Inventory; key: string }> {
  const { DEMO_KEY, seedDemoWorld } = await import('./sandbox/demo-world/seed.js');
  const inventory = await openInventory(databaseUrl);
  await seedDemoWorld(inventory.organizations, inventory.importer, inventory.keys);
  return { inventory, key: DEMO_KEY };
}

export interface ServerOptions {
  config: Pick<Config, 'port' | 'host' | 'rateLimit' | 'validateResponses'>;
  environment: Environment;
  logger: Logger;
}

export interface RunningServer extends Listener {
  contract: Contract;
}

/** Starts the API on an open inventory, which outlives it. */
export async function startServer({ database, keys }: Inventory, { config, environment, logger }: ServerOptions): Promise<RunningServer> {
  const usage = createKeyUsage(keys, (error) => logger.warn({ err: error }, 'last use of a key not written'));
  const contract = await createContract({
    handlers: createHandlers(database, digestOf(contractDocument)),
    validateResponses: config.validateResponses,
  });
  const app = createApp({
    contract,
    authenticate: createAuthenticate(keys, usage, environment),
    logger,
    requestsPerMinute: config.rateLimit,
  });
  const listener = await listen(app, config.host, config.port);
  return {
    ...listener,
    contract,
    async close() {
      await listener.close();
      await usage.close();
    },
  };
}

/** Logs are JSON lines on standard error: standard output is for results. */
export const createLogger = (level: string): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ fd: 2, sync: false }));
