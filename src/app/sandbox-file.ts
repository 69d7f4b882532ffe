// Opens the files of a sandbox and starts it, for the command and for test suites.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadDocument } from '../contract/load-document';
import { CommandError } from '../base/command-error';
import { ApiError } from '../base/errors';
import { readBytesSync } from '../base/read-file';
import { prepareSandbox } from '../sandbox/control/first-start';
import { openDatabase } from './open-database';
import { type SandboxOptions, openSandbox, startSandbox } from './sandbox';
import type { RunningServer } from './server';

/** A database with the tables and the starting points of worlds, which takes 0.1 s to make. The build makes it. */
const TEMPLATE = join(__dirname, 'sandbox-template.sqlite');

/** Returns its path. */
export async function writeTemplate(): Promise<string> {
  const database = await openDatabase(`sqlite:${TEMPLATE}`);
  await prepareSandbox(database);
  await database.close();
  return TEMPLATE;
}

interface SandboxFiles {
  /** The SQLite file of the data, which is created when it is missing. */
  file: string;
  /** The branch of this project's contract to serve instead of it. */
  contract?: string | undefined;
  timeToLive?: number | undefined;
  now?: string | undefined;
  /** Whether the file is deleted after its use. */
  isTemporary: boolean;
}

type StartOptions = Omit<SandboxOptions, 'document'>;

export type OpenedSandbox = Awaited<ReturnType<typeof openSandboxFile>>;

/** @throws UnreadableDocument, CommandError, or ApiError `unavailable` for a locked file. */
export async function openSandboxFile({ file, contract, timeToLive, now, isTemporary }: SandboxFiles) {
  const loaded = contract === undefined ? undefined : await loadDocument(contract);
  const options = { timeToLive, now, isTemporary };
  // Only this process uses the file of temporary data.
  if (isTemporary && existsSync(TEMPLATE)) writeFileSync(file, readBytesSync(TEMPLATE), { mode: 0o600 });
  const sandbox = await openSandbox(`sqlite:${file}`, options).catch((error: unknown) => {
    if (error instanceof ApiError) throw error;
    const reason = (error as Error).message.replace(/\.?$/, '.');
    throw new CommandError(`${file} cannot be used: ${reason} Name another file.`);
  });
  const { close } = sandbox.inventory;
  const document = loaded ? { document: loaded.document } : {};
  /**
   * Starts the server, whose `close` also closes the data. After a failure, the data is closed.
   * @throws CommandError for a fault of the document, or the system's error for the address.
   */
  async function start(options: StartOptions): Promise<RunningServer> {
    const server = await startSandbox(sandbox, { ...options, ...document }).catch(async (error: unknown) => {
      await close();
      if (contract === undefined || (error as NodeJS.ErrnoException).syscall !== undefined) throw error;
      throw new CommandError(`${contract} cannot be served: ${(error as Error).message}`);
    });
    const closeServer = server.close;
    server.close = (grace) => closeServer(grace).then(close);
    return server;
  }
  /** `loaded`: the document of `contract` with its files. */
  return { ...sandbox, loaded, start };
}
