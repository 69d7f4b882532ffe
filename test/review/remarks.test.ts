// Tests rows about words, promises, examples and annotations, and the numbers that documents hold rounded.
import { readFileSync, readdirSync } from 'node:fs';
import { parse } from 'yaml';
import { contractDocument } from '../../src/contract/document';
import { compareContracts } from '../../src/review/compare/documents';
import { toMarkdown } from '../../src/base/report/markdown';
import { DEFAULT_POLICY } from '../../src/review/edits/policy';
import { reviewReport } from '../../src/review/reports/report';
import { createReview } from '../../src/review/review';
import { type Doc, editsAfter, fields, operation, type Planted, schemas, TODAY, world } from './world';

const sourceOf = (document: Doc) => ({
  name: 'api.json',
  document,
  files: [{ path: 'api.json', text: JSON.stringify(document, null, 2) }],
  nameOf: (path: string) => path,
  parsed: new Map(),
  locate: () => undefined,
});
function reviewAfter(mutate: Planted['mutate'], before: Planted['mutate'] = () => undefined) {
  const [base, head] = [world(), world()];
  before(base);
  before(head);
  mutate(head);
  const options = { faults: [], policy: DEFAULT_POLICY, waivers: [], maxMegabytes: 10, today: TODAY };
  return createReview({ base: sourceOf(base), head: sourceOf(head), ...options });
}
const describeList = (text: string) => (d: Doc) => (operation(d, 'listAssets').description = text);

/** Moves the response of a list into a component. */
function moveResponse(document: Doc): void {
  const { responses } = operation(document, 'listAssets');
  (document.components.responses ??= {}).Moved = responses['200'];
  responses['200'] = { $ref: '#/components/responses/Moved' };
}

describe('a promise in a description', () => {
  it('is a row with both wordings before all rows, and the verdict asks to read it', () => {
    const review = reviewAfter(
      describeList('Lists assets again. A cursor is valid for 12 hours. Pages have at most 100 rows.'),
      describeList('Lists assets. A cursor is valid for 24 hours. Pages have at most 200 rows.'),
    );
    expect(review.verdict).toBe(
      'Passed: only the wording changes, in 1 place. ' +
        'Read: "A cursor is valid for 12 hours." (was "A cursor is valid for 24 hours."); ' +
        '"Pages have at most 100 rows." (was "Pages have at most 200 rows.")',
    );
    const promises = review.edits.filter(({ rule }) => rule === 'promise-reworded');
    expect(promises.map(({ level, before, after }) => [level, before, after])).toEqual([
      ['notice', 'A cursor is valid for 24 hours.', 'A cursor is valid for 12 hours.'],
      ['notice', 'Pages have at most 200 rows.', 'Pages have at most 100 rows.'],
    ]);
    const [top, rows] = toMarkdown(reviewReport(review)).split('Notices');
    for (const text of ['24 hours', '12 hours', 'at most 200', 'at most 100']) expect(top).toContain(text);
    expect(rows).toContain('Lists assets again.');
  });

  it('is below the verdict if the verdict only counts it, and once in all', () => {
    const sentences = [1, 2, 3].map((count) => `Pages have at most ${count} rows.`);
    const text = toMarkdown(reviewReport(reviewAfter(describeList(sentences.join(' ')))));
    const [top] = text.split('### Notices');
    for (const sentence of sentences) expect(top!.split(sentence)).toHaveLength(2);
    expect(top).toContain('and 1 more sentence');
  });

  it('is whole in the verdict, however long it is', () => {
    const sentence = `A cursor of ${'a very '.repeat(40)}long list is valid for 12 hours.`;
    expect(reviewAfter(describeList(sentence)).verdict).toContain(`Read: ${JSON.stringify(sentence)} (new)`);
  });

  it('is not assumed for other sentences', () => {
    const review = reviewAfter(describeList('Lists all assets.'), describeList('Lists assets.'));
    expect(review.verdict).toBe('Passed: only the wording changes, in 1 place.');
  });

  it('is named beside breaking edits too', () => {
    const review = reviewAfter((d) => {
      describeList('Returns at most 100 rows.')(d);
      delete fields(d, 'CreateAsset').notes;
    });
    expect(review.verdict).toBe('Blocked: 1 edit breaks callers. Read: "Returns at most 100 rows." (new)');
  });
});

