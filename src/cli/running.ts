// What the commands that serve have in common: a start that may find its port taken, and an end by signal.
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Inventory, Operations } from '../compose';
import type { Config } from '../config';
import { filesOpenToOthers } from '../database/file-mode';
import { console } from './output';
import { Refusal } from './refusal';
import { onFirstSignal } from './signals';

/** From the signal to the end, come what may. */
const MAX_MILLISECONDS = 9800;

interface Address {
  host: string;
  port: number | undefined;
  variable?: string;
}

/** Starts what listens, or undoes what was started before it. @throws Refusal when the address cannot be had; `variable` has the port. */
export async function listening<Server>(
  { host, port, variable = 'PORT' }: Address,
  start: () => Promise<Server>,
  undo: () => Promise<void>,
): Promise<Server> {
  try {
    return await start();
  } catch (error) {
    await undo();
    const code = (error as NodeJS.ErrnoException).code;
    if (code === 'EADDRINUSE')
      throw new Refusal(`Port ${port} of ${host} is in use. Set ${variable} to another one.`);
    if (code === 'EACCES')
      throw new Refusal(
        `Port ${port} of ${host} is not allowed for this user. Set ${variable} to one above 1023.`,
      );
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      throw new Refusal(
        `${host} is no address of this machine. Set ${variable.replace('PORT', 'HOST')} to one.`,
      );
    throw error;
  }
}

/**
 * Resolves at the first stop signal; a second one ends the process at once. Call it before the first listener
 * opens: without a handler, a signal would end the process while it handles accepted requests.
 */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    onFirstSignal(() => {
      setTimeout(() => {
        console.error('It did not stop in time, and was ended.');
        process.exit(1);
      }, MAX_MILLISECONDS).unref();
      resolve();
    });
  });

/** After SIGTERM a server drains, then finishes its requests, then closes its database. */
const requestMilliseconds = (drainSeconds: number): number => 8000 - drainSeconds * 1000;

interface ServedProcess {
  inventory: Inventory;
  operations: Operations;
  logger: Logger;
  /** What the log says of it when it listens. */
  listening: { url: string; contract: string; settings?: string | undefined; workers?: number };
  /** From `stopSignal`. */
  signal: Promise<void>;
  /** Ends what answers requests; those that are busy after `grace` milliseconds are cut off. */
  stop: (grace: number) => Promise<void>;
}

/** Logs that `serve` listens, waits for the stop signal, and shuts down gracefully. */
export async function serveUntilStopped(
  { drainSeconds, databaseUrl }: Pick<Config, 'drainSeconds' | 'databaseUrl'>,
  { inventory, operations, logger, listening: { url, contract, ...others }, signal, stop }: ServedProcess,
): Promise<void> {
  const files = filesOpenToOthers(databaseUrl);
  const advice = 'other users can access the database; run chmod 600 on these files';
  if (files.length > 0) logger.warn({ files }, advice);
  logger.info({ url, contract, operations: operations.url, ...others }, 'listening');
  await signal;
  operations.stopping(); // before the log says so
  logger.info('stopping');
  await delay(drainSeconds * 1000);
  await stop(requestMilliseconds(drainSeconds));
  await operations.close();
  await inventory.close();
  logger.info('stopped');
  logger.flush();
}
