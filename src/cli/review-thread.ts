// The worker thread of `review`. Documents are not trusted, so that the command can terminate the thread.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { parentPort, workerData } from 'node:worker_threads';
import { operations } from '../../generated/operations';
import type { ContractDocument } from '../contract/document';
import { UnreadableDocument } from '../contract/load-document';
import { type OperationCoverage, coverageOf, readSeenStatuses } from '../review/coverage';
import { ENTRY, isFile, loadSource, loadWorkingTree } from '../review/load';
import { ReviewError } from '../review/model/document';
import { type Review, createReview } from '../review/review';
import { type FaultPolicy, blockingFaults } from '../review/soundness';
import { readWaivers } from '../review/waivers';

/** The input of the thread. */
export interface ReviewTask {
  base: string;
  /** Undefined for the working tree. */
  head: string | undefined;
  faults: FaultPolicy;
  /** An empty folder. The caller removes it, because it can terminate the thread. */
  folder: string;
}

/** The output: a review with the compared documents, or a sentence that says why there is no review. */
export type ReviewOutcome =
  { review: Review; documents: { base: ContractDocument; head: ContractDocument } } | { problem: string };

const WAIVERS = 'spec/waivers.yaml';
const CHANGELOG = 'spec/CHANGELOG.md';
/** The tests write this record. */
const SEEN_STATUSES = 'coverage/statuses.ndjson';

async function runReview({ base, head, faults, folder }: ReviewTask): Promise<ReviewOutcome> {
  try {
    const isOwn = head === undefined;
    if (isOwn && !existsSync(ENTRY))
      throw new UnreadableDocument(`${ENTRY} does not exist. Name a document with --head.`);
    if (!isOwn && !(await isFile(head))) {
      const name = JSON.stringify(head.slice(0, 200));
      throw new UnreadableDocument(
        `--head needs a file, and ${name} is not a file. To use a revision, write its document to a file.`,
      );
    }
    const [baseDocument, headDocument] = await Promise.all([
      loadSource(base, folder),
      isOwn ? loadWorkingTree() : loadSource(head, folder),
    ]);
    const review = createReview({
      base: baseDocument,
      head: headDocument,
      faults: await blockingFaults(faults, {
        base: baseDocument.files[0]!.path,
        head: head ?? ENTRY,
        isOwn,
      }),
      ...(isOwn
        ? await projectOptions(base, headDocument.document)
        : { waivers: [], changelogChanged: undefined }),
      today: new Date().toISOString().slice(0, 10),
    });
    return { review, documents: { base: baseDocument.document, head: headDocument.document } };
  } catch (error) {
    if (error instanceof UnreadableDocument || error instanceof ReviewError)
      return { problem: error.message };
    throw error;
  }
}

/** Reads what applies only to the contract of this project: waivers, changelog and test coverage. */
const projectOptions = async (base: string, head: ContractDocument) => ({
  waivers: await readWaivers(WAIVERS),
  changelogChanged: (await isFile(base)) ? undefined : await hasNewChangelogLine(base),
  coverage: await readCoverage(head),
});

/** A build has a handler for each available operation, because the compiler requires it. */
async function readCoverage(document: ContractDocument): Promise<OperationCoverage[]> {
  const available = operations.filter(({ availability }) => availability === 'available');
  const handled = new Set<string>(available.map(({ operationId }) => operationId));
  return coverageOf(document, handled, await readSeenStatuses(SEEN_STATUSES));
}

/** Ignores empty lines. */
async function hasNewChangelogLine(revision: string): Promise<boolean> {
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

void runReview(workerData as ReviewTask).then((outcome) => parentPort!.postMessage(outcome));
