// `serve`: the real server, in one process or with workers. `sandbox`: available and planned operations on demo data, with
// a fixed key and a console.
import cluster from 'node:cluster';
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { readConfig } from '../../base/config';
import { isFileName } from '../../base/database-url';
import { lifetime, pageOrigin, pageOrigins, wholeNumber } from '../support/arguments';
import { CommandError, WRONG_USAGE } from '../../base/command-error';
import type { SandboxOptions } from './serve-sandbox';
import { inTemporaryFolder } from '../support/signals';

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('Start the real server. It serves available operations and returns 501 for planned ones.')
    .action(async () => {
      const config = readConfig();
      // A process manager may have made a cluster of its own: WORKERS decides, not the cluster module.
      const { serveAlone, serveAsPrimary, serveAsWorker } = await import('./serve-roles.js');
      if (config.workers === 1) return serveAlone(config);
      return cluster.isPrimary ? serveAsPrimary(config) : serveAsWorker(config);
    });
}

const WORLD_LIFETIME = '1d';

export function addSandboxCommand(program: Command): void {
  program
    .command('sandbox')
    .description(
      'Start a sandbox with demo data, in which planned operations keep their records. Prints its URL and test key.',
    )
    .option('--port <number>', 'TCP port, 0 for a free one; in place of PORT', wholeNumber(0, 65535))
    .option('--host <address>', 'address to listen on; in place of HOST')
    .option('--persist <file>', 'keep the data in this SQLite file; by default the sandbox deletes its data')
    .option(
      '--contract <file>',
      'serve this branch of the contract, JSON or YAML; new operations act on records or return examples',
    )
    .option('--stateless', 'let Prism alone answer planned operations: they keep no records')
    .addOption(
      new Option(
        '--world-ttl <duration>',
        'remove a world without a request for this long; the default world stays',
      )
        .argParser(lifetime)
        .default(lifetime(WORLD_LIFETIME), WORLD_LIFETIME),
    )
    .option('--no-recording', 'do not record the calls of worlds')
    .option(
      '--public-url <origin>',
      'the origin at which callers on the network reach the sandbox, for example https://sandbox.example',
      pageOrigin,
    )
    .option('--public', 'let everyone who reaches the sandbox use its console and worlds without a token')
    .addOption(
      new Option(
        '--allow-origin <origin>',
        'let browser applications of this origin use the sandbox, or of all with *; repeatable',
      )
        .argParser(pageOrigins)
        .default([], 'those on this machine'),
    )
    .option('--json', 'print one line of JSON when the sandbox is ready, for test suites')
    .option('--watch', 'with --contract: reload the document when it changes, and keep the data')
    .action(async (options: SandboxOptions) => {
      if (options.watch && options.contract === undefined)
        throw new CommandError('--watch needs --contract <file>.', WRONG_USAGE);
      if (options.persist !== undefined && !isFileName(options.persist))
        throw new CommandError('--persist needs a file name, for example sandbox.sqlite.', WRONG_USAGE);
      const { serveSandbox } = await import('./serve-sandbox.js');
      if (options.persist !== undefined) return serveSandbox(options.persist, options);
      await inTemporaryFolder('sandbox', (folder) => serveSandbox(join(folder, 'inventory.sqlite'), options));
    });
}
