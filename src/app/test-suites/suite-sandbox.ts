// Runs a sandbox in the process of a test suite. Its interface is src/app/test-suites/index.ts.
import { join } from 'node:path';
import type { Logger } from 'pino';
import { contractDocument } from '../../contract/document';
import { compileSchemas } from '../../contract/schemas';
import { validationError } from '../../contract/validation/validation-error';
import { isFileName } from '../../base/database-url';
import { createTemporaryFolder, removeFolder } from '../../base/environment/temporary-folder';
import { ApiError, isNotFound, unavailableReason } from '../../base/errors';
import { createLogger } from '../../base/logger';
import type { Har, Sandbox, SandboxOptions, World, WorldOptions } from './types';
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
  const validate = compileSchemas(contractDocument).of(OPTIONS); // those of the server, because others take 5 ms to make
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
  return sandbox.start({ config, logger }).catch((error: unknown) => {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const problem = code === 'EADDRINUSE' ? 'is in use' : 'needs a privileged user';
    throw new Error(`Port ${port} of ${HOST} ${problem}. Leave out \`port\` to use a free port.`, {
      cause: error,
    });
  });
}

async function start({ port = 0, contract, now, persist, quiet = true }: SandboxOptions, file: string) {
  const isTemporary = persist === undefined;
  const sandbox = await openSandboxFile({ file, contract, now, isTemporary }).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    const reason = unavailableReason(error);
    throw new Error(`${file} cannot be used: ${reason}. Give another file as \`persist\`.`, { cause: error });
  });
  return { ...sandbox, server: await serve(sandbox, port, quiet) };
}

export async function startSuiteSandbox(options: SandboxOptions): Promise<Sandbox> {
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
  const { control, server, key: defaultKey } = started;
  let closed: Promise<void> | undefined;
  async function call<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    if (closed) throw new Error('This sandbox is closed. Start another one with startSandbox().');
    return work().catch((error: unknown) => {
      throw explain(error, name);
    });
  }
  async function deleteWorld(id: string): Promise<void> {
    if (closed) return;
    await control.delete(id).catch((error: unknown) => {
      if (!isNotFound(error)) throw error;
    });
  }
  // A missing argument becomes null, which the checks reject.
  const toWorld = ({ id, key }: Pick<World, 'id' | 'key'>): World => ({
    id,
    key,
    reset: () => call('reset', async () => void (await control.reset(id))),
    fork: (world) => call('fork', async () => toWorld(await control.create({ ...world, from: id }))),
    advance: (duration) =>
      call('advance', async () => (await control.move(id, { advance: duration ?? null })).now),
    setTime: (now) => call('setTime', async () => (await control.move(id, { now: now ?? null })).now),
    faults: (list) => call('faults', async () => void (await control.setFaults(id, list ?? null))),
    records: () => call('records', () => control.seed(id)),
    calls: () =>
      call('calls', async () => {
        let text = '';
        for await (const piece of await control.calls(id, server.url)) text += piece;
        return JSON.parse(text) as Har;
      }),
    createKey: (key) => call('createKey', () => control.createKey(id, key ?? null)),
    delete: () => deleteWorld(id),
    close: () => deleteWorld(id),
  });
  return {
    url: server.url,
    key: defaultKey,
    createWorld(given?: WorldOptions) {
      const world: WorldOptions = { ...given };
      const isFork = world.from !== undefined && world.from !== 'demo' && world.from !== 'empty';
      const now = world.now ?? (isFork ? undefined : options.now);
      return call('createWorld', async () => toWorld(await control.create({ ...world, now })));
    },
    /** Closes at the first call. Later calls wait for it. */
    close: () => (closed ??= server.close(MAX_CLOSE_MILLISECONDS).then(remove)),
  };
}
