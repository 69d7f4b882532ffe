// Runs each script of the contract review workflows as it stands: the workflow of this project, and that of the guide.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { type Ended, MAIN, ROOT, cliIn, ended, start } from '../support/cli';
import { temporaryFolder } from '../support/folder';

interface Step {
  id?: string;
  run?: string;
}
interface Workflow {
  jobs: Record<string, { steps: Step[]; env?: Record<string, string> }>;
}

const folder = temporaryFolder();
const origin = join(folder, 'o/r');
const at = (name: string): string => join(folder, name);
const git = (cwd: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
    ...{ cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] },
  }).trim();

const contract = (maximum: number): string => `openapi: 3.1.0
info: { title: Pumps, version: 1.0.0 }
servers: [{ url: 'https://pumps.example' }]
paths:
  /pumps:
    get:
      operationId: getPumps
      x-availability: available
      security: []
      parameters: [{ name: limit, in: query, schema: { type: integer, maximum: ${maximum} } }]
      responses: { '200': { description: All pumps. } }
`;

/** Writes the contract where this project has it, and where the guide expects it, and commits both. */
function commit(maximum: number): string {
  for (const file of ['spec/openapi.yaml', 'openapi.yaml'])
    writeFileSync(join(origin, file), contract(maximum));
  git(origin, 'add', '.');
  git(origin, 'commit', '--quiet', '--message', 'Change');
  return git(origin, 'rev-parse', 'HEAD');
}

let base: string;
let head: string;
beforeAll(() => {
  mkdirSync(join(origin, 'spec'), { recursive: true });
  git(origin, 'init', '--quiet', '--initial-branch', 'main');
  cpSync(join(ROOT, '.ci'), join(origin, '.ci'), { recursive: true });
  writeFileSync(
    join(origin, 'package.json'),
    JSON.stringify({ scripts: { 'spec:review': `'${process.execPath}' '${MAIN}' review` } }),
  );
  base = commit(100);
  git(origin, 'checkout', '--quiet', '-b', 'narrow');
  head = commit(10);
  git(origin, 'update-ref', 'refs/pull/7/head', head);
  git(origin, 'checkout', '--quiet', 'main');
});

/** Clones the base, and returns a function that runs a script there as GitHub does. */
function checkout(
  name: string,
  revision: string,
  env: Record<string, string> = {},
  repository = origin,
): (script: string) => Promise<Ended> {
  git(folder, 'clone', '--quiet', `file://${repository}`, name);
  git(at(name), 'checkout', '--quiet', revision);
  const variables = {
    ...{ GITHUB_SERVER_URL: `file://${folder}`, GITHUB_REPOSITORY: 'o/r', GITHUB_TOKEN: '' },
    ...{ BASE_SHA: base, HEAD_SHA: head, PULL_REQUEST: '7' },
    ...Object.fromEntries(
      Object.entries(env).map(([key, value]) => [
        key,
        value.replaceAll('${{ github.event.pull_request.base.sha }}', base),
      ]),
    ),
    GITHUB_ENV: at(`${name}.env`),
    GITHUB_STEP_SUMMARY: at(`${name}.summary`),
  };
  return (script) => {
    const file = variables.GITHUB_ENV;
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    const set = Object.fromEntries(lines.map((line) => line.split('=') as [string, string]));
    return ended(start(['-e', '-c', `cd '${at(name)}'\n${script}`], { ...variables, ...set }, ['bash']));
  };
}

const scriptsOf = ({ steps }: { steps: Step[] }): string[] => steps.flatMap(({ run }) => run ?? []);
const summaryOf = (name: string): string => readFileSync(at(`${name}.summary`), 'utf8');
const VERDICT = '## ❌ Blocked: 1 edit breaks callers; 1 missing changelog line.';

