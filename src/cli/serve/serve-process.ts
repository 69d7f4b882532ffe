// Startup and shutdown that the processes of `serve` and `sandbox` share.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Inventory, openInventory } from '../../app/inventory';
import { planMigration } from '../../app/open-database';
import { type OperationsOptions, startOperations } from '../../app/operations';
import { type Config, misspelled } from '../../base/config';
import { isUnreachable } from '../../database/unreachable';
import { SANDBOX_FAULT, SchemaChanged } from '../../database/schema-comparison';
import { filesOpenToOthers, getScheme } from '../../base/database-url';
import { watchClock } from '../../server/monitoring/clock-watch';
import type { DatabaseWatch } from '../../server/monitoring/database-watch';
import type { Listener } from '../../server/http/listener';
import { writeBackup } from '../database';
import { CommandError } from '../../base/command-error';
import { console } from '../support/output';
import { onFirstSignal } from '../support/signals';

/** Maximum time from the stop signal to the end of the process. */
const MAX_SHUTDOWN_MILLISECONDS = 9800;
/** Maximum time from the stop signal to the end of the requests. */
const MAX_REQUEST_MILLISECONDS = 8000;

const RETRY_MILLISECONDS = 500;

/**
 * Opens the database, and migrates it unless a worker opens it. While it cannot be reached, waits for it as long as the configuration says.
 * @throws SchemaChanged, ApiError `unavailable`, or CommandError for the database of a sandbox.
 */
export async function openServedInventory(
  config: Pick<Config, 'databaseUrl' | 'databaseWaitSeconds'>,
  logger: Logger,
  isWorker = false,
): Promise<Inventory> {
  const until = performance.now() + config.databaseWaitSeconds * 1000;
  for (let isLogged = false; ; isLogged = true) {
    try {
      return await (isWorker
        ? openVerified(config.databaseUrl, 'use')
        : openMigrated(config.databaseUrl, logger));
    } catch (error) {
      if (!isUnreachable(error) || performance.now() > until) throw error;
      if (!isLogged)
        logger.warn({ err: error, seconds: config.databaseWaitSeconds }, 'waiting for the database');
      await delay(RETRY_MILLISECONDS);
    }
  }
}

/** Migrates too, after a backup on SQLite. */
async function openMigrated(databaseUrl: string, logger: Logger): Promise<Inventory> {
  const backupFile =
    getScheme(databaseUrl) === 'sqlite' ? (await planMigration(databaseUrl)).backupFile : undefined;
  if (backupFile !== undefined) await writeBackup(databaseUrl, backupFile);
  const inventory = await openVerified(databaseUrl, 'migrate');
  const { migrated } = inventory.database;
  if (migrated.length > 0) logger.info({ migrations: migrated, backup: backupFile }, 'database migrated');
  return inventory;
}

/** @throws CommandError for the database of a sandbox, whose records a reset removes. */
async function openVerified(databaseUrl: string, schema: 'migrate' | 'use'): Promise<Inventory> {
  try {
    return await openInventory(databaseUrl, undefined, undefined, { schema, verifySchema: true });
  } catch (error) {
    if (!(error instanceof SchemaChanged && error.faults.includes(SANDBOX_FAULT))) throw error;
    throw new CommandError(
      'The database holds a sandbox. Start it with `sandbox --persist FILE`, or set DATABASE_URL to another database.',
    );
  }
}

interface Address {
  host: string;
  port: number | undefined;
  /** Environment variable of the port. */
  variable?: string;
}

/**
 * Starts a listener. After a failure it runs `undo`, when `start` leaves something open.
 * @throws CommandError when the address cannot be used.
 */
export async function listenOrUndo<Server>(
  { host, port, variable = 'PORT' }: Address,
  start: () => Promise<Server>,
  undo: () => Promise<void> = () => Promise.resolve(),
): Promise<Server> {
  try {
    return await start();
  } catch (error) {
    await undo();
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE')
      throw new CommandError(`Port ${port} of ${host} is in use. Set ${variable} to another port.`);
    if (code === 'EACCES')
      throw new CommandError(
        `This user may not open port ${port} of ${host}. Set ${variable} to a port above 1023.`,
      );
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new CommandError(
        `${host} is not an address of this machine. ` +
          `Set ${variable.replace('PORT', 'HOST')} to one of its addresses.`,
      );
    throw error;
  }
}

