// A pull request that tries to switch off its own review: the review runs from the base, as in the workflow.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Ended, ROOT, cliIn } from '../support/cli';
import { temporaryFolder } from '../support/folder';

const checkout = join(temporaryFolder(), 'checkout');
const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
    cwd: checkout,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
const edit = (file: string, from: string, to: string) => {
  const path = join(checkout, file);
  const text = readFileSync(path, 'utf8');
  expect(text).toContain(from);
  writeFileSync(path, text.replace(from, to));
};
const write = (file: string, text: string) => writeFileSync(join(checkout, file), text);

interface Report {
  passes: boolean;
  gate: string[];
  edits: { fingerprint: string }[];
  problems: { message: string }[];
}

const compare = (base: string, head: string, format = 'text'): Promise<Ended> =>
  cliIn(checkout, ['review', '--base', base, '--head', head, '--format', format]);

/** Reviews a branch as the workflow does: the working tree is the base, and the branch is only data. */
async function review(branch: string): Promise<Report> {
  return JSON.parse((await compare('main', branch, 'json')).stdout) as Report;
}

/** Commits a change on a branch, and returns to the base. */
function commitOn(branch: string, change: () => void): void {
  git('checkout', '--quiet', '-b', branch);
  change();
  git('add', '.');
  git('commit', '--quiet', '--message', 'Change');
  git('checkout', '--quiet', 'main');
}

/** Removes the other paths from the contract: a review of all operations takes four times as long. */
function keepPaths(paths: string[]): void {
  const file = 'spec/openapi.yaml';
  const text = readFileSync(join(checkout, file), 'utf8');
  write(
    file,
    text.replace(/^  (\/.*):\n    \$ref: .*\n/gm, (entry, path: string) =>
      paths.includes(path) ? entry : '',
    ),
  );
}

beforeAll(() => {
  mkdirSync(join(checkout, 'src'), { recursive: true });
  for (const folder of ['spec', 'src/review'])
    cpSync(join(ROOT, folder), join(checkout, folder), { recursive: true });
  keepPaths(['/cyber-assets', '/tasks']);
  execFileSync('git', ['init', '--quiet', '--initial-branch', 'main'], { cwd: checkout });
  git('add', '.');
  git('commit', '--quiet', '--message', 'Base');
});

const breakContract = () => {
  edit('spec/components/schemas/AssetName.yaml', 'maxLength: 255', 'maxLength: 200');
  edit('spec/CHANGELOG.md', '### Changed\n', '### Changed\n\n- Names have at most 200 characters.\n');
};

test('a pull request cannot change the rules, policy and waivers of its own review, which lists these files', async () => {
  commitOn('plain', breakContract);
  const { passes, gate, edits } = await review('plain');
  expect([passes, gate]).toEqual([false, []]);

  commitOn('attack', () => {
    breakContract();
    edit('src/review/edits/rules.json', '"limit-tightened": ["breaking"', '"limit-tightened": ["compatible"');
    write('spec/rules/redocly.yaml', 'rules: {}\n');
    write('spec/review.yaml', 'rules: { request-limit-tightened: compatible }\n');
    const waivers = edits.map(
      ({ fingerprint }) => `- { fingerprint: ${fingerprint}, reason: a, owner: b, expires: 2026-12-01 }\n`,
    );
    write('spec/waivers.yaml', waivers.join(''));
  });
  const attacked = await review('attack');
  expect(attacked.passes).toBe(false);
  expect(attacked.gate).toEqual([
    'spec/review.yaml',
    'spec/rules/redocly.yaml',
    'spec/waivers.yaml',
    'src/review/edits/rules.json',
  ]);
}, 60_000);

test('a report names files by revision and path, so that annotations find them', async () => {
  git('checkout', '--quiet', '-b', 'wrong');
  edit('spec/components/schemas/AssetType.yaml', 'type: string', 'type: text');
  git('commit', '--quiet', '--all', '--message', 'Wrong');
  git('checkout', '--quiet', 'main');
  const { stdout } = await compare('main', 'wrong', 'annotations');
  expect(stdout).toMatch(/^::error file=spec\/components\/schemas\/AssetType\.yaml,line=\d+,title=/m);
}, 60_000);

test.each([
  ['a link', () => symlinkSync('../../base/spec/openapi.yaml', join(checkout, 'spec/openapi.yaml'))],
  ['a reference', () => write('spec/openapi.yaml', '$ref: ../../base/spec/openapi.yaml\n')],
])(
  'a document of a revision that leads outside of spec/ by %s is not reviewed',
  async (what, replace) => {
    commitOn(`outside-${what.split(' ')[1]}`, () => {
      rmSync(join(checkout, 'spec/openapi.yaml'));
      replace();
    });
    const { status, stdout, stderr } = await compare('main', `outside-${what.split(' ')[1]}`);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/is a link|outside of spec|cannot be read/);
  },
  60_000,
);

test('a review reads the files of a revision without its attributes', async () => {
  commitOn('substituted', () => {
    write('spec/.gitattributes', '*.yaml export-subst\n');
    edit(
      'spec/components/schemas/AssetName.yaml',
      'maxLength: 255',
      'maxLength: 200 # $Format:%n maxLength: 255$',
    );
  });
  expect((await review('substituted')).passes).toBe(false);
}, 60_000);

test('a waiver of the base that matches nothing does not block another pull request', async () => {
  const waiver = '- { fingerprint: 0123456789ab, reason: a, owner: b, expires: 2026-01-01 }\n';
  git('checkout', '--quiet', '-b', 'waived');
  write('spec/waivers.yaml', waiver);
  git('add', '.');
  git('commit', '--quiet', '--message', 'Waive');
  git('branch', 'other');
  const { stdout } = await compare('waived', 'other', 'json');
  expect(JSON.parse(stdout)).toMatchObject({ passes: true, problems: [] });
  git('checkout', '--quiet', 'main');
}, 60_000);
