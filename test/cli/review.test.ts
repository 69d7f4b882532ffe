// Tests `review`: verdict, exit status and report formats.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, readdirSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractDocument } from '../../src/contract/document';
import { markdownReport } from '../../src/review/reports/markdown';
import { htmlReport } from '../../src/review/reports/html';
import { textReport } from '../../src/review/reports/text';
import { sharedLocations } from '../../src/review/reports/wording';
import { createReview } from '../../src/review/review';
import { AVAILABLE } from '../support/available';
import { MAIN, ROOT, cli, ended, start } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { RELEASED, partOfContract } from '../support/part-of-contract';
import { reportFaults } from '../support/review-report';

const folder = temporaryFolder();

/** Some paths of the contract, because the duration of a review depends on the number of paths. */
const PATHS = ['/cyber-assets', '/cyber-assets/{id}', '/facilities/{facilityId}/cyber-assets', '/tasks/{id}'];

function documentWith(name: string, change: (document: ContractDocument) => void): string {
  const document = partOfContract(PATHS);
  change(document);
  const file = join(folder, `${name}.json`);
  writeFileSync(file, JSON.stringify(document));
  return file;
}

const schemaOf = (document: ContractDocument, name: string) =>
  document.components['schemas']![name] as { required: string[]; properties: Record<string, unknown> };

const base = documentWith('base', () => undefined);
const breaking = documentWith('breaking', (document) => {
  delete schemaOf(document, 'CyberAsset').properties['impact_rating'];
  schemaOf(document, 'CyberAsset').required = ['id', 'name'];
  schemaOf(document, 'CyberAsset').properties['updated_at'] = {
    type: 'integer',
    minimum: 0,
    maximum: 4102444800,
  };
});
const planned = documentWith('planned', (document) => {
  schemaOf(document, 'Task').properties['title'] = { type: ['string', 'null'], maxLength: 255 };
});

test('review exits with 0 when nothing changed', async () => {
  expect(await cli(['review', '--base', base, '--head', base, '--format', 'markdown'])).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^## ✅ Passed: no change is visible to callers\./),
    stderr: '',
  });
});

test('review exits with 1 for a breaking change and prints fingerprint, line and location', async () => {
  const { status, stdout } = await cli(['review', '--base', base, '--head', breaking]);
  expect(status).toBe(1);
  expect(stdout).toMatch(/^Blocked: \d+ breaking changes to available operations; /);
  expect(stdout).toMatch(/getCyberAsset \(GET \/cyber-assets\/\{id\}\)/);
  expect(stdout).toMatch(/fingerprint [0-9a-f]{12}/);
  expect(stdout).toMatch(/\n\d+ breaking, \d+ planned\n/);
  expect(stdout).toMatch(/base\.json:1\n/); // the bundle of the test is one line
  expect(stdout).toMatch(
    /\nDocument errors \(\d+\)\n.*breaking\.json:1 .*\[no-invalid-media-type-examples\]/,
  );
});

test('review exits with 0 for a breaking change of a planned operation and reports it', async () => {
  const { status, stdout } = await cli(['review', '--base', base, '--head', planned, '--format', 'json']);
  const report = JSON.parse(stdout) as { passes: boolean; counts: Record<string, number> };
  expect(reportFaults(report)).toBeNull();
  expect([status, report.passes, report.counts['breaking']]).toEqual([0, true, 0]);
  expect(report.counts['planned']).toBeGreaterThan(0);
});

test('review reports changes that it does not judge, and limits its verdict to the others', async () => {
  const elsewhere = documentWith('elsewhere', (document) =>
    Object.assign(document, { servers: [{ url: 'https://elsewhere.example' }] }),
  );
  const { status, stdout } = await cli(['review', '--base', base, '--head', elsewhere]);
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /^Passed: no breaking changes in the evaluated parts\.\n[^]*\nThe document\n  Changed, compatibility not evaluated\n    servers: .+ → https:\/\/elsewhere\.example\n    .*elsewhere\.json:1\n/,
  );
});

const sourceOf = (file: string) => ({
  name: file,
  document: JSON.parse(readFileSync(file, 'utf8')) as ContractDocument,
  files: [],
});
const reviewOf = (head: string) =>
  createReview({
    base: sourceOf(base),
    head: sourceOf(head),
    faults: [],
    waivers: [],
    changelogChanged: undefined,
    today: '2026-03-31',
  });

test('review reports changes that it does not judge together with waived changes', () => {
  const head = documentWith('waived', (document) => {
    Object.assign(document, { servers: [{ url: 'https://elsewhere.example' }] });
    delete schemaOf(document, 'CreateCyberAssetRequest').properties['name'];
  });
  const { changes } = reviewOf(head);
  const waivers = changes
    .filter(({ level }) => level === 'breaking')
    .map(({ fingerprint }) => ({ fingerprint, reason: 'Agreed', owner: 'x', expires: '2999-12-31' }));
  const { verdict } = createReview({
    base: sourceOf(base),
    head: sourceOf(head),
    faults: [],
    waivers,
    changelogChanged: undefined,
    today: '2026-03-31',
  });
  expect(verdict).toBe(
    'Passed: 1 breaking change is waived, no other breaking changes in the evaluated parts.',
  );
});

