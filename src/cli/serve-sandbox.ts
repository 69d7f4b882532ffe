// Serves a sandbox until a stop signal, and reloads its contract when asked to.
import { setFlagsFromString } from 'node:v8';
import { openSandbox, startSandbox } from '../app/sandbox';
import type { RunningServer } from '../app/server';
import { readConfig, withDatabase } from '../config';
import { firstRequestPath } from '../contract/document';
import { type LoadedDocument, UnreadableDocument, loadDocument } from '../contract/load-document';
import { ApiError } from '../errors';
import { createLogger } from '../logger';
import { CommandError } from './command-error';
import { console } from './output';
import { listenOrUndo, stopSignal } from './serve-process';
import { watchFiles } from './watch-files';

export interface SandboxOptions {
  persist?: string;
  contract?: string;
  watch?: boolean;
  stateless?: boolean;
  recording?: boolean;
  /** Milliseconds. */
  worldTtl?: number;
}

/** V8 collects garbage before the heap grows by this share. Measured under load: 150 instead of 260 MB. */
const HEAP_GROWTH_PERCENT = 25;

const DEFAULTS = { PORT: '4010', LOG_LEVEL: 'warn', CORS_ORIGINS: '*', VALIDATE_RESPONSES: 'true' };

export async function serveSandbox(
  file: string,
  { persist, contract, watch, stateless = false, recording = true, worldTtl }: SandboxOptions,
): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  const config = readConfig(withDatabase(`sqlite:${file}`), DEFAULTS);
  const loaded = contract === undefined ? undefined : await load(contract);
  const logger = createLogger(config.logLevel);
  const sandbox = await openSandbox(config.databaseUrl, { timeToLive: worldTtl }).catch((error: unknown) => {
    throw error instanceof ApiError
      ? error
      : new CommandError(`${file} cannot be used: ${(error as Error).message} Name another file.`);
  });
  const document = loaded ? { document: loaded.document } : {};
  const signal = stopSignal();
  const server = await listenOrUndo(
    config,
    () =>
      startSandbox(sandbox, { config, logger, stateless, records: recording, ...document }).catch(
        (error: unknown) => rejectDocument(contract, error),
      ),
    sandbox.inventory.close,
  );
  report(server);
  const unwatch =
    loaded && watch
      ? watchFiles(loaded.files, (watchInstead) => reload(contract!, server, watchInstead))
      : () => {};
  console.log(greeting(server, sandbox.key, persist));
  await signal;
  unwatch();
  await server.close();
  await sandbox.inventory.close();
}

/** @throws CommandError for a fault of an external document, otherwise the error. */
function rejectDocument(file: string | undefined, error: unknown): never {
  if (file === undefined || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
  throw new CommandError(`${file} cannot be served: ${(error as Error).message}`);
}

/** @throws CommandError that says why a document cannot be read. */
async function load(file: string, onFiles?: (files: string[]) => void): Promise<LoadedDocument> {
  return loadDocument(file, onFiles).catch((error: unknown) => {
    throw error instanceof UnreadableDocument ? new CommandError(error.message) : error;
  });
}

/** A new version may be in other files. A version that cannot be read may wait for one of them. */
async function reload(
  file: string,
  server: RunningServer,
  watchInstead: (files: string[]) => void,
): Promise<void> {
  try {
    await server.replace((await load(file, watchInstead)).document);
    console.error(`Reloaded ${file}.`);
    report(server);
  } catch (error) {
    console.error(`${(error as Error).message} The sandbox still serves the previous document.`);
  }
}

function report({ startupReport }: RunningServer): void {
  for (const sentence of startupReport()) console.error(sentence);
}

function greeting(
  { url, consoleUrl, contract }: RunningServer,
  key: string,
  persisted: string | undefined,
): string[] {
  const path = firstRequestPath(contract.operations);
  const example =
    path === undefined ? [''] : ['', 'Try it:', `curl -H 'X-API-Key: ${key}' ${url}${path}`, ''];
  const data = persisted === undefined ? 'The sandbox then deletes its data' : `Data stays in ${persisted}`;
  return [
    `Sandbox   ${url}`,
    ...(consoleUrl === url ? [] : [`Console   ${consoleUrl}/`]),
    `Docs      ${consoleUrl}/docs`,
    `Test key  ${key}`,
    ...example,
    `Press Ctrl-C to stop. ${data}.`,
  ];
}
