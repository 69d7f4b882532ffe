// `sandbox`: available operations on the demo world, planned ones as mocks, with a fixed key and a page.
import { join } from 'node:path';
import type { Command } from 'commander';
import type { RunningServer } from '../compose';
import { readConfig, withDatabase } from '../config';
import { firstCall } from '../contract/first-call';
import type { LoadedDocument } from '../contract/load-document';
import { ApiError } from '../errors';
import { console } from './output';
import { Refusal } from './refusal';
import { listening, stopSignal } from './running';
import { inTemporaryFolder } from './temporary-folder';
import { watchFiles } from './watch-files';

interface Options {
  persist?: string;
  contract?: string;
  watch?: boolean;
}

const WRONG_USAGE = 2;
const DEFAULTS = { PORT: '4010', LOG_LEVEL: 'warn', CORS_ORIGINS: '*', VALIDATE_RESPONSES: 'true' };

export function addSandboxCommand(program: Command): void {
  program
    .command('sandbox')
    .description(
      'Start a sandbox: available operations on a demo organization, planned ones as mocks. Prints its address and key.',
    )
    .option('--persist <file>', 'keep the database in this file; otherwise it is temporary')
    .option(
      '--contract <file>',
      'serve this document instead, JSON or YAML: what it releases without a handler here is mocked',
    )
    .option('--watch', 'with --contract: load the document again when it changes, and keep the data')
    .action(async (options: Options) => {
      if (options.watch && options.contract === undefined)
        throw new Refusal('--watch needs --contract: there is nothing else to watch.', WRONG_USAGE);
      if (/^$|^[a-z]{2,}:/i.test(options.persist ?? 'none'))
        throw new Refusal(
          '--persist takes a file for the SQLite database, such as sandbox.sqlite.',
          WRONG_USAGE,
        );
      if (options.persist !== undefined) return serveSandbox(options.persist, options);
      await inTemporaryFolder('sandbox', (folder) => serveSandbox(join(folder, 'inventory.sqlite'), options));
    });
}

async function serveSandbox(file: string, { persist, contract, watch }: Options): Promise<void> {
  const config = readConfig(withDatabase(`sqlite:${file}`), DEFAULTS);
  const loaded = contract === undefined ? undefined : await load(contract);
  const { createLogger, openSandbox, startServer } = await import('../compose.js');
  const logger = createLogger(config.logLevel);
  const { inventory, key } = await openSandbox(config.databaseUrl).catch((error: unknown) => {
    throw error instanceof ApiError
      ? error
      : new Refusal(`${file} cannot be used: ${(error as Error).message} Name another file.`);
  });
  const document = loaded ? { document: loaded.document } : {};
  const signal = stopSignal();
  const server = await listening(
    config,
    () =>
      startServer(inventory, { config, environment: 'test', logger, sandbox: true, ...document }).catch(
        (error: unknown) => refuseDocument(contract, error),
      ),
    inventory.close,
  );
  tellMocked(server);
  const unwatch =
    loaded && watch
      ? watchFiles(loaded.files, (watchInstead) => reload(contract!, server, watchInstead))
      : () => {};
  console.log(greeting(server, key, persist));
  await signal;
  unwatch();
  await server.close();
  await inventory.close();
}

/** A document of somebody else's may have faults that nobody thought of. @throws Refusal, or the error when the contract is our own. */
function refuseDocument(file: string | undefined, error: unknown): never {
  if (file === undefined || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
  throw new Refusal(`${file} cannot be served: ${(error as Error).message}`);
}

/** @throws Refusal that says why a document cannot be read. */
async function load(file: string, told?: (files: string[]) => void): Promise<LoadedDocument> {
  const { UnreadableDocument, loadDocument } = await import('../contract/load-document.js');
  return loadDocument(file, told).catch((error: unknown) => {
    throw error instanceof UnreadableDocument ? new Refusal(error.message) : error;
  });
}

/** The document may be read from other files than before, and one that cannot be read may wait for one of them. */
async function reload(
  file: string,
  server: RunningServer,
  watchInstead: (files: string[]) => void,
): Promise<void> {
  try {
    await server.replace((await load(file, watchInstead)).document);
    console.error(`${file} was loaded again.`);
    tellMocked(server);
  } catch (error) {
    console.error(`${(error as Error).message} The document before it is still served.`);
  }
}

function tellMocked({ contract, withoutHandler }: RunningServer): void {
  const unserved = contract.operations.filter(({ unsupported }) => unsupported !== undefined);
  const mocked = withoutHandler.filter((id) => unserved.every(({ operationId }) => operationId !== id));
  if (mocked.length > 0)
    console.error(`Released in the document, and mocked here for want of a handler: ${mocked.join(', ')}.`);
  for (const { operationId, unsupported } of unserved)
    console.error(`${operationId} cannot be served here: ${unsupported}. Its calls get 501.`);
}

function greeting({ url, contract }: RunningServer, key: string, persisted: string | undefined): string[] {
  const path = firstCall(contract.operations);
  const call = path === undefined ? [''] : ['', 'Try it:', `curl -H 'X-API-Key: ${key}' ${url}${path}`, ''];
  return [
    `Sandbox   ${url}`,
    `Docs      ${url}/docs`,
    `Test key  ${key}`,
    ...call,
    `Stop it with Ctrl-C; ${persisted === undefined ? 'what you changed goes with it' : `what you changed stays in ${persisted}`}.`,
  ];
}
