// Tests how changes become edits: one for each change of the document, with what to do about it.
import { formatAdvice } from '../../src/review/reports/wording';
import { suggestChangelogLine } from '../../src/review/edits/changelog';
import type { Edit } from '../../src/review/edits/edits';
import { type Doc, editsAfter, fields, operation, type Planted, schemas } from './world';

const shape = ({ level, rule, operations, others, before, after, renamedTo }: Edit) => ({
  level,
  rule,
  operations: operations.map(({ operationId }) => operationId),
  others: others.map(({ operationId }) => operationId),
  before,
  after,
  ...(renamedTo === null ? {} : { renamedTo }),
});
const shapes = (mutate: Planted['mutate'], before?: Planted['before']) =>
  editsAfter({ mutate, ...(before ? { before } : {}) }).map(shape);

describe('a change of a shared component', () => {
  it('is one edit with every operation that it breaks', () => {
    expect(shapes((d) => delete fields(d, 'Error').message)).toEqual([
      {
        level: 'breaking',
        rule: 'response-field-removed',
        operations: ['listAssets', 'createAsset', 'deleteAsset', 'createReport'],
        others: [],
        before: 'string',
        after: null,
      },
    ]);
  });

  it('separates the operations that it breaks from those for which it is compatible', () => {
    expect(shapes((d) => schemas(d).Rating.enum.pop())).toEqual([
      {
        level: 'breaking',
        rule: 'request-value-removed',
        operations: ['listAssets', 'createAsset'],
        others: ['listAssets'],
        before: 'low',
        after: null,
      },
    ]);
  });

  it('is one edit if several values of one list change', () => {
    expect(shapes((d) => (schemas(d).Rating.enum = ['high']))).toMatchObject([
      { rule: 'request-value-removed', before: ['low', 'medium'] },
    ]);
  });

  it('has another fingerprint for other values of the same list', () => {
    const fingerprints = [['high'], ['high', 'low'], ['high', 'medium']].map(
      (values) => editsAfter({ mutate: (d) => (schemas(d).Rating.enum = values) })[0]!.fingerprint,
    );
    expect(new Set(fingerprints).size).toBe(3);
  });

  it('has another fingerprint if it breaks one more operation', () => {
    const copy = (d: Doc) => {
      schemas(d).Copy = structuredClone(schemas(d).Error);
      d.components.responses.Unauthorized.content['application/json'].schema.$ref =
        '#/components/schemas/Copy';
    };
    const narrow = editsAfter({ before: copy, mutate: (d) => delete fields(d, 'Copy').message });
    const wide = editsAfter({ mutate: (d) => delete fields(d, 'Error').message });
    expect(narrow[0]!.fingerprint).not.toBe(wide[0]!.fingerprint);
  });

  it('keeps its fingerprint when other edits are added', () => {
    const only = (d: Doc) => delete fields(d, 'Error').message;
    const [alone] = editsAfter({ mutate: only });
    const all = editsAfter({
      mutate: (d) => {
        only(d);
        delete fields(d, 'CreateAsset').notes;
        delete fields(d, 'Asset').notes;
      },
    });
    expect(all.map(({ fingerprint }) => fingerprint)).toContain(alone!.fingerprint);
  });
});

describe('a rename', () => {
  const rename = (holder: Doc, from: string, to: string) => {
    holder[to] = holder[from];
    delete holder[from];
  };

  it.each<[what: string, mutate: Planted['mutate'], renamedTo: string]>([
    ['a field', (d) => rename(fields(d, 'CreateAsset'), 'notes', 'remarks'), 'remarks'],
    [
      'a required field',
      (d) => {
        rename(fields(d, 'ReportRequest'), 'title', 'heading');
        schemas(d).ReportRequest.required = ['heading'];
      },
      'heading',
    ],
    ['a parameter', (d) => (operation(d, 'listAssets').parameters[2].name = 'idList'), 'idList'],
    ['a value', (d) => (fields(d, 'ReportRequest').format.enum[1] = 'spreadsheet'), 'spreadsheet'],
    ['a path', (d) => rename(d.paths, '/reports', '/documents'), 'POST /documents'],
    [
      'a response header',
      (d) => rename(operation(d, 'listAssets').responses[200].headers, 'X-Request-Id', 'Request-Id'),
      'Request-Id',
    ],
  ])('of %s is one edit with the hint that it may be a rename', (_, mutate, renamedTo) => {
    const edits = editsAfter({ mutate });
    expect(edits).toHaveLength(1);
    expect(edits[0]).toMatchObject({ level: 'breaking', renamedTo });
    expect(formatAdvice(edits[0]!)).toBe(
      `Keep the old name beside "${renamedTo}", and deprecate it. In a request, require neither.`,
    );
  });

  it('is as severe as its worse half: a replaced response value breaks callers', () => {
    const edits = editsAfter({ mutate: (d) => (fields(d, 'Report').state.enum[1] = 'finished') });
    expect(edits).toMatchObject([
      {
        level: 'breaking',
        rule: 'response-value-added',
        before: 'done',
        after: 'finished',
        renamedTo: 'finished',
      },
    ]);
    const replaced = editsAfter({ mutate: (d) => (fields(d, 'Report').state.enum = ['a', 'b', 'c']) });
    expect(replaced.map(({ level }) => level)).toEqual(['breaking', 'compatible']);
  });

  it('is not assumed for parts with different schemas, or for two candidates', () => {
    const other = (d: Doc) => {
      delete fields(d, 'CreateAsset').notes;
      fields(d, 'CreateAsset').remarks = { type: 'integer' };
    };
    const two = (d: Doc) => {
      rename(fields(d, 'CreateAsset'), 'notes', 'remarks');
      fields(d, 'CreateAsset').memo = { type: ['string', 'null'] };
    };
    for (const mutate of [other, two])
      expect(editsAfter({ mutate }).map(({ renamedTo }) => renamedTo)).not.toContainEqual(expect.any(String));
  });
});

