// Tests that document errors with one cause are one row of a review.
import { textLines } from '../../src/base/report/text';
import { reviewReport } from '../../src/review/reports/report';
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
