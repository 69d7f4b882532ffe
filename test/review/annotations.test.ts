// Tests annotations: one workflow command per finding. Documents cannot add commands.
import { annotationsReport } from '../../src/review/reports/annotations';
import type { PlacedEdit, Review } from '../../src/review/review';
import { review } from './reviewed';

const edit = (given: Partial<PlacedEdit> = {}): PlacedEdit => ({
  rule: 'operation-removed',
  level: 'breaking',
  operations: [
    {
      operationId: 'getPump',
      method: 'GET',
      path: '/pumps/{id}',
      availability: 'available',
      level: 'breaking',
      rule: 'operation-removed',
      where: ['operation'],
    },
  ],
  others: [],
  renamedTo: null,
  inHead: { file: 'spec/paths/pumps.yaml', line: 7 },
  callers: null,
  where: 'operation',
  pointer: '/paths/~1pumps',
  document: 'head',
  before: null,
  after: null,
  fingerprint: '0123456789ab',
  file: 'spec/paths/pumps.yaml',
  line: 7,
  ...given,
});
const linesOf = (given: Partial<Review>) => annotationsReport(review(given)).split('\n');
const waiver = { fingerprint: '0123456789ab', reason: 'Agreed', owner: 'x', expires: '2999-12-31' };

test('writes errors for blocking changes, notices for others, nothing for compatible ones, then the verdict', () => {
  const lines = linesOf({
    edits: [
      edit({ level: 'release' }),
      edit(),
      edit({ level: 'notice' }),
      edit({ level: 'planned' }),
      edit({ level: 'compatible' }),
      edit({ waiver }),
    ],
    faults: [
      {
        rule: 'struct',
        message: 'The field `info` must be present on this level.',
        file: 'spec/openapi.yaml',
        line: 1,
      },
    ],
    problems: [{ kind: 'changelog-missing', fingerprint: null, message: 'No new line.' }],
  });
  expect(lines.map((line) => line.split(' ')[0])).toEqual([
    '::error',
    '::error',
    '::error',
    '::notice',
    '::notice',
    '::notice',
    '::notice',
    'Blocked.',
  ]);
  expect(lines[0]).toBe(
    '::error file=spec/openapi.yaml,line=1,title=struct::The field `info` must be present on this level.',
  );
  expect(lines[1]).toBe(
    '::error file=spec/CHANGELOG.md,title=Waiver%2C release or changelog problem::No new line.',
  );
  expect(lines[2]).toMatch(
    /^::error file=spec\/paths\/pumps\.yaml,line=7,title=[^:]+::operation\. Breaks callers: getPump GET \/pumps\/\{id\}\. To fix: .* Fingerprint 0123456789ab\.$/,
  );
  expect(lines[6]).toMatch(/Waived until 2999-12-31 by x: Agreed/);
});

test('names what contained a removed part in the head, and no file without a location', () => {
  const [removed, unlocated] = linesOf({
    head: 'def',
    edits: [
      edit({ document: 'base', file: 'base.yaml', inHead: { file: 'def:spec/paths/pumps.yaml', line: 3 } }),
      edit({ inHead: null }),
    ],
  });
  expect(removed).toMatch(/^::error file=spec\/paths\/pumps\.yaml,line=3,title=/);
  expect(unlocated).toMatch(/^::error title=/);
});

test('escapes workflow commands in documents', () => {
  const lines = linesOf({
    edits: [edit({ where: 'a\n::warning::b\r100%', inHead: { file: 'a,line=1::b%.yaml', line: 7 } })],
  });
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(/^::error file=a%2Cline=1%3A%3Ab%25\.yaml,line=7,.*a%0A::warning::b%0D100%25\. /);
});

test('writes every edit, because the log of a job shows more than the pull request', () => {
  const lines = linesOf({ edits: Array.from({ length: 25 }, () => edit()) });
  expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(25);
});