it('a changed sentence is one row, whether it is a promise or not', () => {
  const rowsAfter = (before: string, after: string) =>
    reviewAfter(describeList(after), describeList(before)).edits.map(
      ({ rule, before: old, after: current }) => [rule, old, current],
    );
  expect(rowsAfter('Lists all assets. The order is fixed.', 'Lists all assets. The order is free.')).toEqual([
    ['promise-reworded', 'The order is fixed.', 'The order is free.'],
  ]);
  expect(rowsAfter('Lists assets in a fixed order.', 'Lists assets as they come.')).toEqual([
    ['promise-reworded', 'Lists assets in a fixed order.', 'Lists assets as they come.'],
  ]);
  expect(rowsAfter('One. The order is fixed.', 'Zero. One. The order is free.')).toEqual([
    ['promise-reworded', 'The order is fixed.', 'The order is free.'],
    ['words-changed', null, 'Zero.'],
  ]);
  expect(rowsAfter('Lists assets. Keys are secret.', 'Lists assets. Keys are public.')).toEqual([
    ['words-changed', 'Lists assets. Keys are secret.', 'Lists assets. Keys are public.'],
  ]);
});

it.each([
  ['into a component', () => undefined, moveResponse],
  ['out of a component', moveResponse, (d: Doc) => void Object.assign(d.paths, world().paths)],
])('a response that moves %s keeps its words', (_where, before, mutate) => {
  expect(reviewAfter(mutate, before).edits).toEqual([]);
});

it('a response that moves into a component with another promise is a row with both wordings', () => {
  const review = reviewAfter((d) => {
    moveResponse(d);
    d.components.responses.Moved.description = 'Returns at most 50 rows.';
  });
  expect(review.edits.map(({ rule, after }) => [rule, after])).toEqual([
    ['promise-reworded', 'Returns at most 50 rows.'],
  ]);
});

it('equal transitions and kinds of references in another order are no edit', () => {
  const machine =
    (...entries: object[]) =>
    (d: Doc) =>
      Object.assign(schemas(d).Rating, { 'x-transitions': entries, 'x-references': ['User', 'Team'] });
  expect(
    editsAfter({
      before: machine({ on: 'createAsset', from: ['low', 'high'], to: 'medium' }),
      mutate: (d) => {
        const of = (from: string) => ({ on: 'createAsset', from, to: 'medium' });
        machine(of('high'), of('low'))(d);
        schemas(d).Rating['x-references'].reverse();
      },
    }),
  ).toEqual([]);
});

it('every extension that the server or the sandbox reads is compared as a promise', () => {
  const read = filesIn('src/server', 'src/sandbox', 'src/contract').flatMap(
    (text) => text.match(/(?<=['"])x-[a-z-]+(?=['"])/g) ?? [],
  );
  const known = Object.keys(parse(readFileSync('spec/extensions.yaml', 'utf8')) as object);
  const enforced = [...new Set(read)].filter((name) => known.includes(name)).sort();
  expect(enforced).toEqual([
    'x-availability',
    'x-permission',
    'x-references',
    'x-status',
    'x-transitions',
    'x-unique',
  ]);
  for (const name of enforced) {
    const base: Doc = structuredClone(contractDocument);
    const holder = holderOf(base, name)!;
    const head = structuredClone(base);
    holderOf(head, name)![name] = CHANGED[name] ?? 'Changed';
    expect({ name, holder }).toHaveProperty(['holder', name]);
    const { changes, words } = compareContracts(
      { base, head },
      { today: TODAY, noticeDays: 90, maxMegabytes: 20 },
    );
    expect([name, changes.length > 0, words.filter(({ rule }) => rule !== 'examples-changed')]).toEqual([
      name,
      true,
      [],
    ]);
  }
});

/** Values that are valid for the extensions that are not texts. */
const CHANGED: Record<string, unknown> = {
  'x-availability': 'planned',
  'x-permission': 'training:approve',
  'x-status': 418,
  'x-transitions': [],
  'x-unique': false,
};

/** Returns the first object below a value that has an extension which a request or response uses. */
function holderOf(value: Doc, name: string): Doc {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value) && name in value) return value;
  for (const item of Object.values(value)) {
    const found = holderOf(item, name);
    if (found) return found;
  }
  return undefined;
}

const filesIn = (...folders: string[]): string[] =>
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(`${folder}/${name}`, 'utf8')),
  );

