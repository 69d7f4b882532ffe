// Tests `review`: verdict, exit status and report formats.
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, readdirSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContractDocument } from '../../src/contract/document';
import { addDays } from '../../src/base/day';
import { DEFAULT_POLICY } from '../../src/review/edits/policy';
import { toHtml } from '../../src/base/report/html';
import { toMarkdown } from '../../src/base/report/markdown';
import { textLines } from '../../src/base/report/text';
import { reviewReport } from '../../src/review/reports/report';
import { type CallerEvidence, readCallers } from '../../src/review/callers/recordings';
import { type Review, createReview } from '../../src/review/review';
import { ROOT, cli, cliIn, ended, start } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { RELEASED, partOfContract } from '../support/part-of-contract';
import { reportFaults } from './review-report';

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
  const { required } = schemaOf(document, 'CyberAsset');
  required.splice(required.indexOf('impact_rating'), 1);
  schemaOf(document, 'CyberAsset').properties['updated_at'] = {
    type: 'integer',
    minimum: 0,
    maximum: 4102444800,
  };
});
const planned = documentWith('planned', (document) => {
  delete schemaOf(document, 'Task').properties['completedAt'];
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
  expect(stdout).toMatch(/^Blocked: 2 edits break callers; \d+ new document errors?/);
  expect(stdout).toMatch(/Breaks callers:\n(.*\n)* +getCyberAsset GET \/cyber-assets\/\{id\}: response 200/);
  expect(stdout).toMatch(/Fingerprint [0-9a-f]{12}/);
  expect(stdout).toMatch(/\n2 breaking\b.*\n/);
  expect(stdout).toMatch(/base\.json:1\n/); // the bundle of the test is one line
  expect(stdout).toMatch(
    /\nNew document errors \(\d+\)\n.*breaking\.json:1 .*\[no-invalid-media-type-examples\]/,
  );
});

test('review exits with 0 for a change of a provisional part and reports it', async () => {
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
    /^Passed: no breaking edits in the evaluated parts\.\n[^]*\n- Changed, compatibility not evaluated: servers\n {4}.+ → "https:\/\/elsewhere\.example"\n {4}.*elsewhere\.json:1\n/,
  );
});

const sourceOf = (file: string) => ({
  name: file,
  document: JSON.parse(readFileSync(file, 'utf8')) as ContractDocument,
  files: [],
  nameOf: (path: string) => path,
  parsed: new Map(),
  locate: () => undefined,
});
const reviewOf = (head: string, waivers: unknown[] = [], evidence?: CallerEvidence) =>
  createReview({
    evidence,
    base: sourceOf(base),
    head: sourceOf(head),
    faults: [],
    policy: DEFAULT_POLICY,
    waivers,
    maxMegabytes: 10,
    today: '2026-03-31',
  });

test('review shows the callers of an edit in a provisional part too', () => {
  const { edits } = reviewOf(planned, [], {
    recordings: [{ file: 'a.har', name: 'a', version: null, calls: [] }],
    usage: undefined,
  });
  const provisional = edits.filter(({ level }) => level === 'planned');
  expect(provisional.map(({ callers }) => callers?.of)).toEqual(provisional.map(() => 1));
});

test('review reports changes that it does not judge together with waived edits', () => {
  const head = documentWith('waived', (document) => {
    Object.assign(document, { servers: [{ url: 'https://elsewhere.example' }] });
    delete schemaOf(document, 'CreateCyberAssetRequest').properties['name'];
  });
  const { edits } = reviewOf(head);
  const waivers = edits
    .filter(({ level }) => level === 'breaking')
    .map(({ fingerprint }) => ({ fingerprint, reason: 'Agreed', owner: 'x', expires: '2026-06-29' }));
  expect(reviewOf(head, waivers).verdict).toBe(
    'Passed: 1 breaking edit is waived, no other breaking edits in the evaluated parts.',
  );
});

const hostile = documentWith('hostile', (document) => {
  const { properties } = schemaOf(document, 'CreateCyberAssetRequest');
  (properties['name'] as { pattern?: string }) = { pattern: '](http://example.com) | <script> `x`' };
});

