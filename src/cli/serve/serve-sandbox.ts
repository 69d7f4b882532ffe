// Serves a sandbox until a stop signal, and reloads its contract when asked to.
import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { openSandboxFile } from '../../app/sandbox-file';
import type { RunningServer } from '../../app/server';
import { LOOPBACK } from '../../base/addresses';
import { type Config, readConfig, withVariables } from '../../base/config';
import { firstRequestPath } from '../../contract/document';
import { loadDocument } from '../../contract/load-document';
import { createLogger } from '../../base/logger';
import { CommandError, WRONG_USAGE } from '../../base/command-error';
import { console } from '../support/output';
import { listenOrUndo, stopSignal } from './serve-process';

export interface SandboxOptions {
  port?: number;
  host?: string;
  persist?: string;
  contract?: string;
  watch?: boolean;
  stateless?: boolean;
  recording?: boolean;
  json?: boolean;
  /** Milliseconds. */
  worldTtl?: number;
  publicUrl?: string;
  public?: true;
  allowOrigin: string[];
}

/** V8 collects garbage before the heap grows by this share. Measured under load: 155 instead of 260 MB. */
const HEAP_GROWTH_PERCENT = 10;

const DEFAULTS = { PORT: '4010', LOG_LEVEL: 'warn', VALIDATE_RESPONSES: 'true' };

export async function serveSandbox(file: string, options: SandboxOptions): Promise<void> {
  const { persist, contract, watch, stateless = false, recording = true, json, publicUrl } = options;
  // Bun runs on another engine, and throws.
  if (!('bun' in process.versions)) setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  const isPublic = options.public ?? false;
  const environment = withVariables({
    DATABASE_URL: `sqlite:${file}`,
    PORT: options.port?.toString(),
    HOST: options.host,
  });
  const config = readConfig(environment, DEFAULTS, { isPublic });
  if (isPublic && config.sandboxToken !== undefined)
    throw new CommandError(
      '--public needs no token. Unset SANDBOX_TOKEN, or leave out --public.',
      WRONG_USAGE,
    );
  config.corsOrigins.push(...options.allowOrigin);
  const logger = createLogger(config.logLevel);
  const isTemporary = persist === undefined;
  const sandbox = await openSandboxFile({ file, contract, timeToLive: options.worldTtl, isTemporary });
  const { loaded, key } = sandbox;
  const signal = stopSignal();
  const server = await listenOrUndo(config, () =>
    sandbox.start({ config, logger, stateless, records: recording, publicUrl, isPublic }),
  );
  let isServing = true;
  if (loaded && watch)
    void watchFiles(
      loaded.files,
      (watched) => reload(contract!, server, watched),
      () => isServing,
    );
  const opened = findOpening(config, server.url, isPublic);
  if (opened !== undefined) console.error(opened);
  if (json) console.text(JSON.stringify(toConnection(server, key)));
  else console.log(greeting(server, key, persist));
  await signal;
  isServing = false;
  await server.close();
}

/** Returns the files of the new version. A version that cannot be read may wait for one of them. */
async function reload(file: string, server: RunningServer, watched: string[]): Promise<string[]> {
  let files = watched;
  try {
    await server.replace((await loadDocument(file, (found) => (files = found))).document);
    console.error(`Reloaded ${file}.`);
  } catch (error) {
    console.error(`${(error as Error).message} The sandbox still serves the previous document.`);
  }
  return files;
}

const POLL_MILLISECONDS = 100;

/** Returns files, which may be missing, with a text that changes with their content. */
const look = async (files: string[]): Promise<Map<string, string>> =>
  new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, string]> => {
        const found = await stat(file).catch(() => undefined);
        return [file, `${found?.ino} ${found?.mtimeMs} ${found?.size}`];
      }),
    ),
  );

/** Calls `onChange` once after a burst of changes. It receives the watched files and returns those to watch instead. */
async function watchFiles(
  files: string[],
  onChange: (watched: string[]) => Promise<string[]>,
  isWatching: () => boolean,
): Promise<void> {
  let watched = files;
  let seen = await look(watched);
  for (let isPending = false; isWatching(); await delay(POLL_MILLISECONDS, undefined, { ref: false })) {
    const now = await look(watched);
    const isChanged = watched.some((file) => now.get(file) !== seen.get(file)); // a new file counts as changed
    seen = now;
    if (isPending && !isChanged && isWatching()) watched = await onChange(watched);
    isPending = isChanged;
  }
}

/** Returns the addresses and the key for a program's requests. */
const toConnection = ({ url, contract }: RunningServer, key: string) => ({
  url,
  key,
  consoleUrl: url,
  docsUrl: `${url}/docs`,
  worldsUrl: `${url}/sandbox/worlds`,
  contractVersion: contract.version,
});

/** Returns a warning for a sandbox that is open to the network with plain HTTP, or to everyone. */
function findOpening({ host, tls, trustProxy }: Config, url: string, isPublic: boolean): string | undefined {
  const isPlain = tls === undefined && trustProxy === undefined;
  if (!isPublic && (!isPlain || LOOPBACK.includes(host))) return undefined;
  const others = isPublic ? 'without a token' : 'with the token of SANDBOX_TOKEN';
  return (
    `${url} is open${isPlain ? ', unencrypted' : ''}: the API to holders of a test key; ` +
    `the console, the documentation and all worlds ${others}.`
  );
}

function greeting({ url, contract }: RunningServer, key: string, persisted: string | undefined): string[] {
  const path = firstRequestPath(contract.operations);
  const example =
    path === undefined ? [''] : ['', 'Try it:', `curl -H 'X-API-Key: ${key}' ${url}${path}`, ''];
  const data = persisted === undefined ? 'The sandbox then deletes its data' : `Data stays in ${persisted}`;
  return [
    `Sandbox   ${url}`,
    `Console   ${url}/`,
    `Docs      ${url}/docs`,
    `Guide     ${url}/docs/guide/`,
    `Test key  ${key}`,
    ...example,
    `Press Ctrl-C to stop. ${data}.`,
  ];
}
