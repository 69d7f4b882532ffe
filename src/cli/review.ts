// `review`: what a change of the contract breaks, and whom.
import { type Command, Option } from 'commander';
import type { Review } from '../review/review';
import { console } from './output';
import { Refusal } from './refusal';
import type { ReviewOutcome, ReviewTask } from './review-thread';
import { inTemporaryFolder } from './temporary-folder';
import { LimitExceeded, runInThread } from './thread';

interface Options {
  base: string;
  head?: string;
  format: keyof typeof FORMATS;
  transcripts?: boolean;
}

const FORMATS = {
  text: async (review: Review) => (await import('../review/reports/text.js')).textReport(review),
  markdown: async (review: Review) => (await import('../review/reports/markdown.js')).markdownReport(review),
  html: async (review: Review) => (await import('../review/reports/html.js')).htmlReport(review),
  annotations: async (review: Review) =>
    (await import('../review/reports/annotations.js')).annotationsReport(review),
  json: (review: Review) => Promise.resolve(JSON.stringify(review, null, 2)),
};

export function addReviewCommand(program: Command): void {
  program
    .command('review')
    .description(
      'Compare two contracts: what breaks callers of available operations, what is only planned, whether the head is sound.',
    )
    .requiredOption(
      '--base <ref-or-file>',
      'a git revision, whose spec/ is taken, or a document, JSON or YAML, OpenAPI 3.0 or 3.1',
    )
    .option('--head <file>', 'a document; the working tree when left out')
    .addOption(
      new Option('--format <format>', 'how the report is written')
        .choices(Object.keys(FORMATS))
        .default('text'),
    )
    .option(
      '--transcripts',
      'send each example of each changed operation to base and head, and show both answers',
    )
    .addHelpText(
      'after',
      '\nExit status: 0 nothing breaks, 1 an available operation breaks or the head is unsound, 2 wrong usage or an unreadable document.',
    )
    .action(async (options: Options) => {
      const review = await reviewOf(options);
      console.text(await FORMATS[options.format](review));
      if (!review.passes) throw new Refusal('');
    });
}

const UNREADABLE = 2;
/** This project's own contract takes two. */
const MAX_SECONDS = 60;

/** @throws Refusal when a document cannot be read, or not in time. */
async function reviewOf({ base, head, transcripts }: Options): Promise<Review> {
  const compare = (folder: string) =>
    runInThread<ReviewOutcome>('review-thread', { base, head, folder } satisfies ReviewTask, MAX_SECONDS);
  const outcome = await inTemporaryFolder('review', compare).catch((error: unknown) => {
    if (error instanceof LimitExceeded)
      throw new Refusal(`The documents cannot be compared: ${error.message}.`, UNREADABLE);
    throw error;
  });
  if ('refusal' in outcome) throw new Refusal(outcome.refusal, UNREADABLE);
  const { review, documents } = outcome;
  if (!transcripts) return review;
  const { transcriptsOf } = await import('./transcripts.js');
  return { ...review, transcripts: await transcriptsOf(documents.base, documents.head, review.changes) };
}
