// `replay`: sends the calls of recordings to a candidate, and reports differences from the recorded responses.
import { type Command, Option } from 'commander';
import { variable } from '../../base/config';
import { toDay } from '../../base/day';
import type { RecordingResult } from '../../review/replay/replay';
import type { ReplayReport } from '../../review/replay/report';
import { baseUrl } from '../support/arguments';
import { CommandError } from '../../base/command-error';
import { console, printReport } from '../support/output';

interface Options {
  url: string;
  keyFromEnv: string;
  waivers: string;
  format: (typeof FORMATS)[number];
}

const FORMATS = ['text', 'markdown', 'json'] as const;

async function print(report: ReplayReport, format: Options['format']): Promise<void> {
  if (format === 'json') return console.text(JSON.stringify(report, null, 2));
  const { replayReport } = await import('../../review/reports/replay-report.js');
  await printReport(replayReport(report), format);
}

const REPLAY_WAIVERS = 'spec/replay-waivers.yaml';

const HELP = `
In a sandbox, each recording begins in a new world with the recorded records and clock. The command
deletes the world afterwards. SANDBOX_TOKEN is the token of a sandbox that is not on this machine.
On a server, the calls act on the organization of the key. Use an organization for tests.

Exit status:
  0  no breaking differences
  1  breaking differences, wrong waivers, or no call sent
  2  incorrect usage, a recording that cannot be read, or a candidate that cannot be used`;

export function addReplayCommand(program: Command): void {
  program
    .command('replay')
    .description(
      'Send recorded calls to a sandbox or server, and compare the responses with the recorded ones.',
    )
    .argument('<recordings...>', 'files in HAR 1.2, or folders with .har files')
    .requiredOption('--url <url>', 'base URL of the sandbox or server', baseUrl)
    .option('--key-from-env <name>', 'the environment variable with the API key for a server', 'API_KEY')
    .option('--waivers <file>', 'permitted differences, in the format of spec/waivers.yaml', REPLAY_WAIVERS)
    .addOption(new Option('--format <format>', 'format of the report').choices(FORMATS).default('text'))
    .addHelpText('after', HELP)
    .action(async (paths: string[], options: Options) => {
      const report = await replay(paths, options);
      await print(report, options.format);
      if (!report.passes) throw new CommandError('');
    });
}

/** @throws ReviewError for recordings, waivers and candidates that cannot be used. */
async function replay(paths: string[], { url, keyFromEnv, waivers }: Options): Promise<ReplayReport> {
  const { readRecordings } = await import('../../review/probe/har.js');
  const { openCandidate } = await import('../../review/replay/candidate.js');
  const { createContractParts } = await import('../../review/replay/contract-parts.js');
  const { replayRecording } = await import('../../review/replay/replay.js');
  const { createReplayReport } = await import('../../review/replay/report.js');
  const { contractDocument } = await import('../../contract/document.js');
  const { readWaivers } = await import('../../review/edits/waivers.js');
  const recordings = await readRecordings(paths);
  const permitted = await readWaivers(waivers);
  const access = { url, key: variable(keyFromEnv), token: variable('SANDBOX_TOKEN') };
  const candidate = await openCandidate(access);
  const parts = createContractParts(contractDocument);
  const results: RecordingResult[] = [];
  for (const recording of recordings) results.push(await replayRecording(recording, candidate, parts));
  return createReplayReport(candidate, results, permitted, toDay(new Date()));
}