test('markdown and HTML escape the document, and cut nothing', async () => {
  const { status, stdout } = await cli(['review', '--base', base, '--head', hostile, '--format', 'html']);
  expect([status, stdout]).toEqual([
    1,
    expect.stringMatching(/^<!doctype html>[^]*<th scope="col">Before<\/th><th scope="col">After<\/th>/),
  ]);
  expect(stdout).toContain('](http://example.com) | &#60;script&#62; `x`');
  expect(stdout.match(/<script/g)).toHaveLength(1); // the filters
  expect(stdout).not.toMatch(/\bsrc=|\bhref="(?!#edit-)|url\(|@import/);
  const review = reviewOf(hostile);
  const comment = toMarkdown(reviewReport(review));
  expect(comment).toMatch(/^## ❌ Blocked/);
  expect(comment).not.toMatch(/^[^`]*<script>/m);
  const faultNumber = (number: number) => ({ rule: 'a', message: `b ${number}`, file: 'c', line: 1 });
  const many = toMarkdown(
    reviewReport({
      ...review,
      edits: Array.from({ length: 5000 }, () => review.edits[0]!),
      faults: Array.from({ length: 5000 }, (_, number) => faultNumber(number)),
    }),
  );
  expect(many.match(/Fingerprint/g)).toHaveLength(5000);
  expect(many.match(/`c:1`/g)).toHaveLength(5000);
});

/** What `review --format` prints: other tests prove that each format comes from the command too. */
const FORMATS: [string, (review: Review) => string][] = [
  ['text', (review) => textLines(reviewReport(review)).join('\n')],
  ['markdown', (review) => toMarkdown(reviewReport(review))],
  ['html', (review) => [...toHtml(reviewReport(review))].join('')],
];

test.each(FORMATS)(
  'the format %s reports a shared enumeration that changes once as one edit with its operations',
  (_format, render) => {
    const shared = documentWith(
      'shared',
      (document) => void (schemaOf(document, 'ImpactRating') as { enum?: string[] }).enum!.push('critical'),
    );
    const stdout = render(reviewOf(shared));
    expect(stdout.match(/<article|(?<=\n)\s*(- )?Fingerprint/g)).toHaveLength(1);
    for (const id of ['getCyberAssets', 'createCyberAsset', 'getCyberAsset', 'updateCyberAsset'])
      expect(stdout).toMatch(new RegExp(`${id} (GET|POST|PATCH) /cyber-assets`));
  },
);

test.each([...FORMATS, ['json', undefined] as const])(
  'the format %s shows the recordings and keys of --calls that use the changed part of a breaking edit',
  async (format, render) => {
    const har = join(folder, 'acme.har');
    const call = (method: string, path: string) => ({
      request: { method, url: `https://api.example.com${path}`, headers: [] },
      response: { status: 200, headers: [], content: { text: '{"impact_rating":"low"}' } },
    });
    const entries = [call('GET', '/facilities'), call('GET', '/cyber-assets/ca_1')];
    writeFileSync(har, JSON.stringify({ log: { version: '1.2', entries } }));
    const usage = join(folder, 'usage.json');
    const row = { key: 'key_1', name: 'sync', operationId: 'getCyberAsset', day: '2026-11-20', requests: 3 };
    writeFileSync(usage, JSON.stringify({ organization: 'acme', usage: [row] }));
    if (render) {
      // Markdown has a zero-width space after `#`, or GitHub links the issue of this number.
      const text = render(reviewOf(breaking, [], await readCallers([har, usage]))).replace(/[\\\u200b]/g, '');
      expect(text).toContain(
        '1 of 1 recordings, 1 call; first: acme.har #2; 1 key used this operation, last on 2026-11-20',
      );
      return;
    }
    const compared = ['--base', base, '--head', breaking, '--format', format];
    const { status, stdout } = await cli(['review', ...compared, '--calls', har, usage]);
    expect(status).toBe(1);
    const report = JSON.parse(stdout) as { edits: { rule: string; callers: unknown }[] };
    expect(reportFaults(report)).toBeNull();
    expect(report.edits.find(({ rule }) => rule === 'response-field-removed')!.callers).toEqual({
      recordings: 1,
      of: 1,
      calls: 1,
      unjudged: 0,
      by: [{ file: 'acme.har', name: 'acme', version: null, calls: [2] }],
      keys: { count: 1, lastDay: '2026-11-20' },
    });
  },
);

test('review names each recording whose calls an edit breaks: five in text, all in HTML and JSON', async () => {
  const clients = Array.from({ length: 7 }, (_none, index) => {
    const har = join(folder, `pumps-1.${index}.0.har`);
    const request = { method: 'GET', url: 'https://api.example.com/cyber-assets/ca_1', headers: [] };
    const response = { status: 200, headers: [], content: { text: '{"impact_rating":"low"}' } };
    writeFileSync(har, JSON.stringify({ log: { entries: [{ request, response }] } }));
    return har;
  });
  const review = reviewOf(breaking, [], await readCallers(clients));
  const { callers } = review.edits.find(({ rule }) => rule === 'response-field-removed')!;
  expect(callers!.by.map(({ name, version }) => `${name} ${version}`)).toEqual(
    clients.map((_har, index) => `pumps 1.${index}.0`),
  );
  const lines = textLines(reviewReport(review));
  const first = lines.indexOf('    Recorded callers:');
  expect(lines.slice(first + 1, first + 7)).toEqual([
    ...[0, 1, 2, 3, 4].map((index) => `      pumps 1.${index}.0: pumps-1.${index}.0.har #1`),
    '      and 2 more; --format json lists all',
  ]);
  const page = [...toHtml(reviewReport(review))].join('');
  for (const index of clients.keys()) expect(page).toContain(`<code>pumps 1.${index}.0</code>`);
});

test('review exits with 2 when a file of --calls is not a recording', async () => {
  const compared = ['--base', base, '--head', breaking];
  expect(await cli(['review', ...compared, '--calls', base])).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/base\.json has no log\.entries\. Pass a recording in HAR 1\.2\./),
  });
});