const hostile = documentWith('hostile', (document) => {
  const { properties } = schemaOf(document, 'CreateCyberAssetRequest');
  (properties['name'] as { pattern?: string }) = { pattern: '](http://example.com) | <script> `x`' };
});

test('markdown and HTML escape the document, and a comment stays below its limit', async () => {
  const { status, stdout } = await cli(['review', '--base', base, '--head', hostile, '--format', 'html']);
  expect([status, stdout]).toEqual([
    1,
    expect.stringMatching(/^<!doctype html>[^]*<th scope="col">Before<\/th><th scope="col">After<\/th>/),
  ]);
  expect(stdout).toContain('](http://example.com) | &#60;script&#62; `x`');
  expect(stdout).not.toMatch(/<script|\bsrc=|\bhref=|url\(|@import/);
  const review = reviewOf(hostile);
  const comment = markdownReport(review);
  expect(comment).toMatch(/^## ❌ Blocked/);
  expect(comment).not.toMatch(/^[^`]*<script>/m);
  const many = {
    ...review,
    changes: Array.from({ length: 5000 }, () => review.changes[0]!),
    faults: Array.from({ length: 5000 }, () => ({ rule: 'a', message: 'b', file: 'c', line: 1 })),
  };
  expect(markdownReport(many).length).toBeLessThan(60_000);
  expect(markdownReport(many)).toMatch(/and \d{4} more/);
});

test('review reports a location that several operations share once, before its changes', () => {
  const shared = documentWith(
    'shared',
    (document) => void (schemaOf(document, 'ImpactRating') as { enum?: string[] }).enum!.push('critical'),
  );
  const [reviewOfShared, reviewOfOne] = [reviewOf(shared), reviewOf(hostile)];
  const places = new Set(reviewOfShared.changes.map(({ pointer }) => pointer));
  expect([places.size, reviewOfShared.changes.length]).toEqual([1, 5]);
  for (const report of [textReport, markdownReport, htmlReport]) {
    expect(report(reviewOfShared)).toMatch(
      /\b5 changes in 5 operations have the same cause: \W*(<span class="place">)?head \/components\/schemas\/ImpactRating\/enum/,
    );
    expect(report(reviewOfOne)).not.toContain('have the same cause');
  }
});

test('review sorts shared locations by the number of their changes', () => {
  const shared = documentWith('two-shared', (document) => {
    for (const name of ['AssetType', 'ImpactRating'])
      (schemaOf(document, name) as { enum?: string[] }).enum!.push('other');
  });
  const lastFirst = reviewOf(shared).changes.sort((one, other) => other.pointer.localeCompare(one.pointer));
  expect(sharedLocations(lastFirst).map(({ location, text }) => `${text}: ${location}`)).toEqual([
    '7 changes in 5 operations have the same cause: head /components/schemas/AssetType/enum',
    '5 changes in 5 operations have the same cause: head /components/schemas/ImpactRating/enum',
  ]);
});

test('review stops on a document whose pattern backtracks excessively', async () => {
  const file = join(folder, 'endless.yaml');
  const schema = '{type: string, pattern: "^(a+)+$"}';
  writeFileSync(
    file,
    'openapi: 3.1.0\ninfo: {title: a, version: "1"}\npaths: {/a: {get: {responses: {"200": ' +
      `{description: a, content: {application/json: {schema: ${schema}, example: ` +
      `${'a'.repeat(60)}!}}}}}}}`,
  );
  const script =
    `const file = ${JSON.stringify(file)}; ` +
    `require('./dist/src/cli/thread.js').runInThread('review-thread', { base: file, head: file }, ` +
    '2).catch((error) => console.log(error.message))';
  expect((await ended(start(['-e', script], {}, [process.execPath]))).stdout).toBe(
    'it takes longer than 2 seconds\n',
  );
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s during the comparison ends review and removes its files',
  async (signal) => {
    const temporary = join(folder, signal);
    mkdirSync(temporary);
    const watcher = watch(temporary);
    const made = once(watcher, 'change');
    const child = start(['review', '--base', 'HEAD', '--head', base], { TMPDIR: temporary });
    await made;
    watcher.close();
    child.kill(signal);
    expect(await once(child, 'close')).toEqual([null, signal]);
    expect(readdirSync(temporary)).toEqual([]);
  },
);

test.each([
  [
    'an unknown git revision',
    ['--base', 'no-such-revision'],
    /"no-such-revision" is neither a file nor a git revision/,
  ],
  ['a revision that looks like an option', ['--base=--output=x'], /is neither a file nor a git revision/],
  ['no base', [], /required option '--base/],
])('%s exits with 2 and one message', async (_what, args, sentence) => {
  const wrong = await cli(['review', ...args, '--head', base]);
  expect(wrong).toMatchObject({ status: 2, stdout: '' });
  expect(wrong.stderr).toMatch(sentence);
});

test('review exits with 2 and a single line when the head is a revision', async () => {
  expect(await cli(['review', '--base', base, '--head', 'HEAD'])).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^--head needs a file, and .HEAD. is not a file.*\n$/),
  });
});

interface OwnReport {
  problems: { kind: string }[];
  changes: { level: string; fingerprint: string; file: string; line: number }[];
  coverage: { operationId: string; handler: boolean; tests: number; seen: string[] }[];
}

describe('of a checkout', () => {
  let checkout: string;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
      cwd: checkout,
      stdio: 'ignore',
    });
  const reviewOfBase = (base: string, ...args: string[]) =>
    ended(
      start(
        ['-c', `cd '${checkout}' && '${process.execPath}' '${MAIN}' review --base ${base} ${args.join(' ')}`],
        {},
        ['/bin/sh'],
      ),
    );
  const review = (...args: string[]) => reviewOfBase('HEAD', ...args);
  const edit = (file: string, from: string, to: string) => {
    const path = join(checkout, file);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
  };

  /** Checks out the whole contract, or only its available operations, which is faster. */
  function checkOut(name: string, released: boolean): void {
    checkout = join(folder, name);
    cpSync(join(ROOT, 'spec'), join(checkout, 'spec'), { recursive: true });
    const entry = join(checkout, 'spec/openapi.yaml');
    if (released)
      writeFileSync(
        entry,
        readFileSync(entry, 'utf8').replace(/^ {2}(\/\S+):\n {4}\$ref: .*\n/gm, (line, path: string) =>
          RELEASED.includes(path) ? line : '',
        ),
      );
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'The contract');
    edit('spec/components/schemas/AssetName.yaml', 'maxLength: 255', 'maxLength: 200');
  }

  test('review compares with a revision, requires a changelog line and applies waivers', async () => {
    checkOut('whole', false);
    mkdirSync(join(checkout, 'coverage'));
    const seen = [
      { status: 200, mock: false },
      { status: 304, mock: false },
      { status: 500, mock: true },
      { status: 599, mock: false },
    ];
    writeFileSync(
      join(checkout, 'coverage/statuses.ndjson'),
      seen
        .map((one) => `${JSON.stringify({ operationId: 'getFacility', test: 'a.test.ts', ...one })}\n`)
        .join(''),
    );
    const blocked = JSON.parse((await review('--format', 'json')).stdout) as OwnReport;
    expect(reportFaults(blocked)).toBeNull();
    expect(blocked.changes[0]).toMatchObject({ file: 'spec/components/schemas/AssetName.yaml', line: 9 });
    expect(blocked.coverage).toHaveLength(AVAILABLE.length);
    expect(blocked.coverage.find(({ operationId }) => operationId === 'getFacility')).toMatchObject({
      handler: true,
      tests: 1,
      seen: ['200', '304'],
    });
    expect(blocked.problems.map(({ kind }) => kind)).toEqual(['changelog-missing']);
    const fingerprints = [
      ...new Set(
        blocked.changes.filter(({ level }) => level === 'breaking').map(({ fingerprint }) => fingerprint),
      ),
    ];
    expect(fingerprints.length).toBeGreaterThan(0);

    checkOut('released', true);
    writeFileSync(
      join(checkout, 'spec/CHANGELOG.md'),
      `\n  \n${readFileSync(join(checkout, 'spec/CHANGELOG.md'), 'utf8')}\n`,
    );
    mkdirSync(join(checkout, 'main')); // a folder with the name of the revision
    git('checkout', '--quiet', '-B', 'main');
    expect((await reviewOfBase('main')).stdout).toMatch(/spec\/CHANGELOG\.md has no new line/);
    edit(
      'spec/CHANGELOG.md',
      '### Changed\n',
      '### Changed\n\n- Names of assets have at most 200 characters.\n',
    );
    writeFileSync(
      join(checkout, 'spec/waivers.yaml'),
      fingerprints
        .map(
          (fingerprint) =>
            `- {fingerprint: "${fingerprint}", reason: Agreed, owner: compliance manager, expires: ` +
            '2999-12-31}\n',
        )
        .join(''),
    );
    const { stdout } = await review();
    expect(stdout).toMatch(
      /^Passed: \d+ breaking changes are waived, no other breaking changes\.\n[^]*waived until 2999-12-31/,
    );
    expect(stdout).toMatch(/\nTest coverage of available operations\n {2}No test results\. .*\n(?! )/); // only once
  }, 60_000);
});