type SettingsPages = Pick<Listener, 'close'> & Partial<Pick<Listener, 'url'>>;

/**
 * Starts the Settings pages when the configuration asks for them.
 * @throws CommandError when they cannot be served.
 */
async function serveSettings(
  { settings, tls, trustProxy }: Config,
  inventory: Inventory,
  apiUrl: string,
  { logger, watch }: { logger: Logger; watch: DatabaseWatch },
  undo: () => Promise<void>,
): Promise<SettingsPages> {
  if (!settings) return { close: () => Promise.resolve() };
  if (!inventory.database.servesSettings) {
    await undo();
    throw new CommandError(
      'The DATABASE_URL login cannot read the tables of the Settings pages. ' +
        'Grant it the role compliance_inventory_settings, or unset SETTINGS_PORT.',
    );
  }
  const { startSettings } = await import('../../app/settings.js'); // most servers run without these pages
  const config = { ...settings, ...(tls ? { tls } : {}), ...(trustProxy ? { trustProxy } : {}) };
  return listenOrUndo(
    { ...settings, variable: 'SETTINGS_PORT' },
    () => startSettings(inventory, { config, apiUrl, logger, watch }),
    undo,
  );
}

/**
 * Resolves at the first stop signal. A second one ends the process at once. Call it before the first listener
 * opens: without a handler, a signal would end the process while it handles accepted requests.
 */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    onFirstSignal(() => {
      setTimeout(() => {
        console.error('The process did not stop in time and was ended.');
        process.exit(1);
      }, MAX_SHUTDOWN_MILLISECONDS).unref();
      resolve();
    });
  });

interface ServedProcess {
  inventory: Inventory;
  logger: Logger;
  watch: DatabaseWatch;
  /** From `stopSignal`. */
  signal: Promise<void>;
  /** The API of this process or of its workers. */
  api: {
    url: string;
    contract: string;
    workers?: number;
    /** Stops the listener. Requests that still run after `grace` milliseconds are aborted. */
    close: (grace: number) => Promise<void>;
  };
  /** What health and metrics need to know of the API. */
  health: Omit<OperationsOptions, 'config' | 'logger' | 'watch'>;
}

/**
 * Serves the Settings pages, health and metrics beside the API until the stop signal, and shuts down gracefully.
 * @throws CommandError when one of them cannot be served, after it has closed the API and the database.
 */
export async function serveUntilStopped(
  config: Config,
  { inventory, logger, watch, signal, api, health }: ServedProcess,
): Promise<void> {
  const settings = await serveSettings(config, inventory, api.url, { logger, watch }, async () => {
    await api.close(0);
    await inventory.close();
  });
  const stop = async (grace: number): Promise<void> =>
    void (await Promise.all([api.close(grace), settings.close(grace)]));
  const operations = await listenOrUndo(
    { ...config.operations, variable: 'OPERATIONS_PORT' },
    () => startOperations(inventory.database, { ...health, config: config.operations, logger, watch }),
    async () => {
      await stop(0);
      await inventory.close();
    },
  );
  const { url, contract, workers } = api;
  announce(config, logger, { url, contract, operations: operations.url, settings: settings.url, workers });
  const endClockWatch = watchClock(logger);
  await signal;
  endClockWatch();
  operations.stopping(); // load balancers must see it before the log says so
  logger.info('stopping');
  await delay(config.drainSeconds * 1000);
  await stop(MAX_REQUEST_MILLISECONDS - config.drainSeconds * 1000);
  await operations.close();
  await inventory.close();
  logger.info('stopped');
  logger.flush();
}

function announce({ databaseUrl, effective }: Config, logger: Logger, listening: object): void {
  const files = filesOpenToOthers(databaseUrl);
  const advice = 'other users can access the database; run chmod 600 on these files';
  if (files.length > 0) logger.warn({ files }, advice);
  for (const warning of misspelled()) logger.warn(warning);
  logger.info({ variables: effective }, 'configuration');
  logger.info(listening, 'listening');
}
