// The thread behind `review`: documents are not trusted, and the command can end what never comes to its end.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { operations } from '../../generated/operations';
import type { ContractDocument } from '../contract/document';
import { UnreadableDocument } from '../contract/load-document';
import { type OperationCoverage, coverageOf } from '../review/coverage';
import { type Review, createReview } from '../review/review';
import { ReviewError } from '../review/review-error';
import { readSeenStatuses } from '../review/seen-statuses';
import { findFaults } from '../review/soundness';
import { type WrittenDocument, isFile, loadSource, loadWorkingTree } from '../review/sources';
import { readWaivers } from '../review/waivers-file';

/** What the thread is given. */
export interface ReviewTask {
  base: string;
  /** The working tree when left out. */
  head: string | undefined;
  /** An empty one to work in. Who started the thread removes it: it also ends the thread half-way. */
  folder: string;
}

/** What it posts: a review with the documents that it compared, or the sentence that says why there is none. */
export type ReviewOutcome =
  { review: Review; documents: { base: ContractDocument; head: ContractDocument } } | { refusal: string };

const ENTRY = 'spec/openapi.yaml';
const WAIVERS = 'spec/waivers.yaml';
const CHANGELOG = 'spec/CHANGELOG.md';
/** Left by the tests. */
const SEEN_STATUSES = 'coverage/statuses.ndjson';

/** A build has a handler for each operation that its own table calls available: the compiler and its start see to that. */
async function ownCoverage(document: ContractDocument): Promise<OperationCoverage[]> {
  const handled = new Set<string>(
    operations
      .filter(({ availability }) => availability === 'available')
      .map(({ operationId }) => operationId),
  );
  return coverageOf(document, handled, await readSeenStatuses(SEEN_STATUSES));
}

async function changelogChangedSince(revision: string): Promise<boolean> {
  // An empty line tells nobody anything.
  const { stdout } = await promisify(execFile)('git', [
    'diff',
    '--numstat',
    '--ignore-all-space',
    '--ignore-blank-lines',
    '--end-of-options',
    revision,
    '--',
    CHANGELOG,
  ]);
  return Number(stdout.split('\t')[0] ?? 0) > 0;
}

/** What is asked of this project's own contract alone. */
const ownOptions = async (base: string, head: WrittenDocument) => ({
  waivers: await readWaivers(WAIVERS),
  changelogChanged: (await isFile(base)) ? undefined : await changelogChangedSince(base),
  coverage: await ownCoverage(head.document),
});

async function reviewOf({ base, head, folder }: ReviewTask): Promise<ReviewOutcome> {
  try {
    const own = head === undefined;
    if (own && !existsSync(ENTRY))
      throw new UnreadableDocument(`There is no ${ENTRY} here. Name a document with --head.`);
    if (!own && !(await isFile(head)))
      throw new UnreadableDocument(
        `--head takes a file, and there is no file ${JSON.stringify(head.slice(0, 200))}; of a revision, write its document to one with git show.`,
      );
    const [from, to] = await Promise.all([
      loadSource(base, folder),
      own ? loadWorkingTree() : loadSource(head, folder),
    ]);
    const review = createReview({
      base: from,
      head: to,
      faults: await findFaults(head ?? ENTRY, own),
      ...(own ? await ownOptions(base, to) : { waivers: [], changelogChanged: undefined }),
      today: new Date().toISOString().slice(0, 10),
    });
    return { review, documents: { base: from.document, head: to.document } };
  } catch (error) {
    if (error instanceof UnreadableDocument || error instanceof ReviewError)
      return { refusal: error.message };
    throw error;
  }
}

void reviewOf(workerData as ReviewTask).then((outcome) => parentPort!.postMessage(outcome));
