// The contract review workflow: a pull request is data that cannot change its own review.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createProgram } from '../../src/cli/program';
import { GATE } from '../../src/review/project';
import { ROOT } from '../support/cli';

interface Step {
  id?: string;
  name?: string;
  uses?: string;
  run?: string;
  if?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
}

interface Workflow {
  on: unknown;
  permissions: unknown;
  env: Record<string, string>;
  concurrency: { group: string };
  jobs: Record<string, { steps: Step[]; permissions: Record<string, string>; if?: string }>;
}

const folder = join(ROOT, '.github/workflows');
const text = readFileSync(join(folder, 'contract.yml'), 'utf8');
const workflow = parse(text) as Workflow;
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const { review, comment } = workflow.jobs as Record<'review' | 'comment', Workflow['jobs'][string]>;
const all = [...review.steps, ...comment.steps];
const lines = all.flatMap(({ run = '' }) => run.split('\n')).filter((line) => line !== '');

test('runs for every pull request, with the workflow of the base', () => {
  expect(workflow.on).toEqual({ pull_request_target: null });
  expect(workflow.concurrency.group).toContain('github.event.pull_request.number');
  expect(review.if).toBeUndefined(); // a required check never stays pending
});

test('checks out only the base, and leaves no token in a checkout', () => {
  const checkouts = all.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
  for (const step of checkouts) expect(step.with).toMatchObject({ 'persist-credentials': false });
  expect(checkouts.map((step) => step.with!['ref'])).toEqual(
    Array(2).fill('${{ github.event.pull_request.base.sha }}'),
  );
  expect(
    lines.filter((line) => /\bgit (checkout|switch|merge|restore|worktree|archive) /.test(line)),
  ).toEqual([]);
});

test('gives a token that can write only to the job that comments, which runs one script of the base', () => {
  expect(workflow.permissions).toEqual({});
  expect(review.permissions).toEqual({ contents: 'read' });
  expect(comment.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
  expect(comment.steps.flatMap(({ run }) => run ?? [])).toEqual(['node .ci/comment.mjs review/review.md']);
  expect(comment.steps[0]!.with).toMatchObject({ 'persist-credentials': false, 'sparse-checkout': '.ci' });
});

test('pins every action of every workflow to a commit, with its version', () => {
  const used = readdirSync(folder).flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter((line) => line.includes('uses:')),
  );
  expect(used.length).toBeGreaterThan(5);
  for (const line of used) expect(line).toMatch(/uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
});

test('passes values to commands only as quoted environment variables', () => {
  for (const line of lines) expect(line).not.toContain('${{');
  expect(workflow.env).toMatchObject({
    BASE_SHA: '${{ github.event.pull_request.base.sha }}',
    HEAD_SHA: '${{ github.event.pull_request.head.sha }}',
  });
  for (const line of lines)
    for (const [variable] of line.matchAll(/[^"]?\$\w+.?/g)) expect(variable).toMatch(/^[/"]?\$\w+["/]$/);
});

test('runs only existing npm scripts with existing formats, and uploads what they write', () => {
  const formats = createProgram()
    .commands.find((command) => command.name() === 'review')!
    .options.find(({ long }) => long === '--format')!.argChoices;
  for (const [, format] of text.matchAll(/--format (\w+)/g)) expect(formats).toContain(format);
  for (const [, script] of text.matchAll(/npm run --silent ([\w:]+)/g))
    expect(scripts).toHaveProperty([script!]);
  const written = [...text.matchAll(/(?:[^>]>|--out) (dist\/review\/[\w.]+)/g)].map(([, file]) => file);
  expect(written).toEqual(['dist/review/review.md', 'dist/review/review.html']);
});

test('writes errors only into a block that their text cannot end, and never into a page', () => {
  expect(lines.filter((line) => line.includes('2>&1'))).toEqual([]);
  const [fenced] = lines.filter((line) => line.includes('errors.txt)'));
  expect(fenced).toMatch(/~~~text.*tr '~' - < dist\/errors\.txt.*>> dist\/review\/review\.md/);
});

test('fails when the change is blocked, after the reports are uploaded', () => {
  const decide = review.steps.find(({ id }) => id === 'decide')!;
  expect(decide.run).toContain('--format annotations');
  expect(review.steps.at(-2)).toMatchObject({ with: { path: 'dist/review' } });
  expect(review.steps.at(-1)).toMatchObject({ if: "steps.decide.outcome == 'failure'", run: 'exit 1' });
});

test('names a code owner for every file of the gate', () => {
  const owned = readFileSync(join(ROOT, '.github/CODEOWNERS'), 'utf8')
    .split('\n')
    .flatMap((line) => /^\/(\S+?)\/?\s+@/.exec(line)?.[1] ?? []);
  expect(owned.sort()).toEqual([...GATE].sort());
});
