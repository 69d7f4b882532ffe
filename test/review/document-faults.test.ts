// Checks that the soundness check reports each planted error with its rule and line, in OpenAPI 3.0 to 3.2.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import DOCUMENT_RULES from '../../src/review/documents/document-rules.json';
import type { DocumentFault } from '../../src/review/documents/soundness';
import { cli } from '../support/cli';
import { temporaryFolder } from '../support/folder';
import { DOCUMENT_FAULTS, type PlantedFault, VALID_VARIANTS } from './planted-document-faults';

const folder = temporaryFolder();
const sound = readFileSync(join(__dirname, 'sound.yaml'), 'utf8');
const inVersion = (text: string, version: string) => text.replace('openapi: 3.1.0', `openapi: ${version}`);

/** Replaces one text in the valid document. */
function plant({ from, to }: Pick<PlantedFault, 'from' | 'to'>): string {
  if (sound.split(from).length !== 2)
    throw new Error(`The text that ${JSON.stringify(to)} replaces must occur exactly once.`);
  return sound.replace(from, () => to);
}

/** Returns the number of the line with this text. */
function lineOf(text: string, at: string): number {
  const lines = text.split('\n').map((line) => line.trim());
  if (lines.filter((line) => line === at).length !== 1)
    throw new Error(`"${at}" must be exactly one line of the document.`);
  return lines.indexOf(at) + 1;
}

const CASES = ['3.2.0', '3.1.0', '3.0.3'].map((version) => {
  const planted = DOCUMENT_FAULTS.filter(({ only = version }) => only === version);
  return {
    version,
    planted,
    texts: [sound, ...VALID_VARIANTS.map(plant), ...planted.map(plant)].map((text) =>
      inVersion(text, version),
    ),
  };
});

/** The errors by version. One process checks all documents, because its startup is slow. */
const found: Record<string, DocumentFault[][]> = {};

beforeAll(() => {
  const files = CASES.flatMap(({ version, texts }) =>
    texts.map((text, index) => {
      const file = join(folder, `${version}-${index}.yaml`);
      writeFileSync(file, text);
      return file;
    }),
  );
  const all = JSON.parse(
    execFileSync(process.execPath, [join(__dirname, './find-faults.mjs'), ...files], {
      encoding: 'utf8',
    }),
  ) as DocumentFault[][];
  for (const { version, texts } of CASES) found[version] = all.splice(0, texts.length);
});

describe.each(CASES)('the soundness check of OpenAPI $version', ({ version, planted, texts }) => {
  test.each([{ what: 'the sound document' }, ...VALID_VARIANTS].map(({ what }, index) => ({ what, index })))(
    'reports no errors for $what',
    ({ index }) => {
      expect(found[version]![index]).toEqual([]);
    },
  );

  test.each(planted.map((fault, index) => ({ ...fault, index: index + 1 + VALID_VARIANTS.length })))(
    'reports $fault with $rule',
    ({ rule, at, index }) => {
      const line = lineOf(texts[index]!, at.replace('VERSION', version));
      expect(found[version]![index]!.map((fault) => `${fault.rule} on line ${fault.line}`)).toContain(
        `${rule} on line ${line}`,
      );
    },
  );
});

test('the planted errors cover every rule', () => {
  expect([...new Set(DOCUMENT_FAULTS.map(({ rule }) => rule))].sort()).toEqual(
    [...Object.keys(DOCUMENT_RULES.rules), 'pattern'].sort(),
  );
});

