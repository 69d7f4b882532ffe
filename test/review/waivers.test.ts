// Tests fingerprints and waivers.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBlocking } from '../../src/review/edits/verdict';
import { applyWaivers, readWaivers } from '../../src/review/edits/waivers';
import { temporaryFolder } from '../support/folder';
import { type Doc, editsAfter, fields, operation, schemas, TODAY } from './world';

const folder = temporaryFolder();
const dropNotes = (document: Doc) => delete fields(document, 'CreateAsset').notes;
const review = (mutate: (document: Doc) => void, waivers?: unknown) => {
  const { items: edits, problems } = applyWaivers(editsAfter({ mutate }), waivers, TODAY);
  return { edits, problems, blocking: edits.filter(isBlocking) };
};
const only = (mutate: (document: Doc) => void): string => {
  const edits = editsAfter({ mutate });
  expect(edits).toHaveLength(1);
  return edits[0]!.fingerprint;
};
const FINGERPRINT = only(dropNotes);
const waiver = (over: object = {}) => ({
  fingerprint: FINGERPRINT,
  reason: 'No client sends it.',
  owner: 'maya.lindqvist',
  expires: '2026-07-01',
  ...over,
});

describe('a fingerprint', () => {
  it('has 12 hexadecimal digits and is deterministic', () => {
    expect(FINGERPRINT).toMatch(/^[0-9a-f]{12}$/);
    expect(only(dropNotes)).toBe(FINGERPRINT);
  });

  it('stays the same after other changes and renamed components', () => {
    const { edits } = review((document) => {
      dropNotes(document);
      schemas(document).Made = schemas(document).CreateAsset;
      operation(document, 'createAsset').requestBody.content['application/json'].schema.$ref =
        '#/components/schemas/Made';
      operation(document, 'createAsset').operationId = 'makeAsset';
      delete fields(document, 'Asset').notes;
    });
    expect(edits.map(({ fingerprint }) => fingerprint)).toContain(FINGERPRINT);
  });

  it('stays the same after a path parameter is renamed', () => {
    const narrow = (document: Doc) =>
      (document.components.parameters.Id.schema = { type: 'string', pattern: '^x$' });
    const renamed = (document: Doc) => {
      narrow(document);
      document.components.parameters.Id.name = 'assetId';
      document.paths['/assets/{assetId}'] = document.paths['/assets/{id}'];
      delete document.paths['/assets/{id}'];
    };
    expect(only(renamed)).toBe(only(narrow));
  });

  it('differs by location, rule and values', () => {
    const all = [
      dropNotes,
      (document: Doc) => delete fields(document, 'CreateAsset').code,
      (document: Doc) => (fields(document, 'CreateAsset').notes.type = 'string'),
      (document: Doc) => (fields(document, 'CreateAsset').name.maxLength = 9),
      (document: Doc) => (fields(document, 'CreateAsset').name.maxLength = 8),
      (document: Doc) => (fields(document, 'CreateAsset').name.not = { const: 'x' }),
      (document: Doc) => (fields(document, 'CreateAsset').name.not = { minLength: 3 }),
      (document: Doc) =>
        (schemas(document).CreateAsset.anyOf = [{ required: ['code'] }, { required: ['email'] }]),
      (document: Doc) =>
        (schemas(document).CreateAsset.anyOf = [{ required: ['code'] }, { required: ['price'] }]),
    ].map(only);
    expect(new Set(all).size).toBe(all.length);
  });

  it('is unique among the edits of a review', () => {
    const { edits } = review((document) => {
      delete fields(document, 'Error').message;
      schemas(document).Rating.enum = ['x'];
      operation(document, 'listAssets').parameters = [];
    });
    expect(new Set(edits.map(({ fingerprint }) => fingerprint)).size).toBe(edits.length);
  });

  it('differs for long values with the same beginning', () => {
    const pattern = (end: string) =>
      only((document: Doc) => (fields(document, 'CreateAsset').name.pattern = 'a'.repeat(500) + end));
    expect(pattern('b')).not.toBe(pattern('c'));
  });
});