describe('a change of words', () => {
  it('is a notice with both wordings and the operations that use them', () => {
    const price = (text: string) => (d: Doc) =>
      (fields(d, 'CreateAsset').price.description = `The price in ${text}.`);
    expect(shapes(price('cents'), price('dollars'))).toEqual([
      {
        level: 'notice',
        rule: 'words-changed',
        operations: ['createAsset'],
        others: [],
        before: 'The price in dollars.',
        after: 'The price in cents.',
      },
    ]);
  });

  it.each<[what: string, mutate: Planted['mutate'], operations: string[]]>([
    ['a summary', (d) => (operation(d, 'listAssets').summary = 'All assets'), ['listAssets']],
    ['a removed description', (d) => delete schemas(d).Asset.description, ['listAssets']],
    ['a tag', (d) => (d.tags[0].description = 'Devices'), []],
    [
      'a response',
      (d) => (d.components.responses.Unauthorized.description = 'None'),
      ['listAssets', 'createAsset', 'deleteAsset', 'createReport'],
    ],
    [
      'a parameter that moves',
      (d) => {
        operation(d, 'listAssets').parameters.reverse()[1].description = 'Ids';
      },
      ['listAssets'],
    ],
  ])('is found in %s', (_, mutate, operations) => {
    expect(shapes(mutate)).toEqual([expect.objectContaining({ rule: 'words-changed', operations })]);
  });

  it('is found where a reference leads to a schema with other words, and in an unknown extension', () => {
    const before = (d: Doc) => {
      schemas(d).Dollars = { type: 'number', description: 'In dollars.' };
      schemas(d).Cents = { type: 'number', description: 'In cents.' };
      fields(d, 'CreateAsset').price = { $ref: '#/components/schemas/Dollars' };
      fields(d, 'CreateAsset').count['x-unit'] = 'pieces';
    };
    const swap = (d: Doc) => (fields(d, 'CreateAsset').price.$ref = '#/components/schemas/Cents');
    expect(shapes(swap, before)).toMatchObject([
      { rule: 'words-changed', before: 'In dollars.', after: 'In cents.' },
    ]);
    const unit = (d: Doc) => (fields(d, 'CreateAsset').count['x-unit'] = 'boxes');
    expect(shapes(unit, before)).toMatchObject([{ rule: 'words-changed', before: 'pieces', after: 'boxes' }]);
  });

  it('is not reported for fields with the name of a keyword, or for examples', () => {
    const before = (d: Doc) => {
      fields(d, 'Report').description = { type: 'string' };
      schemas(d).Report.example = { title: 'One' };
    };
    const mutate = (d: Doc) => {
      schemas(d).Report.example.title = 'Two';
    };
    expect(shapes(mutate, before).map(({ rule }) => rule)).toEqual(['examples-changed']);
  });
});

describe('the suggested changelog line', () => {
  it.each<[what: string, mutate: Planted['mutate'], line: string | undefined]>([
    [
      'a removed field',
      (d) => delete fields(d, 'CreateAsset').notes,
      '- Breaking: field removed in requests: `notes` (`string`) of `createAsset`.',
    ],
    [
      'a tightened limit',
      (d) => (fields(d, 'CreateAsset').name.maxLength = 9),
      '- Breaking: limit tightened in requests: `name` from `{"maxLength":163}` to `{"maxLength":9}` of `createAsset`.',
    ],
    [
      'a release',
      (d) => (operation(d, 'createReport')['x-availability'] = 'available'),
      '- Released: `createReport`.',
    ],
    ['words', (d) => (operation(d, 'listAssets').summary = 'All assets'), undefined],
  ])('describes %s', (_, mutate, line) => {
    expect(suggestChangelogLine(editsAfter({ mutate }))).toBe(line);
  });
});
