// Tests the form that the reports of review, conformance and replay share, and that one cause is one row.
import { toMarkdown } from '../../src/base/report/markdown';
import type { Report } from '../../src/base/report/report';
import { textLines } from '../../src/base/report/text';
import { type Finding } from '../../src/review/conformance/findings';
import { conformanceReport } from '../../src/review/conformance/report';
import type { Difference, ReplayReport } from '../../src/review/replay/report';
import { replayReport } from '../../src/review/reports/replay-report';
import { reviewReport } from '../../src/review/reports/report';
import type { PlacedEdit } from '../../src/review/review';
import { review } from './reviewed';

const fault = (line: number, message: string) => ({
  rule: 'no-invalid-media-type-examples',
  file: 'spec/paths/tasks.yaml',
  line,
  message: `Example value must conform to the schema: ${message}`,
});

test('joins the errors of examples that follow from one edit, and names the edit', () => {
  const lacks = "must have required property 'priority'.";
  const lines = textLines(
    reviewReport(
      review({
        faults: [
          ...[10, 20, 30, 40].map((line, index) => fault(line, `\`${index}\` property ${lacks}`)),
          fault(50, `\`data/0\` property ${lacks}`),
          fault(60, lacks),
          fault(70, '`title` property type must be string.'),
        ],
        edits: [
          {
            rule: 'response-field-added',
            level: 'compatible',
            operations: [],
            others: [],
            renamedTo: null,
            inHead: null,
            callers: null,
            where: 'response 200 application/json: priority',
            pointer: '/components/schemas/Task/properties/priority',
            document: 'head',
            before: null,
            after: 'string',
            fingerprint: '0123456789ab',
            file: 'spec/components/schemas/Task.yaml',
            line: 17,
          },
        ],
      }),
    ),
  );
  const heading = lines.indexOf('New document errors (7)');
  expect(lines.slice(heading + 1, heading + 5)).toEqual([
    '  spec/paths/tasks.yaml:10, spec/paths/tasks.yaml:20, spec/paths/tasks.yaml:30 and 2 more places: ' +
      `Example value must conform to the schema: ${lacks} [no-invalid-media-type-examples] ` +
      'This follows from the edit "Response: field added: priority".',
    expect.stringMatching(/^ {2}spec\/paths\/tasks\.yaml:50 .*`data\/0` property must have/),
    expect.stringMatching(/^ {2}spec\/paths\/tasks\.yaml:70 .*type must be string/),
    '',
  ]);
});

const difference = (operationId: string, more: Partial<Difference> = {}): Difference => ({
  fingerprint: operationId.padEnd(12, '0').slice(0, 12),
  level: 'breaking',
  kind: 'header-missing',
  operation: { operationId, method: 'GET', path: `/${operationId}` },
  part: 'header Allow',
  recorded: 'GET',
  candidate: undefined,
  first: 'a.har #1',
  times: 3,
  ...more,
});

const RECORDING = { name: 'a.har', calls: 9, sent: 8, operationIds: [], same: 8, differences: 0 };
const many = Array.from({ length: 50 }, (_none, index) => `getList${index}`);

const EDIT: PlacedEdit = {
  rule: 'response-field-removed',
  level: 'breaking',
  operations: many.map((operationId) => ({
    ...{ operationId, method: 'get', path: `/${operationId}`, availability: 'available' },
    ...{ level: 'breaking', where: ['response 200 application/json: name'], rule: 'response-field-removed' },
  })),
  others: [],
  renamedTo: null,
  inHead: null,
  callers: null,
  where: 'response 200 application/json: name',
  pointer: '/components/schemas/Task/properties/name',
  document: 'base',
  before: 'string',
  after: null,
  fingerprint: '0123456789ab',
  file: 'spec/components/schemas/Task.yaml',
  line: 17,
};

const FINDING: Finding = {
  check: 'headers',
  checks: ['headers'],
  message: 'ETag is missing on 200',
  fault: 'ETag is missing',
  cases: [],
  operations: many.map((operationId) => ({ operationId, times: 2, request: 'GET /', detail: undefined })),
  detail: undefined,
  request: 'GET /',
  response: '200',
  cause: undefined,
  advice: 'Set the header.',
  times: 100,
};

const replay = (differences: Difference[], more: Partial<ReplayReport> = {}): ReplayReport => ({
  url: 'http://127.0.0.1',
  kind: 'sandbox',
  passes: false,
  counts: { breaking: differences.length, provisional: 0, equal: 0, waived: 0 },
  recordings: [{ ...RECORDING, skipped: [{ call: 9, reason: 'The recording masks a secret.' }] }],
  differences,
  problems: [],
  ...more,
});

const SHARE = { tried: 1, of: 2 };

test.each<[string, Report]>([
  [
    'review',
    reviewReport(review({ passes: false, verdict: 'Blocked: 1 edit breaks callers.', edits: [EDIT] })),
  ],
  [
    'conformance',
    conformanceReport({
      ...{ url: 'http://127.0.0.1', kind: 'server', seed: 1, seconds: 1, requests: 9, checks: [] },
      coverage: { operations: SHARE, statuses: SHARE, parameters: SHARE },
      ...{ latencies: [], notes: ['A collection is empty.'], findings: [FINDING] },
    }),
  ],
  ['replay', replayReport(replay(many.map((id) => difference(id))))],
])(
  'the comment of %s has the verdict, whom a finding breaks, what to do, and folded details, in under 40 lines',
  (_command, report) => {
    const lines = toMarkdown(report).split('\n');
    expect(lines[0]).toMatch(/^## ❌ /);
    const finding = lines.findIndex((line) => line.startsWith('- **'));
    expect(lines.slice(finding, finding + 3).join('\n')).toContain('\n  - To fix: ');
    expect(lines.join('\n')).toMatch(/\n {2}- (Breaks callers|Operations): .*<details><summary>45 more</);
    expect(lines.length).toBeLessThan(40);
  },
);

test('a replay joins equal differences of several operations, and names the fingerprint of each', () => {
  const [, one, other] = [
    0,
    difference('getTask'),
    difference('getUser', { recorded: 'GET, PUT', times: 1 }),
  ];
  const waiver = { fingerprint: 'x', reason: 'Agreed.', owner: 'api', expires: '2026-12-31' };
  const lines = textLines(
    replayReport(
      replay([one, other, difference('getKey', { waiver }), difference('getRole', { level: 'equal' })]),
    ),
  );
  expect(lines.slice(4)).toEqual([
    'Breaking differences (2)',
    '',
    '- The header is missing: header Allow',
    '    To fix: Send the header.',
    '    Breaks callers:',
    '      getTask GET /getTask: "GET" → absent; 3 calls, first a.har #1; fingerprint getTask00000',
    '      getUser GET /getUser: "GET, PUT" → absent; 1 call, first a.har #1; fingerprint getUser00000',
    '',
    '- The header is missing: header Allow',
    '    "GET" → absent',
    '    To fix: Send the header.',
    '    Waived until 2026-12-31 by api: Agreed.',
    '    Breaks callers:',
    '      getKey GET /getKey: 3 calls, first a.har #1',
    '    Fingerprint getKey000000',
    '',
    'Compatible differences (1)',
    '',
    expect.any(String),
    ...Array<unknown>(5).fill(expect.any(String)),
    '',
    'Calls that were not sent (1)',
    '  a.har #9. The recording masks a secret.',
    '',
    expect.stringContaining('add its fingerprint to `spec/replay-waivers.yaml`'),
  ]);
});
