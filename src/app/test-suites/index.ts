// The sandbox for test suites, published as compliance-inventory/sandbox.
import { runInThisContext } from 'node:vm';
import type * as SuiteSandbox from './suite-sandbox';
import type { Sandbox, SandboxOptions } from './types';

export type * from './types';

/**
 * Loads a module outside of the context that Jest gives each test file. There, dynamic imports fail, errors of Node
 * are no instances of `Error`, and each test file would load the server again.
 */
function loadOnce(path: string): unknown {
  const { getBuiltinModule } = runInThisContext('process') as NodeJS.Process;
  return getBuiltinModule('node:module').createRequire(__filename)(path);
}

/**
 * Starts a sandbox on 127.0.0.1 in this process, without a limit of requests. It handles no signals and ends when
 * `close()` is called. A process can run several sandboxes.
 * @throws Error that says what is wrong and what to do: a wrong option, a port in use, an unreadable document or
 * file.
 * @example
 * const sandbox = await startSandbox({ now: '2026-03-02T08:00:00Z' });
 * const world = await sandbox.createWorld();
 * const response = await fetch(`${sandbox.url}/tasks`, { headers: { 'X-API-Key': world.key } });
 * await world.advance('P35D');
 * await sandbox.close();
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { startSuiteSandbox } = loadOnce('./suite-sandbox.js') as typeof SuiteSandbox;
  return startSuiteSandbox(options);
}
