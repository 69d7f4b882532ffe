// Facts for checks of this project's contract only: its changelog, and the gate itself.
import { git } from './documents/load';

export type ProjectFacts = Awaited<ReturnType<typeof readProjectFacts>>;

const CHANGELOG = 'spec/CHANGELOG.md';

/** The files that decide the result of a review. `.github/CODEOWNERS` names their owners. */
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

/**
 * Reads the facts that only the contract of this project has.
 * @param base a git revision, or undefined if the base is a file.
 * @param head a git revision, or undefined for the working tree.
 */
export async function readProjectFacts(base: string | undefined, head: string | undefined) {
  if (base === undefined) return { changelogChanged: true, gate: [] };
  const revisions = head === undefined ? [base] : [base, head];
  return { changelogChanged: await hasNewChangelogLine(revisions), gate: await gateFiles(revisions) };
}

/** Returns the changed files of the gate. In a working tree, new files count too. */
async function gateFiles(revisions: string[]): Promise<string[]> {
  const changed = await git('diff', '--name-only', '-z', '--end-of-options', ...revisions, '--', ...GATE);
  const listNew = () => git('ls-files', '--others', '--exclude-standard', '-z', '--', ...GATE);
  const added = revisions.length === 1 ? await listNew() : '';
  return (changed + added).split('\0').filter((name) => name !== '');
}

/** Returns whether the changelog has a new line. Ignores empty lines. */
async function hasNewChangelogLine(revisions: string[]): Promise<boolean> {
  const flags = ['--numstat', '--ignore-all-space', '--ignore-blank-lines'];
  const counts = await git('diff', ...flags, '--end-of-options', ...revisions, '--', CHANGELOG);
  return Number(counts.split('\t')[0] ?? 0) > 0;
}
