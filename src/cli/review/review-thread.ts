// The worker thread of `review`. Documents are not trusted, so that the command can terminate the thread.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { CommandError } from '../../base/command-error';
import { toDay } from '../../base/day';
import { UnreadableDocument } from '../../contract/load-document';
import { readCallers } from '../../review/callers/recordings';
import {
  ENTRY,
  type LoadedDocument,
  isOlder,
  isFile,
  loadSource,
  loadWorkingTree,
  pathInRepository,
} from '../../review/documents/load';
import { readPolicy } from '../../review/edits/policy';
import { readProjectFacts } from '../../review/project';
import { type Review, createReview } from '../../review/review';
import { type FaultPolicy, blockingFaults } from '../../review/documents/soundness';
import { type WaiverProblem, readWaivers, waiverFaults } from '../../review/edits/waivers';

/** The input of the thread. */
export interface ReviewTask {
  base: string;
  /** Undefined for the working tree. */
  head: string | undefined;
  faults: FaultPolicy;
  /** Undefined for the files of this project, or for review.yaml beside the head. */
  policy: string | undefined;
  waivers: string | undefined;
  /** Recordings and usage exports. */
  calls: string[] | undefined;
  maxMegabytes: number;
  /** An empty folder. The caller removes it, because it can terminate the thread. */
  folder: string;
}

/** The output: a review, or a sentence that says why there is no review. */
export type ReviewOutcome = { review: Review } | { problem: string };

/** Posted before each step. */
export interface Progress {
  done: number;
  total: number;
}

const STEPS = 3;
const begin = (step: number): void =>
  parentPort!.postMessage({ done: step - 1, total: STEPS } satisfies Progress);

const WAIVERS = 'waivers.yaml';
const POLICY = 'review.yaml';

async function compare(task: ReviewTask): Promise<Review> {
  const { base, head, faults, policy, waivers, calls, maxMegabytes, folder } = task;
  if (head === undefined && !existsSync(ENTRY))
    throw new UnreadableDocument(`${ENTRY} does not exist. Name a document with --head.`);
  begin(1);
  const isBaseFile = await isFile(base);
  const headFile = head !== undefined && (await isFile(head)) ? head : undefined;
  const isOwn = headFile === undefined && !head?.includes(':');
  const path = headFile === undefined ? (head?.split(':')[1] ?? ENTRY) : await pathInRepository(headFile);
  const [baseDocument, headDocument] = await Promise.all([
    loadSource(base, join(folder, 'base'), path),
    head === undefined ? loadWorkingTree() : loadSource(head, join(folder, 'head'), path),
  ]);
  const today = toDay(new Date());
  const revision = head !== undefined && isOwn ? head : undefined;
  // The rules, waivers and policy are those of the working tree, so that a reviewed revision cannot change them.
  const beside = dirname(headFile ?? path);
  const waiverFile = waivers ?? join(beside, WAIVERS);
  begin(2);
  const found = await blockingFaults(faults, { base: baseDocument, head: headDocument, isOwn });
  begin(3);
  // A file belongs to the commit of the working tree.
  const headRevision = headFile === undefined && head !== undefined ? head : 'HEAD';
  const isSameFile = isBaseFile && (await pathInRepository(base)) === path;
  const baseRevision = isSameFile ? 'HEAD' : isBaseFile ? undefined : base;
  return createReview({
    base: baseDocument,
    head: headDocument,
    faults: found,
    policy: await readPolicy(policy ?? join(beside, POLICY), policy !== undefined),
    waivers: await readWaivers(waiverFile, waivers !== undefined),
    waiverFile,
    warnings: [
      ...unreadWaivers(waiverFile, beside),
      ...(baseRevision !== undefined && (await isOlder(headRevision, baseRevision)) ? [SWAPPED] : []),
    ],
    // A revision is judged with the waivers of its base, and is not responsible for them.
    waiverProblems: revision === undefined ? undefined : await ownProblems(headDocument, today),
    ...(isOwn && { project: await readProjectFacts(isBaseFile ? undefined : base, revision) }),
    evidence: calls && (await readCallers(calls)),
    maxMegabytes,
    today,
  });
}

const SWAPPED = 'The head is older than the base. If you swapped them, exchange --base and --head.';

/** Returns a warning for each waiver file that a contributor can take for the one in use. */
const unreadWaivers = (used: string, beside: string): string[] =>
  [...new Set([join(beside, WAIVERS), WAIVERS, join(dirname(ENTRY), WAIVERS)])]
    .filter((file) => resolve(file) !== resolve(used) && existsSync(file))
    .map(
      (file) => `${file} was not read: the waivers are those of ${used}. To use it, pass --waivers ${file}.`,
    );

/** Checks the waivers and the policy that a revision contains. @throws ReviewError for a wrong policy. */
async function ownProblems({ files: [entry] }: LoadedDocument, today: string): Promise<WaiverProblem[]> {
  const folder = dirname(entry!.path);
  await readPolicy(join(folder, POLICY));
  return waiverFaults(await readWaivers(join(folder, WAIVERS)), today);
}

void compare(workerData as ReviewTask)
  .then((review): ReviewOutcome => ({ review }))
  .catch((error: unknown): ReviewOutcome => {
    if (error instanceof CommandError) return { problem: error.message };
    throw error;
  })
  .then((outcome) => parentPort!.postMessage(outcome));