describe('examples', () => {
  const withExamples = (names: string[], value: string) => (d: Doc) => {
    for (const id of ['listAssets', 'deleteAsset'])
      operation(d, id).responses[400] = {
        description: 'Bad request',
        content: {
          'application/json': { examples: Object.fromEntries(names.map((name) => [name, { value }])) },
        },
      };
  };

  it('are one row for all changed values, with the operations', () => {
    const edits = editsAfter({ before: withExamples(['one'], 'a'), mutate: withExamples(['one'], 'b') });
    expect(edits.map(({ level, rule }) => [level, rule])).toEqual([['notice', 'examples-changed']]);
    expect(edits[0]).toMatchObject({ before: 'a', after: 'b' });
    expect(edits[0]!.operations.map(({ operationId }) => operationId)).toEqual(['listAssets', 'deleteAsset']);
  });

  it('are a row with both lists of names if a name changes, because requests can name an example', () => {
    const edits = editsAfter({ before: withExamples(['one'], 'a'), mutate: withExamples(['two'], 'a') });
    expect(edits).toMatchObject([
      { rule: 'annotation-changed', before: ['one'], after: ['two'] },
      { rule: 'annotation-changed', before: ['one'], after: ['two'] },
    ]);
  });
});

it('an annotation that another row describes has no row of its own', () => {
  const edits = editsAfter({ mutate: (d) => (fields(d, 'Asset').notes.deprecated = true) });
  expect(edits.map(({ rule }) => rule)).toEqual(['response-field-deprecated']);
});

it('a changed name in XML is a row that is not evaluated', () => {
  const edits = editsAfter({ mutate: (d) => (fields(d, 'CreateAsset').name.xml = { attribute: true }) });
  expect(
    edits.map(({ rule, operations }) => [rule, operations.map(({ operationId }) => operationId)]),
  ).toEqual([['unjudged-changed', ['createAsset']]]);
});

it.each([
  ['no row for equal integers', '9007199254740993', '9007199254740993', []],
  ['a row with both integers', '9223372036854775807', '9223372036854775806', ['unjudged-changed']],
  [
    'only the rule of a limit that the rounded integers show',
    '9007199254740993',
    '9007199254749993',
    ['request-limit-loosened'],
  ],
])('integers beyond 2^53: %s', (_, before, after, rules) => {
  const source = (maximum: string) => {
    const document = world();
    schemas(document).CreateAsset.properties.count.maximum = 7777777;
    const text = JSON.stringify(document, null, 2).replace('7777777', maximum);
    const { files, ...rest } = sourceOf(JSON.parse(text));
    return { ...rest, files: [{ ...files[0]!, text }] };
  };
  const options = { faults: [], policy: DEFAULT_POLICY, waivers: [], maxMegabytes: 10, today: TODAY };
  const { edits } = createReview({ base: source(before), head: source(after), ...options });
  expect(edits.map(({ rule }) => rule)).toEqual(rules);
  if (rules[0] === 'unjudged-changed') expect(edits[0]).toMatchObject({ before, after });
});

it('reports words in an alias of YAML, which is one object in several places, once with all operations', () => {
  const share = (description: string) => (d: Doc) => {
    const shared = { description };
    for (const id of ['listAssets', 'deleteAsset']) operation(d, id).responses[418] = shared;
  };
  const { edits } = reviewAfter(share('No asset is here.'), share('No asset is there.'));
  expect(
    edits.map(({ rule, operations }) => [rule, operations.map(({ operationId }) => operationId)]),
  ).toEqual([['words-changed', ['listAssets', 'deleteAsset']]]);
});
