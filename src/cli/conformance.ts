// `conformance`: holds running servers against the contract, from outside.
import { join } from 'node:path';
import type { Command } from 'commander';
import { variable } from '../config';
import type { ConformanceReport } from '../conformance/run';
import { baseUrl, wholeNumber } from './arguments';
import { console } from './output';
import { Refusal } from './refusal';
import { onFirstSignal } from './signals';
import { inTemporaryFolder } from './temporary-folder';

const HELP = `
Without --url it starts a server and a sandbox of its own, both on the demo world and for the time of the run, and checks both.
With --url it checks the server there, which may be a real one or a sandbox, with a key of an organization that has a cyber system.

It sends every example, provokes the documented errors, and makes requests up from the schemas. It changes and deletes only assets that
it has made itself; their names begin with "conformance-" and the seed, and all of them are deleted at the end.`;

/** fast-check takes 32 bits with a sign. */
const MAX_SEED = 0x7fffffff;

interface Options {
  url?: string;
  key?: string;
  keyFromEnv?: string;
  seed?: number;
  runs: number;
  json?: boolean;
}

interface Target {
  url: string;
  key: string;
}

export function addConformanceCommand(program: Command): void {
  const command = program
    .command('conformance')
    .description(
      'Check a running server against the contract, from outside: ours, a sandbox, or a deployed one.',
    )
    .option('--url <url>', 'the server to check', baseUrl)
    .option('--key <key>', 'the API key for it')
    .option(
      '--key-from-env <name>',
      'the variable that has the API key, which keeps it out of the list of processes',
    )
    .option(
      '--seed <n>',
      'makes the same requests up again; a new one each time when left out',
      wholeNumber(0, MAX_SEED),
    )
    .option(
      '--runs <n>',
      'how many requests to make up for each part of an available operation; a fifth of it for a planned one',
      wholeNumber(1, 10_000),
      25,
    )
    .option('--json', 'the reports as JSON')
    .addHelpText('after', HELP)
    .action(async (options: Options) => {
      const { CannotCheck, runConformance } = await import('../conformance/run.js');
      const { conforms, toText } = await import('../conformance/report.js');
      const { contractDocument } = await import('../contract/document.js');
      const { seed = Math.floor(Math.random() * MAX_SEED), runs } = options;
      const reports: ConformanceReport[] = [];
      const stop = new AbortController();
      const listenNoMore = onFirstSignal(() => stop.abort());
      const check = async (target: Target): Promise<void> => {
        const report = await runConformance({
          document: contractDocument,
          ...target,
          seed,
          runs,
          signal: stop.signal,
        });
        reports.push(report);
        if (!options.json) console.log([...toText(report), '']);
      };
      try {
        const given = targetOf(command, options);
        await (given ? check(given) : withOurs(check));
      } catch (error) {
        throw error instanceof CannotCheck ? new Refusal(error.message) : error;
      } finally {
        listenNoMore();
      }
      if (options.json) console.text(JSON.stringify(reports, null, 2));
      if (!reports.every(conforms)) throw new Refusal('');
    });
}

/** Undefined when our own servers are to be checked. @throws CommanderError for one without the other. */
function targetOf(command: Command, { url, key, keyFromEnv }: Options): Target | undefined {
  if (key !== undefined && keyFromEnv !== undefined)
    command.error('error: give --key or --key-from-env, not both');
  if (keyFromEnv !== undefined && variable(keyFromEnv) === undefined)
    command.error(`error: the variable ${keyFromEnv} has no key`);
  const used = key ?? (keyFromEnv === undefined ? undefined : variable(keyFromEnv));
  if (url === undefined && used === undefined) return undefined;
  if (url === undefined) command.error('error: a key needs the --url that it is for');
  if (used === undefined) command.error('error: --url needs a key: --key or --key-from-env');
  return { url, key: used };
}

/** Our server and our sandbox, one after the other, each on a database of its own. Neither checks its own answers, which would hide what is wrong with them. */
async function withOurs(check: (target: Target) => Promise<void>): Promise<void> {
  const { createLogger, openSandbox, openTrial, startServer } = await import('../compose.js');
  const logger = createLogger('error');
  const config = {
    port: 0,
    host: '127.0.0.1',
    rateLimit: 1_000_000,
    /* so that the header fields of a limit are told, and it never holds */ validateResponses: false,
    corsOrigins: [],
  };
  for (const [sandbox, open] of [
    [false, openTrial],
    [true, openSandbox],
  ] as const) {
    await inTemporaryFolder('conformance', async (folder) => {
      const { inventory, key } = await open(`sqlite:${join(folder, 'inventory.sqlite')}`);
      const server = await startServer(inventory, {
        config,
        environment: sandbox ? 'test' : 'live',
        sandbox,
        logger,
      });
      await check({ url: server.url, key }).finally(async () => {
        await server.close();
        await inventory.close();
      });
    });
  }
}
