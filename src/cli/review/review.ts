// The `review` command: compares two contracts and reports breaking edits.
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Command, Option } from 'commander';
import type { Review } from '../../review/review';
import { wholeNumber } from '../support/arguments';
import { CommandError } from '../../base/command-error';
import { console, printReport, withProgress } from '../support/output';
import { inTemporaryFolder } from '../support/signals';
import type { Progress, ReviewOutcome, ReviewTask } from './review-thread';

interface Options extends Omit<ReviewTask, 'folder'> {
  format: (typeof FORMATS)[number];
  maxSeconds: number;
}

const FORMATS = ['text', 'markdown', 'html', 'annotations', 'json'] as const;

async function print(review: Review, format: Options['format']): Promise<void> {
  if (format === 'json') return console.text(JSON.stringify(review, null, 2));
  if (format === 'annotations')
    return console.text((await import('../../review/reports/annotations.js')).annotationsReport(review));
  await printReport((await import('../../review/reports/report.js')).reviewReport(review), format);
}

const EXIT_STATUSES = `
Exit status:
  0  no breaking edits, and no new document errors
  1  breaking edits, new document errors, or waiver, release or changelog problems
  2  incorrect usage, or a document or recording that cannot be read`;

export function addReviewCommand(program: Command): void {
  program
    .command('review')
    .description(
      'Compare two contracts. Report the edits that break callers or sandbox partners, and document errors.',
    )
    .requiredOption(
      '--base <ref-or-file>',
      'an OpenAPI 3.0, 3.1 or 3.2 document in JSON or YAML: a file, REVISION:PATH of git, or a git revision ' +
        '(default path: that of the head)',
    )
    .option('--head <ref-or-file>', 'the same (default: the working tree)')
    .addOption(new Option('--format <format>', 'format of the report').choices(FORMATS).default('text'))
    .addOption(
      new Option(
        '--faults <which>',
        'document errors that block: those that the base does not have, all, or none',
      )
        .choices(['new', 'all', 'off'])
        .default('new'),
    )
    .option('--policy <file>', 'levels and exceptions (default: review.yaml beside the head)')
    .option('--waivers <file>', 'waivers (default: waivers.yaml beside the head)')
    .option(
      '--calls <files-or-folders...>',
      'recordings (HAR 1.2) or usage exports: show the callers of each edit that breaks them',
    )
    .option('--max-megabytes <number>', 'maximum size of a document', wholeNumber(1, 1000), 10)
    .option('--max-seconds <number>', 'maximum processor time', wholeNumber(1, 3600), 60)
    .addHelpText('after', EXIT_STATUSES)
    .action(async ({ format, maxSeconds, ...compared }: Options) => {
      const review = await runReview(compared, maxSeconds);
      await print(review, format);
      if (!review.passes) throw new CommandError('');
    });
}

const UNREADABLE = 2;

/** @throws CommandError when a document cannot be read, or when the review exceeds its limits. */
async function runReview(compared: Omit<ReviewTask, 'folder'>, maxSeconds: number): Promise<Review> {
  const outcome = await inTemporaryFolder('review', (folder) => {
    const task: ReviewTask = { ...compared, folder };
    return withProgress('steps', (onProgress) => runInThread(task, maxSeconds, onProgress));
  }).catch((error: unknown) => {
    if (error instanceof LimitExceeded)
      throw new CommandError(
        `The documents cannot be compared: ${error.message}. \`review --help\` lists the limits.`,
        UNREADABLE,
      );
    throw error;
  });
  if ('problem' in outcome) throw new CommandError(outcome.problem, UNREADABLE);
  return outcome.review;
}

const MAX_MEGABYTES = 1024;
const POLL_MILLISECONDS = 50;

/** The process only waits for its thread. Unlike a duration, processor time does not depend on other processes. */
function processorSeconds(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000_000;
}

/** The work exceeded a limit. The message completes "… because". */
class LimitExceeded extends Error {}

/**
 * Runs a review in a thread with limits of time and memory, because patterns of untrusted documents may never
 * finish. Returns the message that the thread posts after those of its progress.
 * @throws LimitExceeded, or the Error that ended the thread.
 */
export async function runInThread(
  workerData: ReviewTask,
  maxSeconds: number,
  onProgress: (done: number, total: number) => void,
): Promise<ReviewOutcome> {
  const worker = new Worker(join(__dirname, 'review-thread.js'), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
  });
  const start = process.cpuUsage();
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ReviewOutcome>((resolve, reject) => {
      timer = setInterval(() => {
        if (processorSeconds(start) > maxSeconds)
          reject(new LimitExceeded(`it takes more than ${maxSeconds} seconds of processor time`));
      }, POLL_MILLISECONDS);
      worker.on('message', (message: Progress | ReviewOutcome) => {
        if ('done' in message) onProgress(message.done, message.total);
        else resolve(message);
      });
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          error.code === 'ERR_WORKER_OUT_OF_MEMORY'
            ? new LimitExceeded(`it takes more than ${MAX_MEGABYTES} MB`)
            : error,
        ),
      );
      worker.once('exit', () => reject(new LimitExceeded('its thread ended early')));
    });
  } finally {
    clearInterval(timer);
    await worker.terminate();
  }
}
