// Tests the formats of a report: untrusted text stays text, and long tables are shortened.
import { toHtml } from '../../src/base/report/html';
import { toMarkdown } from '../../src/base/report/markdown';
import { type Report, counted, limitRows, markup } from '../../src/base/report/report';
import { textLines } from '../../src/base/report/text';

const HOSTILE = '<b>|@ops\u202e`x`';

const report: Report = {
  title: 'Sync plan',
  summary: ['2 unchanged.'],
  facts: [
    ['Server', 'https://inventory.example'],
    ['Plan', 'abc'],
  ],
  tables: [
    {
      heading: 'Ratings',
      note: 'A note.',
      columns: ['Before', 'high'],
      rows: [
        ['medium', '1'],
        ['low', '20'],
      ],
    },
    {
      heading: 'Updated: 2',
      columns: ['Asset', 'Key', 'Change'],
      rows: [
        [HOSTILE, '', ['One', 'Two']],
        ['B', 'k2', []],
      ],
    },
  ],
};

test('text aligns grids, indents the lines of wide rows, and ends with the summary', () => {
  expect(textLines(report)).toEqual([
    'Sync plan',
    '  Server  https://inventory.example',
    '  Plan    abc',
    '',
    'Ratings',
    '  BEFORE  HIGH',
    '  medium  1',
    '  low     20',
    '  A note.',
    '',
    'Updated: 2',
    `  ${HOSTILE}`,
    '      One',
    '      Two',
    '  B  (key k2)',
    '',
    '2 unchanged.',
  ]);
});

test('Markdown starts with the summary, and untrusted text has no markup and mentions no user', () => {
  expect(toMarkdown(report).split('\n')).toEqual([
    '# Sync plan',
    '',
    '2 unchanged.',
    '',
    '|  |  |',
    '|---|---|',
    '| Server | https\\://inventory.example |',
    '| Plan | abc |',
    '',
    '## Ratings',
    '',
    'A note.',
    '',
    '| Before | high |',
    '|---|---|',
    '| medium | 1 |',
    '| low | 20 |',
    '',
    '## Updated: 2',
    '',
    '| Asset | Key | Change |',
    '|---|---|---|',
    '| &lt;b>\\|@\u200bops\\\\u202e\\`x\\` | – | One<br>Two |',
    '| B | k2 | – |',
    '',
  ]);
});

test('HTML is one page without scripts, and untrusted text is escaped', () => {
  const page = [...toHtml(report)].join('');
  expect(page).toContain('<h2>Updated: 2</h2>');
  expect(page).toContain('<td>&#60;b&#62;|@ops\\u202e`x`</td><td></td><td>One<br>Two</td>');
  expect(page).toMatch(/<p>2 unchanged\.<\/p>[^]*<dt>Server<\/dt><dd>https:\/\/inventory\.example<\/dd>/);
  expect(page).not.toContain('<script');
});

test('a long table keeps its first rows and says where the others are; an empty one is left out', () => {
  const table = { heading: 'Created', columns: ['Asset'], rows: [['A'], ['B'], ['C']] };
  expect(limitRows(table, 2, 'All are in a.csv.')).toMatchObject({
    note: ['The first 2 of 3 rows. ', 'All are in a.csv.'],
    rows: [['A'], ['B']],
  });
  expect(limitRows(table, 3, '')).toBe(table);
  expect(counted(table)).toMatchObject([{ heading: 'Created: 3' }]);
  expect(counted({ ...table, rows: [] })).toEqual([]);
});

const review: Report = {
  title: 'Blocked: 1 edit breaks callers.',
  passes: false,
  lead: [[{ code: 'main' }, ' → ', { code: 'head' }]],
  summary: [markup('Pass `--all`.')],
  facts: [],
  findings: [
    {
      level: 'breaking',
      heading: 'Breaking edits (1)',
      findings: [
        {
          title: 'Type changed: name',
          change: { before: 'string of text', after: 'string of <b>', isWords: false },
          place: 'openapi.yaml:7',
          advice: [markup('To fix: Keep `name`.')],
          effects: [
            {
              meaning: 'Breaks callers',
              affected: [{ name: 'getPump GET /pumps/{id}', places: 'response 200' }],
            },
          ],
          fingerprint: '0123456789ab',
          filter: { resources: ['pumps'], operations: ['getPump GET /pumps/{id}'] },
        },
        {
          title: 'Words changed',
          change: { before: 'one\ntwo', after: undefined, isWords: true },
          advice: [],
          facts: [['Calls', '2']],
        },
      ],
    },
  ],
  lists: [
    { heading: 'Problems (1)', note: 'A note.', items: [HOSTILE] },
    { heading: 'To copy', items: [], code: '- ``` line' },
  ],
  tables: [],
};