test('review reports a pattern that needs seconds, and does not run it on the example', async () => {
  const file = (name: string, pattern: string) => {
    const path = join(folder, name);
    const schema = `{type: string, pattern: "${pattern}"}`;
    writeFileSync(
      path,
      'openapi: 3.1.0\ninfo: {title: a, version: "1"}\npaths: {/a: {get: {responses: {"200": ' +
        `{description: a, content: {application/json: {schema: ${schema}, example: ${'a'.repeat(60)}!}}}}}}}`,
    );
    return path;
  };
  const compared = ['--base', file('sound.yaml', 'a'), '--head', file('endless.yaml', '^(a+)+$')];
  const { status, stdout } = await cli(['review', ...compared, '--max-seconds', '30']);
  expect(status).toBe(1);
  expect(stdout).toMatch(
    /endless\.yaml:3 #\/paths\/~1a\/\S+\/schema\/pattern needs more than a second for a text of \d+ characters\. .+ \[pattern\]/,
  );
});

test('review ends at its limits for a document whose patterns multiply', async () => {
  const file = (name: string, type: string): string => {
    const named = (letter: string) => ({
      patternProperties: Object.fromEntries(
        Array.from({ length: 5000 }, (_none, index) => [`${letter}${index}`, {}]),
      ),
      additionalProperties: false,
    });
    const schema = { type: 'object', allOf: [{ properties: { a: { type } } }, named('p'), named('q')] };
    const responses = { 200: { description: 'All', content: { 'application/json': { schema } } } };
    const path = join(folder, name);
    const info = { title: 'Patterns', version: '1' };
    writeFileSync(path, JSON.stringify({ openapi: '3.1.0', info, paths: { '/a': { get: { responses } } } }));
    return path;
  };
  const compared = ['--base', file('p1.json', 'string'), '--head', file('p2.json', 'integer')];
  const { status, stderr } = await cli(['review', ...compared, '--faults', 'off', '--max-seconds', '2']);
  expect([status, stderr]).toEqual([
    2,
    expect.stringMatching(
      /^The documents cannot be compared: it takes more than 2 seconds of processor time\./,
    ),
  ]);
});

