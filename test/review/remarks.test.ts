// Tests rows about words, promises, examples and annotations, and the numbers that documents hold rounded.
import { markdownOf } from '../../src/base/report/markdown';
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

describe('a promise in a description', () => {
  it('is a row with both wordings before all rows, and the verdict asks to read it', () => {
    const review = reviewAfter(
      describeList('Lists assets again. A cursor is valid for 12 hours. Pages have at most 100 rows.'),
      describeList('Lists assets. A cursor is valid for 24 hours. Pages have at most 200 rows.'),
    );
    expect(review.verdict).toBe('Passed: only the wording changes, in 1 place. Read these 2 sentences.');
    const promises = review.edits.filter(({ rule }) => rule === 'promise-reworded');
    expect(promises.map(({ level, before, after }) => [level, before, after])).toEqual([
      ['notice', 'A cursor is valid for 24 hours.', 'A cursor is valid for 12 hours.'],
      ['notice', 'Pages have at most 200 rows.', 'Pages have at most 100 rows.'],
    ]);
    const [top, rows] = markdownOf(reviewReport(review)).split('Notices');
    for (const text of ['24 hours', '12 hours', 'at most 200', 'at most 100']) expect(top).toContain(text);
    expect(rows).toContain('Lists assets again.');
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
    expect(review.verdict).toBe('Blocked: 1 edit breaks callers. Read this sentence.');
  });
});

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
