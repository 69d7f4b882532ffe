// A review: compares two documents, applies policy and waivers, and decides whether the change passes.
import type { CallerEvidence } from './callers/recordings';
import { type Callers, createCallerFinder, limitsOfEvidence } from './callers/callers';
import { suggestChangelogLine } from './edits/changelog';
import { compareContracts } from './compare/documents';
import { compareLargeNumbers } from './compare/unjudged';
import { type Edit, groupEdits } from './edits/edits';
import type { LoadedDocument } from './documents/load';
import {
  type Policy,
  applyPolicy,
  applyToWords,
  isMajorVersion,
  unusedPatterns,
  getVersion,
} from './edits/policy';
import { HAVE_CALLERS, type Level } from './edits/rules';
import type { ProjectFacts } from './project';
import type { DocumentFault } from './documents/soundness';
import type { SourceLocation } from './documents/source-locations';
import { isBlocking, createVerdict } from './edits/verdict';
import { type WaiverProblem, applyWaivers } from './edits/waivers';

/** An edit with its file and line. Both are null if the file is too large to search. */
export interface PlacedEdit extends Edit {
  file: string | null;
  line: number | null;
  /** The place in the head: of the part, or of what contained a removed part. */
  inHead: SourceLocation | null;
  /** Recorded callers of an edit that breaks them, also in a provisional part. Null without recordings. */
  callers: Callers | null;
}

type ReviewProblem = Omit<WaiverProblem, 'kind'> & { kind: WaiverProblem['kind'] | 'changelog-missing' };

export interface Review {
  base: string;
  head: string;
  /** Whether nothing blocks the change. */
  passes: boolean;
  /** One sentence. */
  verdict: string;
  /** Numbers of edits. */
  counts: Record<Level | 'waived', number>;
  /** The most severe first. */
  edits: PlacedEdit[];
  faults: DocumentFault[];
  problems: ReviewProblem[];
  /** Changed files that decide the result of a review. Only for the contract of this project. */
  gate?: string[];
  /** A suggested line for the changelog, if callers can see a change. */
  changelogLine: string | undefined;
  /** The waiver file that was read, or would be. */
  waiverFile: string;
  /** Notes about the inputs, for example a waiver file that was not read. */
  warnings: string[];
  /** Each recording with the fingerprints of the edits that break it. Only with recordings. */
  clients?: ReviewedClient[];
}

export type ReviewedClient = ReturnType<typeof reviewedClients>[number];

interface ReviewOptions {
  base: LoadedDocument;
  head: LoadedDocument;
  faults: DocumentFault[];
  policy: Policy;
  /** The unvalidated content of a waiver file. */
  waivers: unknown;
  waiverFile?: string;
  /** Replaces the problems of `waivers`. */
  waiverProblems?: WaiverProblem[] | undefined;
  project?: ProjectFacts;
  /** Recordings and usage exports. */
  evidence?: CallerEvidence | undefined;
  warnings?: string[];
  /** The maximum size of a document. */
  maxMegabytes: number;
  /** For example `2026-03-31`. */
  today: string;
}

/** Reviews a change. @throws ReviewError when the documents cannot be compared. */
export function createReview(options: ReviewOptions): Review {
  const { base, head, faults, policy, waivers, project, evidence, maxMegabytes, today } = options;
  const documents = { base: base.document, head: head.document };
  const { changes, words, baseOperations } = compareContracts(documents, {
    today,
    noticeDays: policy.deprecationNoticeDays,
    maxMegabytes,
  });
  const waived = applyWaivers(
    [
      ...groupEdits(applyPolicy([...changes, ...compareLargeNumbers(base, head)], policy), documents),
      ...applyToWords(words, policy),
    ],
    waivers,
    today,
  );
  const findCallers = evidence && createCallerFinder(evidence, baseOperations, head.document);
  const edits = waived.items.map((edit): PlacedEdit => ({
    ...edit,
    ...(options[edit.document].locate(edit.pointer) ?? { file: null, line: null }),
    inHead: head.locate(edit.pointer) ?? null,
    callers: HAVE_CALLERS.has(edit.level) && findCallers ? findCallers(edit) : null,
  }));
  const changelogLine = suggestChangelogLine(edits);
  const problems = [
    ...(options.waiverProblems ?? waived.problems),
    ...(project && !project.changelogChanged && changelogLine !== undefined ? [CHANGELOG_MISSING] : []),
  ];
  const isAllowed = policy.allowBreakingInMajorVersion && isMajorVersion(base.document, head.document);
  return {
    base: base.name,
    head: head.name,
    ...createVerdict({ edits, faults, problems, isAllowed }),
    counts: countEdits(edits),
    edits,
    faults,
    problems,
    ...(project && { gate: project.gate }),
    changelogLine,
    waiverFile: options.waiverFile ?? 'spec/waivers.yaml',
    warnings: [
      ...(options.warnings ?? []),
      ...versionWarning(base.document, head.document),
      ...unusedPatterns(policy, baseOperations, head.document),
      ...(evidence ? limitsOfEvidence(evidence) : []),
    ],
    ...(evidence && evidence.recordings.length > 0 && { clients: reviewedClients(evidence, edits) }),
  };
}

/** Returns a warning if the documents name versions, and the head is older. */
function versionWarning(...documents: [base: unknown, head: unknown]): string[] {
  const [before, after] = documents.map(getVersion);
  if (!before || !after || after.localeCompare(before, 'en', { numeric: true }) >= 0) return [];
  return [
    `The head has the version ${after}, the base ${before}. If you swapped them, exchange --base and --head.`,
  ];
}

const reviewedClients = ({ recordings }: CallerEvidence, edits: PlacedEdit[]) =>
  recordings.map(({ file, name, version }) => ({
    ...{ file, name, version },
    breaks: edits
      .filter((edit) => isBlocking(edit) && edit.callers?.by.some((caller) => caller.file === file))
      .map(({ fingerprint }) => fingerprint),
  }));

const CHANGELOG_MISSING: ReviewProblem = {
  kind: 'changelog-missing',
  fingerprint: null,
  message: 'spec/CHANGELOG.md has no new line. Describe the change for callers.',
};

function countEdits(edits: PlacedEdit[]): Review['counts'] {
  const counts = { breaking: 0, waived: 0, release: 0, notice: 0, planned: 0, compatible: 0 };
  for (const { waiver, level } of edits) counts[waiver ? 'waived' : level]++;
  return counts;
}