describe('a waiver', () => {
  it('waives one edit and keeps its owner and reason', () => {
    const { edits, blocking, problems } = review(dropNotes, [waiver()]);
    expect(edits).toMatchObject([
      {
        level: 'breaking',
        waiver: { owner: 'maya.lindqvist', reason: 'No client sends it.', expires: '2026-07-01' },
      },
    ]);
    expect([blocking, problems]).toEqual([[], []]);
  });

  it('does not waive other edits', () => {
    const { blocking } = review(
      (document) => dropNotes(document) && delete fields(document, 'CreateAsset').code,
      [waiver()],
    );
    expect(blocking.map(({ where }) => where)).toEqual(['request body application/json: code']);
  });

  it('is valid on its last day', () => {
    expect(review(dropNotes, [waiver({ expires: TODAY })])).toMatchObject({ blocking: [], problems: [] });
    const last = waiver({ expires: '2026-09-13' });
    expect(review(dropNotes, [last])).toMatchObject({ blocking: [], problems: [] });
  });

  it.each<[name: string, waivers: unknown, kind: string]>([
    ['expired', [waiver({ expires: '2026-06-14' })], 'waiver-expired'],
    ['longer than 90 days', [waiver({ expires: '2026-09-14' })], 'waiver-too-long'],
    ['without a reason', [waiver({ reason: ' ' })], 'waiver-malformed'],
    ['without an owner', [waiver({ owner: undefined })], 'waiver-malformed'],
    ['with an invalid date', [waiver({ expires: '2026-02-30' })], 'waiver-malformed'],
    ['without a date', [{ ...waiver(), expires: undefined }], 'waiver-malformed'],
    ['with an unknown field', [waiver({ until: 'ever' })], 'waiver-malformed'],
    ['that is a string', ['all'], 'waiver-malformed'],
    ['outside of a list', { [FINGERPRINT]: 'please' }, 'waiver-malformed'],
  ])('%s is a problem and waives nothing', (_, waivers, kind) => {
    const { blocking, problems } = review(dropNotes, waivers);
    expect(blocking).toHaveLength(1);
    expect(problems.map((problem) => problem.kind)).toEqual([kind]);
    expect(problems[0]!.message).toMatch(/^[A-Z][^\n]*\.$/);
  });

  it('says which days the month has, for a date that does not exist', () => {
    const [problem] = review(dropNotes, [waiver({ expires: '2026-02-30' })]).problems;
    expect(problem!.message).toContain('the invalid date "2026-02-30": February 2026 has the days 01 to 28.');
  });

  it('is a problem if it is a duplicate', () => {
    expect(review(dropNotes, [waiver(), waiver()]).problems.map(({ kind }) => kind)).toEqual([
      'waiver-malformed',
    ]);
  });

  it('is a problem if no breaking edit has its fingerprint', () => {
    expect(review(() => undefined, [waiver()]).problems.map(({ kind }) => kind)).toEqual(['waiver-unused']);
    const compatible = (document: Doc) => (fields(document, 'CreateAsset').name.maxLength = 999);
    expect(
      review(compatible, [waiver({ fingerprint: only(compatible) })]).problems.map(({ kind }) => kind),
    ).toEqual(['waiver-unused']);
  });
});

describe('a comparison', () => {
  it('returns breaking edits first, then releases, then the others', () => {
    const { edits, blocking } = review((document) => {
      fields(document, 'CreateAsset').name.maxLength = 999;
      dropNotes(document);
      operation(document, 'createReport')['x-availability'] = 'available';
      delete fields(document, 'Report').state;
      operation(document, 'listAssets').deprecated = true;
    });
    expect(edits.map(({ level }) => level)).toEqual([
      'breaking',
      'breaking',
      'release',
      'notice',
      'compatible',
    ]);
    expect(edits[2]).toMatchObject({
      operations: [{ operationId: 'createReport', method: 'POST', path: '/reports' }],
      before: 'planned',
      after: 'available',
    });
    expect(blocking.map(({ rule }) => rule)).toEqual(['request-field-removed', 'response-field-removed']);
  });

  it('returns the pointer and the document of each edit', () => {
    const [removed] = review(dropNotes).edits;
    expect(removed).toEqual({
      rule: 'request-field-removed',
      level: 'breaking',
      operations: [
        {
          operationId: 'createAsset',
          method: 'POST',
          path: '/assets',
          availability: 'available',
          level: 'breaking',
          rule: 'request-field-removed',
          where: ['request body application/json: notes'],
        },
      ],
      others: [],
      renamedTo: null,
      where: 'request body application/json: notes',
      pointer: '/components/schemas/CreateAsset/properties/notes',
      document: 'base',
      before: 'string',
      after: null,
      fingerprint: FINGERPRINT,
    });
    const [tightened] = review((document) => (fields(document, 'CreateAsset').name.maxLength = 9)).edits;
    expect(tightened).toMatchObject({
      pointer: '/components/schemas/CreateAsset/properties/name/maxLength',
      document: 'head',
      before: { maxLength: 163 },
      after: { maxLength: 9 },
    });
  });
});

it('reads fingerprints that look like numbers as text', async () => {
  const file = join(folder, 'waivers.yaml');
  writeFileSync(
    file,
    ['566868681468', '2e9558542568', '012345678901']
      .map(
        (fingerprint) => `- {fingerprint: ${fingerprint}, reason: Agreed, owner: x, expires: 2999-12-31}\n`,
      )
      .join(''),
  );
  const waivers = (await readWaivers(file)) as { fingerprint: string; expires: string }[];
  expect(waivers.map(({ fingerprint, expires }) => [fingerprint, expires])).toEqual([
    ['566868681468', '2999-12-31'],
    ['2e9558542568', '2999-12-31'],
    ['012345678901', '2999-12-31'],
  ]);
});

it.each([
  ['an empty text', ''],
  ['a document start', '---\n'],
  ['a comment', '# None yet.\n'],
  ['null', '~\n'],
  ['an empty list', '[]\n'],
])('reads no waivers from a file with %s', async (_what, text) => {
  const file = join(folder, 'none.yaml');
  writeFileSync(file, text);
  expect(applyWaivers([], await readWaivers(file), TODAY).problems).toEqual([]);
});
