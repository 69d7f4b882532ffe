// The server that a sync talks to.
// Ends a command of `sync` with a sentence and the exit status that belongs to it.
import type { Command } from 'commander';
import { hostname } from 'node:os';
import { variable } from '../../config';
import type { RetryEvent } from '../../client/index';
import type { Remote } from '../../sync/remote';
import { console } from '../output';
import { accountName } from '../../audit/entry';
import { SyncError } from '../../sync/errors';
import { Refusal } from '../refusal';

/** Longer than an ordinary call may take: a list of a large organization, or a limit that lets the next request through in a minute. */
const DEADLINE = 300_000;
const ATTEMPT_TIMEOUT = 60_000;
const RETRIES = 8;
const ATTEMPTS_BEFORE_NOTICE = 3;

/** Somebody who waits is told why, once: by then it is clear that it takes a while. */
function createRetryNotice(): (event: RetryEvent) => void {
  let told = false;
  return ({ attempt, error }) => {
    if (told || attempt < ATTEMPTS_BEFORE_NOTICE) return;
    told = true;
    console.error(`${error.message} Trying again; Ctrl-C ends it.`);
  };
}

/** @throws CommanderError when there is no key, or it must not travel there. */
export async function openRemote(
  command: Command,
  url: string,
  keyFromEnv: string,
  rate?: number,
): Promise<Remote> {
  const apiKey = variable(keyFromEnv);
  if (apiKey === undefined)
    command.error(`error: the variable ${keyFromEnv} has no key; --key-from-env names the variable`);
  const { createClient } = await import('../../client/index.js');
  const [{ createRemote }, { createRateLimitedFetch }] = await Promise.all([
    import('../../sync/remote.js'),
    import('../../sync/remote.js'),
  ]);
  try {
    const options = {
      deadline: DEADLINE,
      attemptTimeout: ATTEMPT_TIMEOUT,
      retries: RETRIES,
      userAgent: 'compliance-inventory-sync',
      onRetry: createRetryNotice(),
    };
    return createRemote(
      createClient({
        baseUrl: url,
        apiKey,
        ...options,
        ...(rate === undefined ? {} : { fetch: createRateLimitedFetch(rate) }),
      }),
    );
  } catch (error) {
    if (error instanceof TypeError)
      command.error(
        `error: ${error.message.startsWith('apiKey') ? keyFromEnv : '--url'}: ${error.message.replace(/; set plainHttp.*/, '.')}`,
      ); // an option of the client's alone
    throw error;
  }
}

export async function withExitStatus<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof SyncError ? new Refusal(error.lines, error.exitStatus) : error;
  }
}

/** Who plans and applies, for plans and receipts. */
export const currentOperator = (): string => `${accountName()}@${hostname()}`;
