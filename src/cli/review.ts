// `review`: what a change of the contract breaks, and whom.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { type Command, Option } from 'commander';
import { operations } from '../../generated/operations';
import type { ContractDocument } from '../contract/document';
import type { OperationCoverage } from '../review/coverage';
import type { Review } from '../review/review';
import { Refusal } from './refusal';

interface Options {
  base: string;
  head?: string;
  format: keyof typeof FORMATS;
  transcripts?: boolean;
}

const ENTRY = 'spec/openapi.yaml';
const WAIVERS = 'spec/waivers.yaml';
const CHANGELOG = 'spec/CHANGELOG.md';
/** Left by the tests. */
const SEEN_STATUSES = 'coverage/statuses.ndjson';

const FORMATS = {
  text: async (review: Review) => (await import('../review/reports/text.js')).textReport(review),
  markdown: async (review: Review) => (await import('../review/reports/markdown.js')).markdownReport(review),
  html: async (review: Review) => (await import('../review/reports/html.js')).htmlReport(review),
  annotations: async (review: Review) => (await import('../review/reports/annotations.js')).annotationsReport(review),
  json: (review: Review) => Promise.resolve(JSON.stringify(review, null, 2)),
};

export function addReviewCommand(program: Command): void {
  program
    .command('review')
    .description('Compare two contracts: what breaks callers of available operations, what is only planned, whether the head is sound.')
    .requiredOption('--base <ref-or-file>', 'a git revision, whose spec/ is taken, or a document, JSON or YAML, OpenAPI 3.0 or 3.1')
    .option('--head <file>', 'a document; the working tree when left out')
    .addOption(new Option('--format <format>', 'how the report is written').choices(Object.keys(FORMATS)).default('text'))
    .option('--transcripts', 'send each example of each changed operation to base and head, and show both answers')
    .addHelpText('after', '\nExit status: 0 nothing breaks, 1 an available operation breaks or the head is unsound, 2 wrong usage or an unreadable document.')
    .action(async (options: Options) => {
      const review = await reviewOf(options);
      console.log(await FORMATS[options.format](review));
      if (!review.passes) throw new Refusal('');
    });
}

const UNREADABLE = 2;

async function reviewOf({ base, head, transcripts }: Options): Promise<Review> {
  const { UnreadableDocument } = await import('../contract/load-document.js');
  const { ReviewError } = await import('../review/review-error.js');
  const { createReview } = await import('../review/review.js');
  const { findFaults } = await import('../review/soundness.js');
  const { readWaivers } = await import('../review/waivers-file.js');
  const { loadSource, loadWorkingTree } = await import('../review/sources.js');
  try {
    const ownContract = head === undefined;
    if (ownContract && !existsSync(ENTRY)) throw new UnreadableDocument(`There is no ${ENTRY} here. Name a document with --head.`);
    const [from, to] = await Promise.all([loadSource(base), ownContract ? loadWorkingTree() : loadSource(head)]);
    const review = createReview({
      base: from,
      head: to,
      faults: await findFaults(head ?? ENTRY, ownContract),
      waivers: ownContract ? await readWaivers(WAIVERS) : [],
      changelogChanged: ownContract && !existsSync(base) ? await changelogChangedSince(base) : undefined,
      ...(ownContract ? { coverage: await ownCoverage(to.document) } : {}),
      today: new Date().toISOString().slice(0, 10),
    });
    if (!transcripts) return review;
    const { transcriptsOf } = await import('./transcripts.js');
    return { ...review, transcripts: await transcriptsOf(from.document, to.document, review.changes) };
  } catch (error) {
    if (error instanceof UnreadableDocument || error instanceof ReviewError) throw new Refusal(error.message, UNREADABLE);
    throw error;
  }
}

/** A build has a handler for each operation that its own table calls available: the compiler and its start see to that. */
async function ownCoverage(document: ContractDocument): Promise<OperationCoverage[]> {
  const { coverageOf } = await import('../review/coverage.js');
  const { readSeenStatuses } = await import('../review/seen-statuses.js');
  const handled = new Set<string>(operations.filter(({ availability }) => availability === 'available').map(({ operationId }) => operationId));
  return coverageOf(document, handled, await readSeenStatuses(SEEN_STATUSES));
}

async function changelogChangedSince(revision: string): Promise<boolean> {
  const { stdout } = await promisify(execFile)('git', ['diff', '--numstat', '--end-of-options', revision, '--', CHANGELOG]);
  return Number(stdout.split('\t')[0] ?? 0) > 0;
}