test('text shows each finding with its change, place, advice and effects', () => {
  expect(textLines(review)).toEqual([
    'Blocked: 1 edit breaks callers.',
    'main → head',
    '',
    'Breaking edits (1)',
    '',
    '- Type changed: name',
    '    "string of text" → "string of <b>"',
    '    openapi.yaml:7',
    '    To fix: Keep `name`.',
    '    Breaks callers:',
    '      getPump GET /pumps/{id}: response 200',
    '    Fingerprint 0123456789ab',
    '',
    '- Words changed',
    '    - one',
    '    - two',
    '    + absent',
    '    Calls  2',
    '',
    'Problems (1)',
    '  A note.',
    `  ${HOSTILE}`,
    '',
    'To copy',
    '  - ``` line',
    '',
    'Pass `--all`.',
  ]);
});

test('Markdown marks the verdict, and text to copy cannot end its block', () => {
  expect(toMarkdown(review).split('\n')).toEqual([
    '## ❌ Blocked: 1 edit breaks callers.',
    '',
    '`main` → `head`',
    '',
    'Pass `--all`.',
    '',
    '### Breaking edits (1)',
    '',
    '- **Type changed: name**: `"string of text"` → `"string of <b>"` `openapi.yaml:7`',
    '  - To fix: Keep `name`.',
    '  - Breaks callers: `getPump GET /pumps/{id}` (response 200)',
    '  - Fingerprint `0123456789ab`',
    '- **Words changed**',
    '  ```diff',
    '  - one',
    '  - two',
    '  + absent',
    '  ```',
    '  - Calls: `2`',
    '',
    '### Problems (1)',
    '',
    'A note.',
    '',
    '- &lt;b>\\|@\u200bops\\\\u202e\\`x\\`',
    '',
    '### To copy',
    '',
    '````md',
    '- ``` line',
    '````',
    '',
  ]);
});

test('HTML filters findings with its only script, marks differences and links each finding', () => {
  const page = [...toHtml(review)].join('');
  expect(page).toContain('<h1 class="blocked">Blocked: 1 edit breaks callers.</h1>');
  expect(page).toContain('<article id="edit-0123456789ab" data-level="breaking" data-resources="pumps"');
  expect(page).toContain(
    '<pre>string of <del>text</del></pre></td><td><pre>string of <ins>&#60;b&#62;</ins></pre>',
  );
  expect(page).toContain('<p>To fix: Keep <code>name</code>.</p>');
  expect(page).toContain('<li>&#60;b&#62;|@ops\\u202e`x`</li>');
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page).toMatch(/script-src 'sha256-[^']+'/);
});

test('Markdown shows the verdict and the first findings and items in fewer than 60 lines, and collapses the others', () => {
  const findings = Array.from({ length: 100 }, (_none, index) => ({
    title: `Finding ${index}`,
    advice: ['Correct it.', 'Tell callers.'],
    effects: [
      {
        meaning: 'Breaks callers',
        affected: Array.from({ length: 50 }, () => ({ name: 'getPump', places: '' })),
      },
    ],
    fingerprint: '0123456789ab',
  }));
  const items = Array.from({ length: 100 }, (_none, index) => `Problem ${index}`);
  const lines = toMarkdown({
    title: 'Blocked.',
    passes: false,
    summary: ['Correct each edit.'],
    facts: [],
    findings: ['breaking', 'notice'].map((level) => ({ level, heading: level, findings })),
    lists: ['Errors', 'Problems', 'Gate'].map((heading) => ({ heading, items })),
    tables: [],
  }).split('\n');
  let depth = 0;
  const open = lines.filter((line) => {
    const isOpen = depth === 0;
    depth += line.split('<details>').length - line.split('</details>').length;
    return isOpen;
  });
  expect(open[0]).toBe('## ❌ Blocked.');
  expect(open.length).toBeLessThan(60);
  expect(open.filter((line) => /^- \*\*Finding/.test(line))).toHaveLength(4);
  expect(lines.filter((line) => /^- \*\*Finding/.test(line))).toHaveLength(200);
  expect(lines.filter((line) => /^- Problem/.test(line))).toHaveLength(300);
});
