// Facts for checks of this project's contract only: changelog, releases, coverage and the gate itself.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { LoadedDocument } from './documents/load';
import { readTextIfExists } from '../base/read-file';
import { type ContractDocument, operationsOf } from '../contract/document';

/** Facts that only the contract of this project has. */
export interface ProjectFacts {
  /** Whether spec/CHANGELOG.md has a new line. */
  changelogChanged: boolean;
  gate: string[];
  coverage?: OperationCoverage[];
}

const CHANGELOG = 'spec/CHANGELOG.md';
/** The tests write this record. */
const SEEN_STATUSES = 'coverage/statuses.ndjson';

/** The files that decide what a review reports. `.github/CODEOWNERS` names their owners. */
export const GATE = [
  '.ci',
  '.gitattributes',
  '.github',
  '.npmrc',
  'package-lock.json',
  'package.json',
  'spec/*.mjs',
  'spec/replay-waivers.yaml',
  'spec/review.yaml',
  'spec/rules',
  'spec/waivers.yaml',
  'src/base',
  'src/build',
  'src/cli',
  'src/contract',
  'src/main.ts',
  'src/review',
  'src/tsconfig.json',
  'tsconfig.json',
];

const git = async (...args: string[]): Promise<string> => (await promisify(execFile)('git', args)).stdout;

/**
 * Reads the facts that only the contract of this project has.
 * @param base a git revision, or undefined if the base is a file.
 * @param head a git revision, or undefined for the working tree.
 */
export async function readProjectFacts(
  base: string | undefined,
  head: string | undefined,
  loaded: LoadedDocument,
): Promise<ProjectFacts> {
  const revisions = base === undefined ? [] : [base, ...(head === undefined ? [] : [head])];
  return {
    changelogChanged: base === undefined || (await hasNewChangelogLine(revisions)),
    gate: base === undefined ? [] : await changedFiles(revisions, GATE),
    // The tests ran on the working tree.
    ...(head === undefined && {
      coverage: coverageOf(loaded.document, await readSeenStatuses(SEEN_STATUSES)),
    }),
  };
}

/** Returns the changed files below the paths. In a working tree, new files count too. */
async function changedFiles(revisions: string[], paths: string[]): Promise<string[]> {
  const changed = await git('diff', '--name-only', '-z', '--end-of-options', ...revisions, '--', ...paths);
  const added =
    revisions.length === 1
      ? await git('ls-files', '--others', '--exclude-standard', '-z', '--', ...paths)
      : '';
  return (changed + added).split('\0').filter((name) => name !== '');
}

/** Returns whether the changelog has a new line. Ignores empty lines. */
async function hasNewChangelogLine(revisions: string[]): Promise<boolean> {
  const flags = ['--numstat', '--ignore-all-space', '--ignore-blank-lines'];
  const counts = await git('diff', ...flags, '--end-of-options', ...revisions, '--', CHANGELOG);
  return Number(counts.split('\t')[0] ?? 0) > 0;
}

/** One line of the record that a test run writes: a status that a test received from an operation. */
export interface SeenStatus {
  operationId: string;
  status: number;
  /** For example `test/server/api/keys.test.ts`. */
  test: string;
  /** Whether a mock sent it. A mock says nothing about the handler. */
  mock: boolean;
}

export interface OperationCoverage {
  operationId: string;
  /** The number of test files that called the operation. */
  tests: number;
  declared: string[];
  /** The declared statuses that a test received. */
  seen: string[];
}

/** Reads the record of a test run. Returns undefined if the file does not exist. */
async function readSeenStatuses(file: string): Promise<SeenStatus[] | undefined> {
  const text = await readTextIfExists(file);
  return text?.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as SeenStatus]));
}

/**
 * Returns one row per available operation.
 * @param seen undefined if no test run wrote a record.
 */
function coverageOf(document: ContractDocument, seen: SeenStatus[] = []): OperationCoverage[] {
  const available = operationsOf(document).filter(({ availability }) => availability === 'available');
  return available.map(({ operationId, responses }) => {
    const own = seen.filter((entry) => entry.operationId === operationId && !entry.mock);
    const statuses = new Set(own.map(({ status }) => String(status)));
    const declared = Object.keys(responses);
    return {
      operationId,
      tests: new Set(own.map(({ test }) => test)).size,
      declared,
      seen: declared.filter((status) => statuses.has(status)),
    };
  });
}
