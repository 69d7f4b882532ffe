// Runs a sandbox in the process of a test suite. Its interface is src/app/test-suites/index.ts.
import { join } from 'node:path';
import type { Logger } from 'pino';
import { contractDocument } from '../../contract/document';
import { schemasOf } from '../../contract/schemas';
import { validationError } from '../../contract/validation/validation-error';
import { isFileName } from '../../base/database-url';
import { createTemporaryFolder, removeFolder } from '../../base/environment/temporary-folder';
import { ApiError, isNotFound } from '../../base/errors';
import { createLogger } from '../../base/logger';
import type { Fault, NewKey, SandboxOptions, WorldOptions } from './types';
import { type OpenedSandbox, openSandboxFile } from '../sandbox-file';
import type { RunningServer } from '../server';

/** Shorter than the time limit of a hook: 5 seconds in Jest. */
const MAX_CLOSE_MILLISECONDS = 1000;

/** A suite must not fail because it is fast. */
const NO_RATE_LIMIT = 0;

const HOST = '127.0.0.1';

const OPTIONS = {
  type: 'object',
  additionalProperties: false,
  properties: {
    port: { type: 'integer', minimum: 0, maximum: 65535 },
    contract: { type: 'string', minLength: 1 },
    now: { type: 'string', format: 'date-time' },
    persist: { type: 'string' },
    quiet: { type: 'boolean' },
  },
};

let log: Logger | undefined;
/** Sandboxes share the log of the process, because a log adds a listener to the process. */
const loggerFor = (quiet: boolean): Logger =>
  quiet ? createLogger('silent') : (log ??= createLogger('warn'));

const NO_WORLD =
  'This world does not exist: it was deleted, or had no request for a day. Create another world.';
const NO_ORIGIN = 'Wrong options of createWorld: from names no world. Use demo, empty or the id of a world.';

const NO_USER = 'Wrong options of createKey: userId names no user of the world. List them with GET /users.';

/** Explains wrong arguments of a function, and worlds that no longer exist. Other errors stay. */
function explain(error: unknown, name: string): Error {
  if (!(error instanceof ApiError)) return error as Error;
  const isUnknown = error.code === 'invalid_reference';
  if (isUnknown && name === 'createKey') return new Error(NO_USER, { cause: error });
  if (isUnknown && name === 'createWorld') return new Error(NO_ORIGIN, { cause: error });
  if (isUnknown || isNotFound(error)) return new Error(NO_WORLD, { cause: error });
  if (error.details === undefined) return error;
  const faults = error.details.map(({ field, message }) => `${field} ${message}`);
  return new Error(`Wrong options of ${name}: ${faults.join('. ')}.`.replace('?.', '?'), { cause: error });
}

function checkOptions(options: SandboxOptions): void {
  const validate = schemasOf(contractDocument).of(OPTIONS); // those of the server, because others take 5 ms to make
  if (!validate(options)) throw explain(validationError(validate.errors!), 'startSandbox');
  if (options.persist !== undefined && !isFileName(options.persist))
    throw new Error(
      `Wrong options of startSandbox: persist is "${options.persist}". Give a file name, for example sandbox.sqlite.`,
    );
}

/** Starts the server. @throws Error that says what to do about the port. */
async function serve(sandbox: OpenedSandbox, port: number, quiet: boolean): Promise<RunningServer> {
  const config = { port, host: HOST, rateLimit: NO_RATE_LIMIT, validateResponses: true, corsOrigins: [] };
  const logger = loggerFor(quiet);
  const server = await sandbox.start({ config, logger }).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const problem = code === 'EADDRINUSE' ? 'is in use' : 'needs a privileged user';
    throw new Error(`Port ${port} of ${HOST} ${problem}. Leave out \`port\` to use a free port.`, {
      cause: error,
    });
  });
  return server;
}

async function start({ port = 0, contract, now, persist, quiet = true }: SandboxOptions, file: string) {
  const isTemporary = persist === undefined;
  const sandbox = await openSandboxFile({ file, contract, now, isTemporary }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new Error(`${file} cannot be used: ${reason}. Give another file as \`persist\`.`, { cause: error });
  });
  return { ...sandbox, server: await serve(sandbox, port, quiet) };
}

export async function startSuiteSandbox(options: SandboxOptions) {
  checkOptions(options);
  const folder = options.persist === undefined ? createTemporaryFolder('sandbox') : undefined;
  const remove = (): void => {
    if (folder !== undefined) removeFolder(folder);
  };
  const started = await start(options, options.persist ?? join(folder!, 'inventory.sqlite')).catch(
    (error: unknown) => {
      remove();
      throw error;
    },
  );
  const { control, server, key } = started;
  let closed: Promise<void> | undefined;

  async function call<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    if (closed) throw new Error('This sandbox is closed. Start another one with startSandbox().');
    return work().catch((error: unknown) => {
      throw explain(error, name);
    });
  }

  return {
    url: server.url,
    key,
    control: {
      create(world: WorldOptions) {
        const isFork = world.from !== undefined && world.from !== 'demo' && world.from !== 'empty';
        const now = world.now ?? (isFork ? undefined : options.now);
        return call('createWorld', () => control.create({ ...world, now }));
      },
      fork: (id: string, world: Omit<WorldOptions, 'from' | 'records'>) =>
        call('fork', () => control.create({ ...world, from: id })),
      advance: (id: string, duration: string | null) =>
        call('advance', async () => (await control.move(id, { advance: duration })).now),
      setTime: (id: string, now: string | null) =>
        call('setTime', async () => (await control.move(id, { now })).now),
      createKey: (id: string, key: NewKey) => call('createKey', () => control.createKey(id, key)),
      reset: (id: string) => call('reset', async () => void (await control.reset(id))),
      records: (id: string) => call('records', () => control.seed(id)),
      setFaults: (id: string, list: Fault[] | null) =>
        call('faults', async () => void (await control.setFaults(id, list))),
      /** Returns the text of a HAR. */
      calls: (id: string) =>
        call('calls', async () => {
          const pieces = await control.calls(id, server.url);
          let text = '';
          for await (const piece of pieces) text += piece;
          return text;
        }),
      async delete(id: string): Promise<void> {
        if (closed) return;
        await control.delete(id).catch((error: unknown) => {
          if (!isNotFound(error)) throw error;
        });
      },
    },
    /** Closes at the first call. Later calls wait for it. */
    close: () => (closed ??= server.close(MAX_CLOSE_MILLISECONDS).then(remove)),
  };
}