test('review stops at its limit of processor time', async () => {
  const script =
    `const file = ${JSON.stringify(base)}; ` +
    `require('./dist/src/cli/review/review.js').runInThread({ base: file, head: file, folder: '/nowhere', maxMegabytes: 10 }, ` +
    '0.01, () => {}).catch((error) => console.log(error.message))';
  expect((await ended(start(['-e', script], {}, [process.execPath]))).stdout).toBe(
    'it takes more than 0.01 seconds of processor time\n',
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

test('review exits with 2 and a single line when the head is neither a file nor a revision', async () => {
  expect(await cli(['review', '--base', base, '--head', 'none'])).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^"none" is neither a file nor a git revision .*\n$/),
  });
});

interface OwnReport {
  problems: { kind: string }[];
  edits: { level: string; fingerprint: string; file: string; line: number }[];
  gate: string[];
}

describe('of a checkout', () => {
  const checkout = join(folder, 'released');
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.com', ...args], {
      cwd: checkout,
      stdio: 'ignore',
    });
  const reviewOfBase = (base: string, ...args: string[]) =>
    cliIn(checkout, ['review', '--base', base, ...args]);
  const review = (...args: string[]) => reviewOfBase('HEAD', ...args);
  const edit = (file: string, from: string, to: string) => {
    const path = join(checkout, file);
    const text = readFileSync(path, 'utf8');
    expect(text).toContain(from);
    writeFileSync(path, text.replace(from, to));
  };

  /** Checks out the available operations: to review all of them takes four times as long. `.ci/run` does. */
  function checkOut(): void {
    cpSync(join(ROOT, 'spec'), join(checkout, 'spec'), { recursive: true });
    const entry = join(checkout, 'spec/openapi.yaml');
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
    checkOut();
    const blocked = JSON.parse((await review('--format', 'json')).stdout) as OwnReport;
    expect(reportFaults(blocked)).toBeNull();
    expect(blocked.edits[0]).toMatchObject({ file: 'spec/components/schemas/AssetName.yaml', line: 9 });
    expect(blocked.problems.map(({ kind }) => kind)).toEqual(['changelog-missing']);
    const fingerprints = blocked.edits
      .filter(({ level }) => level === 'breaking')
      .map(({ fingerprint }) => fingerprint);
    expect(fingerprints.length).toBeGreaterThan(0);

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
    const expires = addDays(new Date().toISOString().slice(0, 10), 30);
    writeFileSync(
      join(checkout, 'spec/waivers.yaml'),
      fingerprints
        .map(
          (fingerprint) =>
            `- {fingerprint: "${fingerprint}", reason: Agreed, owner: compliance manager, expires: ${expires}}\n`,
        )
        .join(''),
    );
    const { stdout } = await review();
    expect(stdout).toMatch(
      /^Passed: \d+ breaking edits? (is|are) waived, no other breaking edits\.\n[^]*Waived until \d{4}-/,
    );
    expect(stdout).toMatch(/\nChanges of the gate \(\d+\)\n[^]*\n {2}spec\/waivers\.yaml\n/);
  }, 60_000);
});

test.each([
  ['api', 'openapi.json'],
  ['sub', '../api/openapi.json'],
  ['.', 'api/openapi.json'],
])('review from the folder %s annotates the path from the top of the repository', async (from, head) => {
  const top = join(folder, `repository-${from}`);
  for (const each of ['api', 'sub']) mkdirSync(join(top, each), { recursive: true });
  execFileSync('git', ['init', '--quiet'], { cwd: top });
  cpSync(breaking, join(top, 'api/openapi.json'));
  const args = ['review', '--base', base, '--head', head, '--format', 'annotations'];
  const { status, stdout } = await cliIn(join(top, from), args);
  expect(status).toBe(1);
  expect(new Set(stdout.match(/(?<=file=)[^,]+/g))).toEqual(new Set(['api/openapi.json']));
});
