// The contract review workflow: npm scripts only, minimum permissions, and no command injection.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { createProgram } from '../../src/cli/program';
import { ROOT } from '../support/cli';

interface Step {
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
  concurrency: { group: string };
  jobs: Record<string, { steps: Step[]; permissions?: unknown; env: Record<string, string> }>;
}

const text = readFileSync(join(ROOT, '.github/workflows/contract.yml'), 'utf8');
const workflow = parse(text) as Workflow;
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};
const { steps, env } = workflow.jobs['review']!;
const lines = steps.flatMap(({ run = '' }) => run.split('\n')).filter((line) => line !== '');

test('runs once for each pull request that changes the contract', () => {
  expect(workflow.on).toEqual({ pull_request: { paths: ['spec/**', 'generated/**'] } });
  expect(workflow.concurrency.group).toContain('github.event.pull_request.number');
});

test('can only read code and write comments, and leaves no token in the checkout', () => {
  expect(workflow.permissions).toEqual({ contents: 'read', 'pull-requests': 'write' });
  expect(Object.values(workflow.jobs).map(({ permissions }) => permissions)).toEqual([undefined]);
  expect(steps[0]).toMatchObject({
    uses: expect.stringMatching(/^actions\/checkout@/),
    with: { 'fetch-depth': 0, 'persist-credentials': false },
  });
  expect(steps.filter((step) => JSON.stringify(step).includes('github.token')).map(({ run }) => run)).toEqual(
    [expect.stringContaining('spec:comment')],
  );
});

test('uses only GitHub actions, each with a major version', () => {
  for (const { uses } of steps.filter((step) => step.uses)) expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/);
});

test('passes values to commands only as quoted environment variables', () => {
  for (const line of lines) expect(line).not.toContain('${{');
  expect(env['BASE_SHA']).toBe('${{ github.event.pull_request.base.sha }}');
  for (const line of lines)
    for (const [variable] of line.matchAll(/.?\$\w+.?/g)) expect(variable).toMatch(/^"\$\w+"$/);
});

test('runs only existing npm scripts, or shows their output', () => {
  const written = new Set(
    lines.flatMap((line) =>
      [...line.matchAll(/(?:>|--out) (dist\/review\/[\w.]+)/g)].map(([, file]) => file),
    ),
  );
  for (const line of lines) {
    const [, script] = /^npm run --silent ([\w:]+) -- /.exec(line) ?? [];
    const [, folders] = /^npm test -- (.+)$/.exec(line) ?? [];
    if (folders) for (const folder of folders.split(' ')) expect(existsSync(join(ROOT, folder))).toBe(true);
    else if (script) expect(Object.keys(scripts)).toContain(script);
    else
      expect([
        'npm ci',
        'mkdir -p dist/review',
        'cat dist/review/review.md >> "$GITHUB_STEP_SUMMARY"',
      ]).toContain(line);
    for (const [file] of line.matchAll(/dist\/review\/[\w.]+/g)) expect(written).toContain(file);
  }
  const formats = createProgram()
    .commands.find((command) => command.name() === 'review')!
    .options.find(({ long }) => long === '--format')!.argChoices;
  for (const [, format] of text.matchAll(/--format (\w+)/g)) expect(formats).toContain(format);
});

test('uploads the reports before the last step decides by its exit status', () => {
  expect(steps.at(-1)!.run).toBe('npm run --silent spec:review -- --base "$BASE_SHA" --format annotations');
  expect(steps.at(-2)).toMatchObject({
    uses: expect.stringMatching(/^actions\/upload-artifact@/),
    with: { path: 'dist/review' },
  });
});