describe('the review command', () => {
  const review = async (from: string, to: string) => {
    writeFileSync(join(folder, 'sound.yaml'), sound);
    writeFileSync(join(folder, 'head.yaml'), plant({ from, to }));
    return cli(['review', '--base', join(folder, 'sound.yaml'), '--head', join(folder, 'head.yaml')]);
  };

  test('blocks on a document error and shows its location', async () => {
    const { status, stdout } = await review(
      'in: path\n      required: true',
      'in: path\n      required: false',
    );
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /head\.yaml:\d+ A path parameter needs `required: true`\. \[rule\/path-parameter-required\]/,
    );
  });

  describe('of a document whose base has the same error', () => {
    const fault = { from: 'in: path\n      required: true', to: 'in: path\n      required: false' };
    const reviewWith = async (faults: string[]) => {
      const faulty = plant(fault);
      writeFileSync(join(folder, 'old.yaml'), faulty);
      writeFileSync(join(folder, 'new.yaml'), `# A line that moves the others.\n${faulty}`);
      return cli([
        'review',
        '--base',
        join(folder, 'old.yaml'),
        '--head',
        join(folder, 'new.yaml'),
        ...faults,
      ]);
    };
    test('passes by default', async () => {
      expect(await reviewWith([])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Passed/) });
    });

    test('blocks with --faults all, and passes with --faults off', async () => {
      expect(await reviewWith(['--faults', 'all'])).toMatchObject({ status: 1 });
      expect(await reviewWith(['--faults', 'off'])).toMatchObject({ status: 0 });
    });

    test('blocks on a new error, and shows this one only', async () => {
      writeFileSync(join(folder, 'old.yaml'), plant(fault));
      const both = plant(fault).replace(/(\n {2}title:)/, '\n  titel: x$1');
      writeFileSync(join(folder, 'new.yaml'), both);
      const { status, stdout } = await cli([
        ...['review', '--base', join(folder, 'old.yaml'), '--head', join(folder, 'new.yaml')],
      ]);
      expect([status, stdout.match(/\[(rule\/)?[a-z-]+\]/g)]).toEqual([1, ['[struct]']]);
    });
  });

  test('reviews a document with externalValue and fetches nothing', async () => {
    const { from, to } = VALID_VARIANTS.at(-1)!;
    expect(await review(from, to)).toEqual({
      status: 0,
      stdout: expect.stringMatching(
        /^Passed: no message changes, only words, examples and annotations, in 1 place\.\n/,
      ),
      stderr: '',
    });
  });

  test('reads a document of OpenAPI 3.2 without errors, and judges an item of its stream', async () => {
    const [base, head] = [join(__dirname, 'sound-3.2.yaml'), join(folder, 'head-3.2.yaml')];
    expect(await cli(['review', '--base', base, '--head', base, '--faults', 'all'])).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^Passed: no change is visible to callers\.\n/),
    });
    writeFileSync(
      head,
      readFileSync(base, 'utf8').replace('data: { type: string }', 'data: { type: integer }'),
    );
    const { status, stdout } = await cli(['review', '--base', base, '--head', head]);
    expect(status).toBe(1);
    expect(stdout).toContain('response 200 text/event-stream item: data');
  });

  test('reviews a document that has only webhooks', async () => {
    const file = join(folder, 'webhooks.yaml');
    writeFileSync(
      file,
      'openapi: 3.1.0\ninfo: {title: Pumps, version: 1.0.0}\nsecurity: []\nwebhooks: {done: {post: {responses: {"204": {description: Taken.}}}}}\n',
    );
    expect(await cli(['review', '--base', file, '--head', file])).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^Passed: no change is visible to callers\.\n/),
      stderr: '',
    });
  });

  test.each([
    [
      'a reference to a missing schema',
      "wind: '#/components/schemas/Fan'",
      "wind: '#/components/schemas/Wind'",
      /head\.yaml cannot be read: Can't resolve \$ref at .*head\.yaml:123\n$/,
    ],
    [
      'circular references',
      "Part:\n      type: object\n      properties:\n        weight:\n          type: number\n        next:\n          $ref: '#/components/schemas/Part'",
      "Part:\n      $ref: '#/components/schemas/Other'\n    Other:\n      $ref: '#/components/schemas/Part'",
      /head\.yaml cannot be read: Self-referencing/,
    ],
    [
      'invalid YAML',
      'title: Pumps',
      'title: Pumps: x',
      /head\.yaml cannot be read: bad indentation .*\(4:15\)\n$/,
    ],
  ])('exits with 2 and one message for %s', async (_what, from, to, sentence) => {
    const { status, stdout, stderr } = await review(from, to);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(sentence);
    expect(stderr.trim()).not.toContain('\n');
  });
});