test('each step of the review writes what the next one reads, and the last one fails for a breaking edit', async () => {
  const { review, comment } = (
    parse(readFileSync(join(ROOT, '.github/workflows/contract.yml'), 'utf8')) as Workflow
  ).jobs as Record<'review' | 'comment', Workflow['jobs'][string]>;
  const run = checkout('review', base);
  const results: [script: string, status: number | null, output: string][] = [];
  for (const script of scriptsOf(review).filter((text) => text !== 'npm ci')) {
    const { status, stdout, stderr } = await run(script);
    results.push([script.split('\n')[0]!, status, stdout + stderr]);
  }
  const failed = results.filter(([, status]) => status !== 0);
  expect(failed.map(([script]) => script)).toEqual([
    'npm run --silent spec:review -- --base "$ANCESTOR" --head "$HEAD_SHA" --format annotations',
    'exit 1',
  ]);
  expect(failed[0]![2]).toMatch(
    /^::error file=spec\/openapi\.yaml,line=10,title=Request%3A limit tightened/m,
  );
  expect(summaryOf('review').split('\n')[0]).toBe(VERDICT);
  expect(readFileSync(at('review/dist/review/review.html'), 'utf8')).toMatch(/^<!doctype html>/);

  cpSync(at('review/dist/review'), at('review/review'), { recursive: true }); // the artifact
  const [script] = scriptsOf(comment);
  const { status, stdout } = await run(script!);
  expect([status, stdout]).toEqual([0, expect.stringContaining(`<!-- contract-review -->\n${VERDICT}`)]);
}, 60_000);

/** Commits a document as the only file of another repository. */
function commitAlone(maximum: number): string {
  writeFileSync(join(alone, 'openapi.yaml'), contract(maximum));
  git(alone, 'add', '.');
  git(alone, 'commit', '--quiet', '--message', 'Change');
  return git(alone, 'rev-parse', 'HEAD');
}
const alone = join(folder, 'o/alone');
const NAMES_OF_THIS_PROJECT = /spec\/|CHANGELOG|CODEOWNERS|npm run|\.ci\b/;

test('each step of the workflow in the guide runs in a repository with nothing but a document', async () => {
  const guide = readFileSync(join(ROOT, 'spec/guide/contract-review.md'), 'utf8');
  const block = [...guide.matchAll(/```yaml\n([^]*?)```/g)].map(([, text]) => text!).at(-1)!;
  const { review } = (parse(block) as Workflow).jobs;
  mkdirSync(alone);
  git(alone, 'init', '--quiet', '--initial-branch', 'main');
  base = commitAlone(100);
  const run = checkout('other', commitAlone(10), review!.env, alone);
  mkdirSync(at('other/node_modules/.bin'), { recursive: true });
  symlinkSync(MAIN, at('other/node_modules/.bin/compliance-inventory'));
  const statuses: (number | null)[] = [];
  let last = '';
  for (const script of scriptsOf(review!).filter((text) => !text.startsWith('npm '))) {
    const { status, stdout } = await run(script);
    statuses.push(status);
    last = stdout;
  }
  expect(statuses).toEqual([0, 0, 0, 0, 1]);
  expect(summaryOf('other')).toMatch(/^## ❌ Blocked: 1 edit breaks callers\.\n/);
  expect(last).toMatch(/^::error file=openapi\.yaml,line=10,title=Request%3A limit tightened/);
  for (const text of [summaryOf('other'), last]) expect(text).not.toMatch(NAMES_OF_THIS_PROJECT);
}, 60_000);

test.each([
  ['a revision', 'main~1:openapi.yaml'],
  ['the file of an older commit', 'openapi.yaml'],
])(
  'review says that the head is older than the base: %s',
  async (_what, head) => {
    git(alone, 'checkout', '--quiet', 'main~1');
    const review = async (...compared: string[]) =>
      (await cliIn(alone, ['review', '--base', ...compared, '--head', head])).stdout;
    const swapped = 'The head is older than the base. If you swapped them, exchange --base and --head.';
    expect(await review('main:openapi.yaml')).toContain(swapped);
    expect(await review('main~1:openapi.yaml')).not.toContain(swapped);
    git(alone, 'checkout', '--quiet', 'main');
    expect((await review('openapi.yaml')).includes(swapped)).toBe(head.includes(':'));
  },
  60_000,
);

test('./ and ../ in REVISION:PATH begin in the working directory, as in git', async () => {
  const below = join(alone, 'below');
  mkdirSync(below);
  const compared = ['--base', 'main~1:../openapi.yaml', '--head', '../openapi.yaml'];
  expect(await cliIn(below, ['review', ...compared])).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('Blocked: 1 edit breaks callers.'),
  });
}, 60_000);
