// `conformance`: checks running servers against the contract.
import { join } from 'node:path';
import { type Command, Option } from 'commander';
import { variable } from '../../base/config';
import type { ConformanceReport } from '../../review/conformance/run';
import { baseUrl, wholeNumber } from '../support/arguments';
import { CommandError } from '../../base/command-error';
import { console, printReport, withProgress } from '../support/output';
import { inTemporaryFolder, withStopSignal } from '../support/signals';

const HELP = `
Without --url, the command starts a server and a sandbox with demo data, checks both, and stops them.
With --url, it checks that server or sandbox. The key must belong to an organization with at least one
cyber system.

It sends every example, provokes the documented errors, and generates requests from the schemas. It
changes and deletes only assets that it created. Their names begin with "conformance-" and the seed. At
the end it deletes all of them. In a sandbox, it also creates records of planned operations.`;

/** fast-check accepts signed 32-bit seeds. */
const MAX_SEED = 0x7fffffff;

const FORMATS = ['text', 'markdown', 'json'] as const;

interface Options {
  url?: string;
  key?: string;
  keyFromEnv?: string;
  seed?: number;
  runs: number;
  jobs: number;
  userKeysFromEnv?: string[];
  knownIds?: string[];
  maxResponseTime?: number;
  format: (typeof FORMATS)[number];
}

interface Target {
  url: string;
  key: string;
  knownIds?: string[] | undefined;
}

export function addConformanceCommand(program: Command): void {
  const command = program
    .command('conformance')
    .description('Check a running server or sandbox against the contract.')
    .option('--url <url>', 'base URL of the server to check', baseUrl)
    .option('--key <key>', 'API key for --url')
    .option(
      '--key-from-env <name>',
      'environment variable with the API key; keeps the key out of the process list',
    )
    .option(
      '--seed <n>',
      'repeat the generated requests of an earlier run; random by default',
      wholeNumber(0, MAX_SEED),
    )
    .option(
      '--runs <n>',
      'generated requests for each part of an available operation; planned operations get a fifth',
      wholeNumber(1, 10_000),
      25,
    )
    .option(
      '--user-keys-from-env <names...>',
      'environment variables with keys of other users of a sandbox, whose permissions are checked',
    )
    .option('--known-ids <ids...>', 'ids of records that the lists of --url must have')
    .option('--jobs <n>', 'requests at once', wholeNumber(1, 64), 4)
    .option('--max-response-time <ms>', 'report operations with a slower response', wholeNumber(1, 60_000))
    .addOption(new Option('--format <format>', 'format of the report').choices(FORMATS).default('text'))
    .addHelpText('after', HELP)
    .action(async (options: Options) => {
      const { runConformance } = await import('../../review/conformance/run.js');
      const { conformanceReport, conforms } = await import('../../review/conformance/report.js');
      const { contractDocument } = await import('../../contract/document.js');
      const { seed = Math.floor(Math.random() * MAX_SEED), runs, jobs, maxResponseTime, format } = options;
      const reports: ConformanceReport[] = [];
      const check = async (target: Target, signal: AbortSignal): Promise<void> => {
        const report = await withProgress('checks', (onProgress) =>
          runConformance({
            document: contractDocument,
            ...target,
            seed,
            runs,
            jobs,
            userKeys: options.userKeysFromEnv?.map((name) => keyIn(command, name)),
            maxResponseTime,
            signal,
            onProgress,
          }),
        );
        reports.push(report);
        if (format !== 'json') await printReport(conformanceReport(report), format);
      };
      const given = readTarget(command, options);
      await withStopSignal((signal) =>
        given ? check(given, signal) : withOurs((target) => check(target, signal)),
      );
      if (format === 'json') console.text(JSON.stringify(reports, null, 2));
      if (!reports.every(conforms)) throw new CommandError('');
    });
}

const keyIn = (command: Command, name: string): string =>
  variable(name) ?? command.error(`error: the environment variable ${name} is empty`);

/**
 * Returns undefined to check our own servers. Exits with an error for a URL without a key, or the reverse.
 */
function readTarget(command: Command, { url, key, keyFromEnv, knownIds }: Options): Target | undefined {
  if (key !== undefined && keyFromEnv !== undefined)
    command.error('error: pass --key or --key-from-env, not both');
  const used = key ?? (keyFromEnv === undefined ? undefined : keyIn(command, keyFromEnv));
  if (url === undefined && used === undefined) return undefined;
  if (url === undefined) command.error('error: a key needs --url');
  if (used === undefined) command.error('error: --url needs --key or --key-from-env');
  return { url, key: used, knownIds };
}

/**
 * Checks our server and our sandbox, one after the other, each with its own database. Neither validates its
 * own responses, which would hide faults.
 */
async function withOurs(check: (target: Target) => Promise<void>): Promise<void> {
  const { openSandbox, startSandbox } = await import('../../app/sandbox.js');
  const { openTrial } = await import('../../app/trial.js');
  const { startServer } = await import('../../app/server.js');
  const { createLogger } = await import('../../base/logger.js');
  const logger = createLogger('error');
  const config = {
    port: 0,
    host: '127.0.0.1',
    rateLimit: 1_000_000, // the RateLimit header fields are checked, and the limit is never reached
    validateResponses: false,
    corsOrigins: [],
  };
  const startTrial = async (databaseUrl: string) => {
    const trial = await openTrial(databaseUrl);
    return { ...trial, server: await startServer(trial.inventory, { config, environment: 'live', logger }) };
  };
  const startOurSandbox = async (databaseUrl: string) => {
    const sandbox = await openSandbox(databaseUrl, { isTemporary: true });
    return { ...sandbox, knownIds: [], server: await startSandbox(sandbox, { config, logger }) };
  };
  for (const start of [startTrial, startOurSandbox])
    await inTemporaryFolder('conformance', async (folder) => {
      const { server, inventory, key, knownIds } = await start(`sqlite:${join(folder, 'inventory.sqlite')}`);
      await check({ url: server.url, key, knownIds }).finally(async () => {
        await server.close();
        await inventory.close();
      });
    });
}
