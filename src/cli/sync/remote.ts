// The connection of the `sync` commands to the server.
import { hostname } from 'node:os';
import type { Command } from 'commander';
import { accountName } from '../../server/audit/entry';
import { type RetryEvent, createClient } from '../../client/index';
import { readSyncUrl, variable } from '../../base/config';
import { type Remote, createRateLimitedFetch, createRemote } from '../../sync/inventory/remote';
import { baseUrl } from '../support/arguments';
import { console } from '../support/output';
import { DEFAULT_URL } from './options';

const ATTEMPTS_BEFORE_NOTICE = 3;

/** Returns a listener that prints the reason for waiting once, after several attempts. */
function createRetryNotice(): (event: RetryEvent) => void {
  let printed = false;
  return ({ attempt, error }) => {
    if (printed || attempt < ATTEMPTS_BEFORE_NOTICE) return;
    printed = true;
    console.error(`${error.message} Trying again. To stop, press Ctrl-C.`);
  };
}

/** Returns the server that the operator names. A plan or a receipt never decides which server gets the key. */
export function readServer(command: Command, { url }: { url?: string }): string {
  if (url !== undefined) return url;
  try {
    return baseUrl(readSyncUrl() ?? DEFAULT_URL);
  } catch (error) {
    return command.error(`error: SYNC_URL: ${(error as Error).message}`);
  }
}

/** @throws CommanderError when the key is missing or invalid, or the address is not safe for it. */
export function openRemote(command: Command, url: string, keyFromEnv: string, rate?: number): Remote {
  const apiKey = variable(keyFromEnv);
  if (apiKey === undefined)
    command.error(
      `error: the environment variable ${keyFromEnv} is not set. Set it to the API key, ` +
        'or name another variable with --key-from-env.',
    );
  try {
    const client = createClient({
      baseUrl: url,
      apiKey,
      // More than the client's defaults: lists are large, and a rate limit may take a minute.
      deadline: 300_000,
      attemptTimeout: 60_000,
      retries: 8,
      heldLists: 0, // a sync changes the lists that it reads
      userAgent: 'compliance-inventory-sync',
      onRetry: createRetryNotice(),
      ...(rate === undefined ? {} : { fetch: createRateLimitedFetch(rate) }),
    });
    return createRemote(client);
  } catch (error) {
    if (error instanceof TypeError) {
      const option = error.message.startsWith('apiKey') ? keyFromEnv : '--url';
      // The advice about plainHttp is for callers of the client only.
      command.error(`error: ${option}: ${error.message.replace(/ If something else encrypts.*/, '')}`);
    }
    throw error;
  }
}

/** Returns the operator's account and host, for plans and receipts. */
export const currentOperator = (): string => `${accountName()}@${hostname()}`;
