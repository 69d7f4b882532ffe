// Serves a sandbox until a stop signal, and reloads its contract when asked to.
import { type Stats, existsSync, unwatchFile, watchFile } from 'node:fs';
import { dirname } from 'node:path';
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
  const {
    persist,
    contract,
    watch,
    stateless = false,
    recording = true,
    json,
    worldTtl,
    publicUrl,
  } = options;
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
  const sandbox = await openSandboxFile({ file, contract, timeToLive: worldTtl, isTemporary });
  const { loaded, key } = sandbox;
  const signal = stopSignal();
  const server = await listenOrUndo(config, () =>
    sandbox.start({ config, logger, stateless, records: recording, publicUrl, isPublic }),
  );
  const unwatch =
    loaded && watch
      ? watchFiles(loaded.files, (watchInstead) => reload(contract!, server, watchInstead))
      : () => {};
  const opened = openingOf(config, server.url, isPublic);
  if (opened !== undefined) console.error(opened);
  if (json) console.text(JSON.stringify(connectionOf(server, key)));
  else console.log(greeting(server, key, persist));
  await signal;
  unwatch();
  await server.close();
}

/** A new version may be in other files. A version that cannot be read may wait for one of them. */
async function reload(
  file: string,
  server: RunningServer,
  watchInstead: (files: string[]) => void,
): Promise<void> {
  try {
    await server.replace((await loadDocument(file, watchInstead)).document);
    console.error(`Reloaded ${file}.`);
  } catch (error) {
    console.error(`${(error as Error).message} The sandbox still serves the previous document.`);
  }
}

const POLL = { interval: 150 };
const BURST_MILLISECONDS = 100;

/** Returns the file itself, or the first missing folder on the way to it. */
const awaited = (file: string): string => (existsSync(dirname(file)) ? file : awaited(dirname(file)));

/**
 * Calls `onChange` once for a burst of changes, with a function that watches other files instead. Files may be missing.
 * Returns a function that stops watching.
 */
function watchFiles(
  files: string[],
  onChange: (watchInstead: (files: string[]) => void) => Promise<void>,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let watched = new Set<string>();
  let stopped = false;
  const schedule = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(() => onChange(watchInstead));
    }, BURST_MILLISECONDS);
  };
  const changed = (now: Stats, before: Stats): void => {
    if (now.ino !== 0 || before.ino !== 0) schedule(); // Node also reports once that a file is missing
  };

  /** Returns whether a path is newly watched. */
  function watchThese(these: string[]): boolean {
    const wanted = new Set(these.map(awaited));
    const fresh = [...wanted].filter((path) => !watched.has(path));
    for (const path of watched) if (!wanted.has(path)) unwatchFile(path, changed);
    for (const path of fresh) watchFile(path, POLL, changed);
    watched = wanted;
    return fresh.length > 0;
  }

  function watchInstead(others: string[]): void {
    if (!stopped && watchThese(others)) schedule(); // a change before the first look was not reported
  }

  watchThese(files);
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const path of watched) unwatchFile(path, changed);
  };
}

/** Returns what a program needs to send requests. */
const connectionOf = ({ url, contract }: RunningServer, key: string) => ({
  url,
  key,
  consoleUrl: url,
  docsUrl: `${url}/docs`,
  worldsUrl: `${url}/sandbox/worlds`,
  contractVersion: contract.version,
});

/** Says what a sandbox opens to the network with plain HTTP, or to everyone. */
function openingOf({ host, tls, trustProxy }: Config, url: string, isPublic: boolean): string | undefined {
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
